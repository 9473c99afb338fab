import {
  enum as enumeration,
  int,
  literal,
  maximum,
  minimum,
  nullable,
  strictObject,
  tuple,
  unknown,
  type ZodMiniType,
  number as zodNumber,
} from 'zod/mini';
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
function strictModel<T extends object>(shape: Shape<T>): ZodMiniType<T> {
  // Cast: zod cannot see that the shape's type already proves the output to be `T`.
  return strictObject(shape) as ZodMiniType<T>;
}

const time = zodNumber().check(minimum(0), maximum(MAX_TIME));
const duration = time;
/** The end of a hold, or of a job that is on hold. It may be after `MAX_TIME`. */
const endTime = zodNumber().check(minimum(0), maximum(2 * MAX_TIME));
const percent = zodNumber().check(minimum(0), maximum(100));

export const mediaState: ZodMiniType<MediaState> = strictModel<MediaState>({
  positionX: number,
  positionY: number,
  widthPx: number,
  heightPx: number,
  opacity: zodNumber().check(minimum(0), maximum(1)),
  volume: zodNumber().check(minimum(0), maximum(2)),
  keepAspectRatio: flag,
  blurredBackground: flag,
});

export const effectState: ZodMiniType<EffectState> = strictModel<EffectState>({
  id: nonEmpty,
  type: enumeration(['colorgrade', 'zoom']),
  fields: record(unknown()),
});

export const timelineItemState: ZodMiniType<TimelineItemState> = strictModel<TimelineItemState>({
  id: nonEmpty,
  type: enumeration(['video', 'audio', 'caption']),
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
  description: nullable(text),
  // The only ratio that requests allow, and the default.
  aspectRatio: requestEnum(['9:16']),
  createdAt: time,
  updatedAt: time,
  assetId: nonEmpty,
  items: array(timelineItemState),
  captions: array(caption),
  jobIds: array(nonEmpty),
});

const jobHold = strictModel<JobHold>({ from: time, until: nullable(endTime), review: flag });

const jobEnd = strictModel<JobEnd>({
  status: enumeration(['completed', 'failed', 'cancelled']),
  at: endTime,
  progress: percent,
  error: nullable(text),
});

const job = strictModel<JobState>({
  id: nonEmpty,
  kind: enumeration(['export', 'clip', 'sound']),
  projectId: nonEmpty,
  exportId: nullable(nonEmpty),
  mediaId: nonEmpty,
  createdAt: time,
  duration: duration.check(minimum(1)),
  steps: naturalNumber.check(minimum(1)),
  polls: naturalNumber,
  fileSeconds: zodNumber().check(minimum(0)),
  failure: nullable(text),
  held: duration,
  hold: nullable(jobHold),
  end: nullable(jobEnd),
});

const batchClip = strictModel<BatchClipState>({ id: nonEmpty, title: text, jobId: nonEmpty });

const batch = strictModel<BatchState>({ id: nonEmpty, clips: array(batchClip) });

const audio = strictModel<AudioState>({ id: nonEmpty, provider: text, externalId: text, importedAt: time });

const logo = strictModel<SavedLogo>({ profileId: nonEmpty, storageKey: nonEmpty });

const webhook = strictModel<WebhookState>({
  id: nonEmpty,
  url: nonEmpty,
  events: array(enumeration(eventTypes)),
  secret: nonEmpty,
  createdAt: time,
});

const idempotencyRecord = strictModel<SavedIdempotencyRecord>({
  key: nonEmpty,
  fingerprint: nonEmpty,
  rememberedAt: time,
  // The statuses that the constructor of `Response` accepts.
  status: int().check(minimum(200), maximum(599)),
  headers: array(tuple([nonEmpty, text])),
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
export const mockSnapshot: ZodMiniType<MockSnapshot> = strictModel<MockSnapshot>({
  clipwright: literal('mock-state'),
  version: literal(SNAPSHOT_VERSION),
  now: time,
  workspaces: array(workspace),
});
