import type { EventType } from '../../src/contract/event.ts';
import type { AspectRatio } from '../../src/contract/project.ts';

/** Goes up by one whenever a shape in this file changes: a state of another version is refused, not misread. */
export const SNAPSHOT_VERSION = 6;

/** All that one API key has made. Times on a timeline are whole units, all others milliseconds since 1970. */
export interface WorkspaceState {
  readonly apiKey: string;
  /** How many identifiers were made. */
  idCount: number;
  /** How many events were made. */
  eventCount: number;
  /** How many changes were accepted. */
  txid: number;
  readonly projects: Map<string, ProjectState>;
  readonly jobs: Map<string, JobState>;
  readonly batches: Map<string, BatchState>;
  readonly audio: Map<string, AudioState>;
  readonly logos: Map<string, string>;
  readonly webhooks: Map<string, WebhookState>;
  readonly idempotency: Map<string, IdempotencyState>;
}

export interface ProjectState {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly aspectRatio: AspectRatio;
  readonly createdAt: number;
  updatedAt: number;
  /** The media asset that the project was made of. */
  readonly assetId: string;
  items: TimelineItemState[];
  /** In the order of their first words; another list after every change of words, made by `normalizeCaptions`. */
  captions: CaptionState[];
  readonly jobIds: string[];
}

export type TimelineItemType = 'video' | 'audio' | 'caption';

export interface TimelineItemState {
  readonly id: string;
  readonly type: TimelineItemType;
  label: string;
  layer: number;
  start: number;
  end: number;
  trimStart: number;
  trimEnd: number;
  readonly mediaAssetId: string;
  readonly contentItemId: string;
  media: MediaState;
  effects: readonly EffectState[];
}

export interface MediaState {
  positionX: number;
  positionY: number;
  widthPx: number;
  heightPx: number;
  opacity: number;
  volume: number;
  keepAspectRatio: boolean;
  blurredBackground: boolean;
}

export interface EffectState {
  readonly id: string;
  readonly type: 'colorgrade' | 'zoom';
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A caption's text and span are its words'; its item on the timeline follows them. */
export interface CaptionState {
  readonly id: string;
  readonly itemId: string;
  words: WordState[];
}

export interface WordState {
  readonly id: string;
  word: string;
  start: number;
  end: number;
  readonly paragraph: number;
  readonly emphasis: boolean;
}

export type JobKind = 'export' | 'clip' | 'sound';

/** A job's state follows from the time one looks; only its end is remembered. */
export interface JobState {
  readonly id: string;
  readonly kind: JobKind;
  readonly projectId: string;
  readonly exportId: string | null;
  readonly mediaId: string;
  readonly createdAt: number;
  /** How long the job takes, in milliseconds. */
  readonly duration: number;
  /** How often it was looked at under a stepped clock. */
  polls: number;
  /** How long the file plays, in seconds. */
  readonly fileSeconds: number;
  /** Why the job will fail once it is due; null if it will complete. */
  readonly failure: string | null;
  /** How long it was held before its last hold, in milliseconds. */
  held: number;
  hold: JobHold | null;
  end: JobEnd | null;
}

/** A time in which a job gets no further. */
export interface JobHold {
  readonly from: number;
  /** Null until somebody ends the job. */
  readonly until: number | null;
  /** Whether the job waits for somebody's approval. */
  readonly review: boolean;
}

export interface JobEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly at: number;
  /** Percent. */
  readonly progress: number;
  readonly error: string | null;
}

export interface BatchState {
  readonly id: string;
  readonly clips: readonly BatchClipState[];
}

export interface BatchClipState {
  readonly id: string;
  readonly title: string;
  /** The job that exports or renders it. */
  readonly jobId: string;
}

export interface AudioState {
  readonly id: string;
  readonly provider: string;
  readonly externalId: string;
  readonly importedAt: number;
}

export interface WebhookState {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly secret: string;
  readonly createdAt: number;
}

export interface IdempotencyState {
  readonly fingerprint: string;
  readonly rememberedAt: number;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export function emptyWorkspace(apiKey: string): WorkspaceState {
  return {
    apiKey,
    idCount: 0,
    eventCount: 0,
    txid: 0,
    projects: new Map(),
    jobs: new Map(),
    batches: new Map(),
    audio: new Map(),
    logos: new Map(),
    webhooks: new Map(),
    idempotency: new Map(),
  };
}
