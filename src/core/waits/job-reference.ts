import type { Job, JobStatus } from '../../contract/job.ts';
import { invalidArgument, type RefusalOptions } from '../errors/validation-errors.ts';

/** What a caller has stored, perhaps in part: a field that is undefined counts as absent. */
export type Stored<T> = { [Field in keyof T]?: T[Field] | undefined };

/** A job, or the response that started it. A field that is undefined counts as absent. */
export interface KnownJob extends Stored<Omit<Job, 'job_id' | 'status'>> {
  readonly job_id: string;
  readonly status: JobStatus;
}

/** A job by its identifiers, as a caller has stored them. */
export interface StoredJob extends Stored<Omit<Job, 'job_id' | 'project_id'>> {
  readonly job_id: string;
  readonly project_id: string;
}

/**
 * A job, the response that started it, its identifiers, or its URL: the status URL to retrieve it, the cancel URL to
 * cancel it.
 */
export type JobReference = KnownJob | StoredJob | string;

/** A job as a caller has passed it: any of its fields may be missing. */
export type JobFields = Stored<Job>;

/**
 * The fields of a job that a caller has passed; a URL is that of `field`. Throws {@link RequestValidationError} for an
 * identifier alone.
 */
export function jobFields(
  call: string,
  job: JobFields | string,
  field: 'status_url' | 'cancel_url',
  refusal?: RefusalOptions,
): JobFields {
  if (typeof job !== 'string') return Object(job);
  if (/[/?]/.test(job)) return { [field]: job };
  const message =
    'must be a URL or a path, not an identifier: for a job by its identifiers, pass { job_id, project_id }';
  throw invalidArgument(call, field, message, refusal);
}

/** The project in whose list of jobs the job is, if it is known. */
export function projectOf({ project_id }: JobFields): string | undefined {
  return typeof project_id === 'string' && project_id !== '' ? project_id : undefined;
}

/** Whether a poll can read the job. */
export function canBePolled(job: JobFields): boolean {
  return Boolean(job.status_url) || projectOf(job) !== undefined;
}
