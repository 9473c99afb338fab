import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import type { Stored } from '../call/job-calls.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import type { BatchProgress } from './batch-state.ts';
import { statusOutcome } from './job-state.ts';
import { refusedWait } from './wait-options.ts';

const jobFields = ['job_id', 'project_id', 'export_id', 'status_url', 'status', 'completed_at'] as const;
const clipFields = ['export_id', 'status', 'download_url', 'error_message'] as const;
const batchFields = ['status', 'estimated_clip_count', 'total_clip_count', 'rendered_count', 'failed_count'] as const;

/** A job in a handle. */
export interface FollowedJob extends Stored<Pick<Job, (typeof jobFields)[number]>> {
  /** How many polls in a row did not find the job. */
  readonly misses?: number | undefined;
}

/** A clip in a handle. */
export interface FollowedClip extends Stored<Pick<Clip, (typeof clipFields)[number]>> {
  readonly clip_id: string;
  readonly project_id: string;
  /** The known jobs of a clip that is not final. An empty list means that the service no longer lists any. */
  readonly jobs?: readonly FollowedJob[] | undefined;
}

/** A batch in a handle. */
export interface FollowedBatch extends Stored<Pick<ClipBatch, (typeof batchFields)[number]>> {
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
  const problem = 'must be 1: the handle was made by another version of clipwright, or is damaged';
  throw invalidArgument(name, `${field}.version`, problem, refusedWait);
}

/** Returns the fields of a job that a handle has. */
export function toFollowedJob(job: FollowedJob): FollowedJob {
  return pick(job, [...jobFields, 'misses']);
}

/** Returns the fields of a batch that a handle has. `status`: the batch's own. `jobs`: the jobs of each clip. */
export function toFollowedBatch(
  batch: BatchProgress,
  status: string,
  jobs: readonly FollowedClip['jobs'][],
): FollowedBatch {
  const clips = batch.clips.map((clip, index) => toFollowedClip({ ...clip, jobs: jobs[index] }));
  return { ...pick({ ...batch, status }, batchFields), batch_id: batch.batch_id, clips };
}

const maxClipBytes = 400;

function toFollowedClip(clip: Clip & Pick<FollowedClip, 'jobs'>): FollowedClip {
  const { clip_id, project_id, export_id, jobs } = clip;
  const ids = { clip_id, project_id };
  // While the clip is open, a final status would be taken for its end.
  const status = jobs && statusOutcome(clip.status) ? undefined : clip.status;
  const error_message = clip.error_message?.slice(0, 100);
  const followed = { ...ids, ...pick({ ...clip, status, error_message }, [...clipFields, 'jobs']) };
  if (new TextEncoder().encode(JSON.stringify(followed)).length <= maxClipBytes) return followed;
  // Without a status, the clip is followed from the start, which finds the omitted fields again.
  return { ...ids, ...pick({ export_id }, ['export_id']) };
}

/** Copies the named fields that are neither undefined nor null. */
function pick<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): { [Each in Name]?: Exclude<Fields[Each], null> } {
  const given = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  // Cast: `Object.fromEntries` loses the names.
  return Object.fromEntries(given.map((name) => [name, fields[name]])) as {
    [Each in Name]?: Exclude<Fields[Each], null>;
  };
}
