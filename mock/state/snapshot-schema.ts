import * as z from 'zod/mini';
import { array, record } from '../../src/contract/collections.ts';
import { eventTypes } from '../../src/contract/event.ts';
import { flag, naturalNumber, nonEmpty, number, requestEnum, type Shape, text } from '../../src/contract/model.ts';
import { MAX_TIME } from '../time/clock.ts';
import type { CaptionState, WordState } from './captions.ts';
import type { EffectState, MediaState, TimelineItemState } from './items.ts';
import type {
  MockSnapshot,
  SavedIdempotencyRecord,
  SavedLogo,
  SavedProject,
  SavedWorkspace,
} from './snapshot-types.ts';
import {
  type AudioState,
  type BatchClipState,
  type BatchState,
  type JobEnd,
  type JobHold,
  type JobState,
  SNAPSHOT_VERSION,
  type WebhookState,
} from './types.ts';

/** Creates a model that rejects unknown fields, because parts of the state are copied into responses. */
function strictModel<T extends object>(shape: Shape<T>): z.ZodMiniType<T> {
  // Cast: zod cannot see that the shape's type already proves the output to be `T`.
  return z.strictObject(shape) as z.ZodMiniType<T>;
}

const time = z.number().check(z.minimum(0), z.maximum(MAX_TIME));
/** The end of a hold or of a job, which may be after `MAX_TIME`. */
const endTime = z.number().check(z.minimum(0), z.maximum(2 * MAX_TIME));
const percent = z.number().check(z.minimum(0), z.maximum(100));

export const mediaState: z.ZodMiniType<MediaState> = strictModel<MediaState>({
  positionX: number,
  positionY: number,
  widthPx: number,
  heightPx: number,
  opacity: z.number().check(z.minimum(0), z.maximum(1)),
  volume: z.number().check(z.minimum(0), z.maximum(2)),
  keepAspectRatio: flag,
  blurredBackground: flag,
});

export const effectState: z.ZodMiniType<EffectState> = strictModel<EffectState>({
  id: nonEmpty,
  type: z.enum(['colorgrade', 'zoom']),
  fields: record(z.unknown()),
});

export const timelineItemState: z.ZodMiniType<TimelineItemState> = strictModel<TimelineItemState>({
  id: nonEmpty,
  type: z.enum(['video', 'audio', 'caption']),
  label: text,
  layer: naturalNumber,
  start: naturalNumber,
  end: naturalNumber,
  trimStart: naturalNumber,
  trimEnd: naturalNumber,
  mediaAssetId: nonEmpty,
  contentItemId: nonEmpty,
  media: mediaState,
  effects: array(effectState),
});

const word = strictModel<WordState>({
  id: nonEmpty,
  word: nonEmpty,
  start: naturalNumber,
  end: naturalNumber,
  paragraph: naturalNumber,
  emphasis: flag,
});

const caption = strictModel<CaptionState>({ id: nonEmpty, itemId: nonEmpty, words: array(word) });

const project = strictModel<SavedProject>({
  id: nonEmpty,
  name: text,
  description: z.nullable(text),
  // Accepts any non-empty string, because a request for clips can name any ratio.
  aspectRatio: requestEnum(['9:16']),
  createdAt: time,
  updatedAt: time,
  assetId: nonEmpty,
  items: array(timelineItemState),
  captions: array(caption),
  jobIds: array(nonEmpty),
});

const jobHold = strictModel<JobHold>({ from: time, until: z.nullable(endTime), review: flag });

const jobEnd = strictModel<JobEnd>({
  status: z.enum(['completed', 'failed', 'cancelled']),
  at: endTime,
  progress: percent,
  error: z.nullable(text),
});

const job = strictModel<JobState>({
  id: nonEmpty,
  kind: z.enum(['export', 'clip', 'sound']),
  projectId: nonEmpty,
  exportId: z.nullable(nonEmpty),
  mediaId: nonEmpty,
  createdAt: time,
  duration: time.check(z.minimum(1)),
  steps: naturalNumber.check(z.minimum(1)),
  polls: naturalNumber,
  fileSeconds: z.number().check(z.minimum(0)),
  failure: z.nullable(text),
  held: time,
  hold: z.nullable(jobHold),
  end: z.nullable(jobEnd),
});

const batchClip = strictModel<BatchClipState>({ id: nonEmpty, title: text, jobId: nonEmpty });

const batch = strictModel<BatchState>({ id: nonEmpty, clips: array(batchClip) });

const audio = strictModel<AudioState>({ id: nonEmpty, provider: text, externalId: text, importedAt: time });

const logo = strictModel<SavedLogo>({ profileId: nonEmpty, storageKey: nonEmpty });

const webhook = strictModel<WebhookState>({
  id: nonEmpty,
  url: nonEmpty,
  events: array(z.enum(eventTypes)),
  secret: nonEmpty,
  createdAt: time,
});

const idempotencyRecord = strictModel<SavedIdempotencyRecord>({
  key: nonEmpty,
  fingerprint: nonEmpty,
  rememberedAt: time,
  // The statuses that the constructor of `Response` accepts.
  status: z.int().check(z.minimum(200), z.maximum(599)),
  headers: array(z.tuple([nonEmpty, text])),
  body: text,
});

const workspace = strictModel<SavedWorkspace>({
  apiKey: text,
  now: time,
  idCount: naturalNumber,
  eventCount: naturalNumber,
  txid: naturalNumber,
  projects: array(project),
  jobs: array(job),
  batches: array(batch),
  audio: array(audio),
  logos: array(logo),
  webhooks: array(webhook),
  idempotency: array(idempotencyRecord),
});

/** A snapshot of this version. `findDamage` checks the references between its parts. */
export const mockSnapshot: z.ZodMiniType<MockSnapshot> = strictModel<MockSnapshot>({
  clipwright: z.literal('mock-state'),
  version: z.literal(SNAPSHOT_VERSION),
  now: time,
  workspaces: array(workspace),
});
