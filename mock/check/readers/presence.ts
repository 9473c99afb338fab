import { api } from '../../http/api.ts';
import { type Model, objectsOf, optionalFields, type presencePoints } from '../../points/models.ts';
import { isSuccess } from '../../survey/asker.ts';
import { jobIn } from '../../survey/jobs.ts';
import type { Purpose } from '../../survey/purposes.ts';
import { all, type Reader, type Readers } from './reader.ts';

/** The exchanges in which each kind of object is looked for. */
const purposeOf: { readonly [Name in Model]: Purpose } = {
  project: 'created',
  batch: 'clips',
  clip: 'clips',
  studioSound: 'clips',
  job: 'soundPolls',
  jobStart: 'sound',
  nextAction: 'logo',
  audioImport: 'audio',
  audioAsset: 'audio',
  providerRequest: 'audio',
  captionsList: 'captions',
  caption: 'captions',
  captionWord: 'captions',
  wordsList: 'words',
  wordsSummary: 'words',
  word: 'words',
  timelineAt: 'timeline',
  timelineEntry: 'timeline',
  segments: 'segments',
  segment: 'segments',
  batchMove: 'move',
  movedItem: 'move',
  batchTrim: 'trim',
  trimmedItem: 'trim',
  failedItem: 'movePartly',
  mediaUpdate: 'media',
  mediaProperties: 'media',
  effect: 'color',
  wordEdit: 'split',
  editedWord: 'split',
  retime: 'retime',
  retimedWord: 'retime',
  correction: 'correct',
  unmatched: 'correctNothing',
  logo: 'logo',
};

// Cast: `Object.fromEntries` types the names as strings.
export const presenceReaders = Object.fromEntries(
  Object.entries(purposeOf).map(([model, purpose]) => [`presence.${model}`, presence(model as Model, purpose)]),
) as Readers<typeof presencePoints>;

function presence(model: Model, purpose: Purpose): Reader {
  const names = optionalFields(model);
  return all(purpose, (found, { soundPolls }) => {
    // Jobs can have next actions, too.
    const shown = model === 'nextAction' ? [...found, ...soundPolls] : found;
    const [fields] = shown.filter(isSuccess).flatMap(({ name, body }) => {
      return objectsOf(model, api[name].response, model === 'job' ? jobIn(body) : body);
    });
    if (fields === undefined) return undefined;
    const absent = names.filter((name) => fields[name] === undefined);
    if (absent.length === names.length) return 'absent';
    if (absent.length > 0) return `without ${absent.join(', ')}`;
    return names.every((name) => fields[name] === null) ? 'null' : 'present';
  });
}
