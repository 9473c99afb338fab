import type { EventType } from '../../src/contract/event.ts';
import type { AspectRatio } from '../../src/contract/project.ts';
import type { Captions } from './captions.ts';
import type { Items } from './items.ts';

/**
 * Increment this number whenever the shape of a snapshot changes, so that older snapshots are rejected instead of
 * misread. `test/mock/snapshot-shape.test.ts` detects such a change, but ignores `readonly`.
 */
export const SNAPSHOT_VERSION = 7;

/** Everything that one API key has created. Timelines are in whole units, other times in milliseconds since 1970. */
export interface WorkspaceState {
  readonly apiKey: string;
  /** The workspace's time minus the mock's time, in milliseconds. */
  timeOffset: number;
  /** The number of identifiers made so far. */
  idCount: number;
  /** The number of events made so far. */
  eventCount: number;
  /** The number of changes accepted so far. */
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
  /** The media asset that the project was made from. */
  readonly assetId: string;
  readonly items: Items;
  readonly captions: Captions;
  readonly jobIds: string[];
}

export type JobKind = 'export' | 'clip' | 'sound';

/** A job. Its status and progress are computed when they are read; only its end is stored. */
export interface JobState {
  readonly id: string;
  readonly kind: JobKind;
  readonly projectId: string;
  readonly exportId: string | null;
  readonly mediaId: string;
  readonly createdAt: number;
  /** How long the job takes, in milliseconds. */
  readonly duration: number;
  /** The number of polls after which the job ends under a stepped clock. */
  readonly steps: number;
  /** The number of polls under a stepped clock so far. */
  polls: number;
  /** The length of the video or sound, in seconds. */
  readonly fileSeconds: number;
  /** The error with which the job fails once it is due; null if it completes. */
  readonly failure: string | null;
  /** The total duration of all holds before `hold`, in milliseconds. */
  held: number;
  hold: JobHold | null;
  end: JobEnd | null;
}

/** A period in which a job makes no progress. */
export interface JobHold {
  readonly from: number;
  /** Null if the hold has no time limit. */
  readonly until: number | null;
  /** Whether the job waits for approval. */
  readonly review: boolean;
}

export interface JobEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly at: number;
  /** The progress in percent. */
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
  /** The job that exports or renders the clip. */
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
    timeOffset: 0,
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
