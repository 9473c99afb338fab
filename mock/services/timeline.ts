import type { MediaState, ProjectState, TimelineItemState, TimelineItemType } from '../state/types.ts';
import { firstFreeLayer, normalizeCaptions } from '../state/workspace.ts';
import type { TimedCue } from '../words/cues.ts';
import type { Span } from '../words/timing.ts';
import type { Context } from './context.ts';

/** Full size, full volume. */
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

export interface NewItem extends Span {
  readonly type: TimelineItemType;
  readonly label: string;
  readonly mediaAssetId: string;
  /** The lowest layer that the item may be on. */
  readonly layer: number;
}

/** Puts the item on the first free layer. */
export function addItem(
  project: ProjectState,
  newItem: NewItem,
  { workspace }: Pick<Context, 'workspace'>,
): TimelineItemState {
  const item: TimelineItemState = {
    ...newItem,
    id: workspace.newId(),
    layer: firstFreeLayer(project, newItem, newItem.layer),
    trimStart: 0,
    trimEnd: 0,
    contentItemId: workspace.newId(),
    media: { ...defaultMedia },
    effects: [],
  };
  project.items.push(item);
  return item;
}

const VIDEO_LAYER = 0;
export const AUDIO_LAYER = 1;
const CAPTION_LAYER = 2;

/** Adds a video and an audio item of this length, and a caption for each cue. */
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
  normalizeCaptions(project);
}

function addCaption(project: ProjectState, cue: TimedCue, context: Pick<Context, 'workspace'>): void {
  const span = { start: cue[0]?.start ?? 0, end: cue.at(-1)?.end ?? 0 };
  const item = addItem(
    project,
    { ...span, type: 'caption', label: '', mediaAssetId: project.assetId, layer: CAPTION_LAYER },
    context,
  );
  project.captions.push({
    id: context.workspace.newId(),
    itemId: item.id,
    words: cue.map((word) => ({ ...word, id: context.workspace.newId() })),
  });
}
