import type { EndpointName } from '../../../src/contract/endpoints.ts';

const notStated = 'the specification does not say what it does';

/** Request fields that the mock accepts but ignores, by endpoint and path, with the reason. */
export const ignoredFields: { readonly [Name in EndpointName]?: Readonly<Record<string, string>> } = {
  'clips.generate': {
    'source.source_type': 'the mock knows one kind of source, the URL of a video',
    'source.quality': 'no video is read',
    'selection.selection_mode': notStated,
    'layout.layout_mode': 'no picture is made of the video',
    'layout.content_type_hint': 'no picture is made of the video',
  },
};
