import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import type { JobOutcome } from '../options/options.ts';

/** A value that the caller saved earlier: any field may be missing, and undefined counts as missing. */
export type Stored<T> = { [Field in keyof T]?: T[Field] | undefined };

/** A value that the caller saved earlier, of which only the named fields are required. */
export type StoredWith<T, Names extends keyof T> = Stored<Omit<T, Names>> & {
  [Name in Names]-?: NonNullable<T[Name]>;
};

/** A clip during a wait, with the status, file and error of its job. */
export interface ClipProgress extends Clip {
  /** The clip's progress in percent, from 0 to 100. It never decreases, and is 100 once the clip has succeeded. */
  progress: number;
}

/** The state of a batch during a wait. */
export interface BatchProgress extends ClipBatch {
  clips: ClipProgress[];
  /** The average progress of the clips in percent, rounded down. A clip that failed or was canceled counts as 100. */
  progress: number;
}

/** A clip as stored by the caller: only its ids are required. */
export interface ClipReference extends StoredWith<Clip, 'clip_id' | 'project_id'> {}

/** A batch as stored by the caller: only the ids of the batch and its clips are required. */
export interface BatchReference extends Stored<Omit<ClipBatch, 'batch_id' | 'clips'>> {
  batch_id: string;
  clips: readonly ClipReference[];
}

/** The result of a check: the work continues, has ended, or can no longer be followed. */
export type CheckState = 'pending' | 'succeeded' | 'failed' | 'canceled' | 'untrackable';

/** The result of a check of a job. */
export interface JobCheck {
  /** `pending` until the job is final; `untrackable` when it can no longer be found. */
  readonly state: CheckState;
  /** The job; null if the check did not find its state. */
  readonly job: Job | null;
  /** The error with which a wait would reject; undefined while the job is pending, and after a success. */
  readonly error: Error | undefined;
  /** What is known about the job. Pass it to the next check. */
  readonly handle: JobHandle;
}

/** The result of a check of a batch of clips. */
export interface BatchCheck {
  /**
   * `pending` until every clip is final. Then `failed` if any clip failed, even if `batch` has the files of others.
   * `untrackable` when the remaining clips cannot be followed.
   */
  readonly state: CheckState;
  readonly batch: BatchProgress;
  /** Why the state is `failed`, `canceled` or `untrackable`; otherwise undefined. */
  readonly error: Error | undefined;
  /** What is known about the batch. Pass it to the next check. */
  readonly handle: BatchHandle;
}

/** A job in a handle. */
export interface FollowedJob
  extends Stored<Pick<Job, 'job_id' | 'project_id' | 'export_id' | 'status_url' | 'status'>> {
  /** How many polls in a row did not find the job. */
  readonly misses?: number | undefined;
}

/** A clip in a handle. */
export interface FollowedClip extends Stored<Pick<Clip, 'export_id' | 'status' | 'download_url' | 'error_message'>> {
  readonly clip_id: string;
  readonly project_id: string;
  /** How the clip ended; missing while it is not final. */
  readonly followed_outcome?: JobOutcome | undefined;
  /** The clip's known jobs, unless `followed_outcome` is set. An empty list means that the service no longer lists any. */
  readonly followed_jobs?: readonly FollowedJob[] | undefined;
}

/** A batch in a handle. */
export interface FollowedBatch extends Stored<Pick<ClipBatch, 'status' | 'total_clip_count'>> {
  readonly batch_id: string;
  readonly clips: readonly FollowedClip[];
}

interface Handle {
  /** The version of this format. */
  readonly version: 1;
}

/**
 * What `client.jobs.check` knows about a job, as plain JSON. To continue in any process, store the handle and pass it to
 * `check`, `wait` or `watch`.
 */
export interface JobHandle extends Handle {
  readonly job: FollowedJob;
}

/**
 * What `client.clips.check` knows about a batch, as plain JSON. A clip takes at most 400 bytes, unless its ids are very
 * long, or the batch that you passed already contained the URL of its file. To continue in any process, store the handle
 * and pass it to `check`, `wait` or `watch`. A batch that was continued from a handle has only the fields of the handle.
 * For example, its clips have no titles.
 */
export interface BatchHandle extends Handle {
  readonly batch: FollowedBatch;
}

/** Returns the job or batch of a handle. Any other value is returned as it is. */
export function openHandle<Work>(name: string, field: 'job' | 'batch', given: Work | JobHandle | BatchHandle): Work {
  const { version, [field]: work } = Object(given);
  // A job may have a field `version`, but has no field `job`. Cast: a value that is not a handle is the work itself.
  if (version === undefined || work === undefined) return given as Work;
  if (version === 1) return Object(work);
  const problem = 'must be 1: another version of clipwright made this handle';
  throw invalidArgument(name, `${field}.version`, problem, { outcome: 'did not start' });
}

const maxClipBytes = 400;

/** Returns a clip for a handle, with the first of `states` that is not too large. If all are, keeps only the ids. */
export function toFollowedClip(
  { clip_id, project_id, export_id }: Clip,
  ...states: readonly Omit<FollowedClip, 'clip_id' | 'project_id' | 'export_id'>[]
): FollowedClip {
  const ids = { clip_id, project_id, export_id };
  const clips = states.map((state) => ({ ...ids, ...state }));
  return clips.find((clip) => new TextEncoder().encode(JSON.stringify(clip)).length <= maxClipBytes) ?? ids;
}

/** Returns a job's progress in percent. The service's scale may end at 1 or at 100; exactly 1 is read as 1 %. */
export function percentOf({ progress }: Pick<Job, 'progress'>): number {
  if (typeof progress !== 'number' || !(progress > 0)) return 0;
  return Math.min(100, progress < 1 ? progress * 100 : progress);
}
