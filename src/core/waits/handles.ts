import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import type { Stored } from '../call/job-calls.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { statusOutcome } from './job-state.ts';
import { refusedWait } from './wait-options.ts';

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
  /** The known jobs of a clip that is not final. An empty list means that the service no longer lists any. */
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
  /** When the first of the latest looks that found no state began, in milliseconds since 1970. */
  readonly failing_since?: number | undefined;
}

/**
 * What `client.jobs.check` found out about a job, as plain JSON. Store it, and pass it to `check`, `wait` or `watch` in
 * any process, which continues from there.
 */
export interface JobHandle extends Handle {
  readonly job: FollowedJob;
}

/**
 * What `client.clips.check` found out about a batch, as plain JSON of at most 400 bytes per clip, unless the ids are
 * very long. Store it, and pass it to `check`, `wait` or `watch` in any process, which continues from there. The states
 * that follow have only the fields of the handle: the clips have no titles, for example.
 */
export interface BatchHandle extends Handle {
  readonly batch: FollowedBatch;
}

/** Returns the work in a handle, and since when looks have failed. Returns any other value as the work. */
export function openHandle<Work>(
  name: string,
  field: 'job' | 'batch',
  given: Work | JobHandle | BatchHandle,
): { readonly work: Work; readonly failingSince?: number | undefined } {
  const { version, failing_since, [field]: work } = Object(given);
  // Casts: the caller passes the field that its handle has. A job of the service may have a field `version`, but has no field `job`.
  if (version === undefined || work === undefined) return { work: given as Work };
  if (version === 1) return { work: Object(work), failingSince: failing_since };
  const problem = 'must be 1: another version of clipwright made this handle';
  throw invalidArgument(name, `${field}.version`, problem, refusedWait);
}

const maxClipBytes = 400;

/** Returns the fields of a clip that a handle has. */
export function toFollowedClip(
  { clip_id, project_id, export_id, status, download_url, error_message }: Clip,
  followed_jobs: readonly FollowedJob[] | undefined,
): FollowedClip {
  const ids = { clip_id, project_id, export_id };
  // If the clip is not final, its status must not be final either, because the next look would believe it.
  const known = { status: followed_jobs && statusOutcome(status) ? undefined : status, download_url, followed_jobs };
  const clip = { ...ids, ...known, error_message: error_message?.slice(0, 100) };
  // Without a status, the next look finds the omitted fields again.
  return new TextEncoder().encode(JSON.stringify(clip)).length > maxClipBytes ? ids : clip;
}
