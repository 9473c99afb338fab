import type { WordState } from '../state/captions.ts';
import { captionSpan, captionText } from '../state/captions.ts';
import type { MediaState, TimelineItemState } from '../state/items.ts';
import type { ProjectState } from '../state/types.ts';
import type { TimedCue } from '../words/cues.ts';
import type { Context } from './context.ts';

export const defaultMedia: Readonly<MediaState> = {
  positionX: 0,
  positionY: 0,
  widthPx: 1080,
  heightPx: 1920,
  opacity: 1,
  volume: 1,
  keepAspectRatio: true,
  blurredBackground: false,
};

type NewItem = Pick<TimelineItemState, 'type' | 'label' | 'mediaAssetId' | 'layer' | 'start' | 'end'>;

/** Adds an item on the first free layer, from the given layer upwards. */
export function addItem(
  project: ProjectState,
  newItem: NewItem,
  { workspace }: Pick<Context, 'workspace'>,
): TimelineItemState {
  const item: TimelineItemState = {
    ...newItem,
    id: workspace.newId(),
    layer: project.items.firstFreeLayer(newItem, newItem.layer),
    trimStart: 0,
    trimEnd: 0,
    contentItemId: workspace.newId(),
    media: { ...defaultMedia },
    effects: [],
  };
  project.items.put(item);
  return item;
}

const VIDEO_LAYER = 0;
export const AUDIO_LAYER = 1;
const CAPTION_LAYER = 2;

/** Adds a video item and an audio item of this length, and a caption for each cue. */
export function addRecording(
  project: ProjectState,
  length: number,
  cues: readonly TimedCue[],
  context: Pick<Context, 'workspace'>,
): void {
  const fullLength = { start: 0, end: length, label: project.name, mediaAssetId: project.assetId };
  addItem(project, { ...fullLength, type: 'video', layer: VIDEO_LAYER }, context);
  addItem(project, { ...fullLength, type: 'audio', layer: AUDIO_LAYER }, context);
  for (const cue of cues) addCaption(project, cue, context);
}

function addCaption(project: ProjectState, cue: TimedCue, context: Pick<Context, 'workspace'>): void {
  const item = addItem(
    project,
    {
      ...captionSpan({ words: cue }),
      type: 'caption',
      label: captionText({ words: cue }),
      mediaAssetId: project.assetId,
      layer: CAPTION_LAYER,
    },
    context,
  );
  const id = context.workspace.newId();
  const words = cue.map((word) => ({ ...word, id: context.workspace.newId() }));
  project.captions.put({ id, itemId: item.id, words }, item.layer);
}

/** Replaces the words of an item's caption. Removes the caption and its item if there are no words. */
export function setWords(project: ProjectState, itemId: string, words: readonly WordState[]): void {
  const item = project.items.get(itemId);
  if (item) updateItem(project, item, words);
}

/** Replaces an item and, if it has a caption, the caption's words. Removes both if a caption would have no words. */
export function updateItem(
  { items, captions }: ProjectState,
  item: TimelineItemState,
  words: readonly WordState[],
): void {
  const caption = captions.ofItem(item.id);
  if (!caption) {
    items.put(item);
  } else if (words.length === 0) {
    items.delete(item.id);
    captions.delete(item.id);
  } else {
    items.put({ ...item, ...captionSpan({ words }), label: captionText({ words }) });
    captions.put({ ...caption, words }, item.layer);
  }
}
