import type { Job, JobStatus } from '../../contract/job.ts';
import type { UrlCall } from '../call/request.ts';
import { invalidArgument, type RefusalOptions } from '../errors/validation-errors.ts';
import { isMissing, missingTarget } from '../options/target.ts';

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

// Callers without types may pass anything.
export function readField(job: JobReference, field: keyof Job): unknown {
  return typeof job === 'string' ? undefined : Reflect.get(Object(job), field);
}

/** The project in whose list of jobs the job is, if it is known. */
export function projectOf(job: JobReference): string | undefined {
  const id = readField(job, 'project_id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Refuses a batch of clips in place of a job. Throws {@link RequestValidationError}. */
export function requireNoBatch(call: string, job: JobReference, advice: string, refusal?: RefusalOptions): void {
  const { job_id, batch_id, clips } = Object(job);
  if (job_id || !(batch_id || Array.isArray(clips))) return;
  throw invalidArgument(call, 'job', `is a batch of clips: ${advice}`, refusal);
}

/** Refuses a job that cannot be read. Throws {@link RequestValidationError}. */
export function requireReadable(call: string, job: JobReference, refusal: RefusalOptions): void {
  const problem = identifierProblem(job);
  const isUnknown = typeof job !== 'string' && !projectOf(job) && isMissing(readField(job, 'status_url'));
  const message = problem ?? (isUnknown ? missingTarget : undefined);
  if (message !== undefined) throw invalidArgument(call, 'status_url', message, refusal);
}

export function targetOf(
  endpoint: string,
  job: JobReference,
  field: 'status_url' | 'cancel_url',
): Pick<UrlCall, 'target' | 'field' | 'isReference'> {
  const problem = identifierProblem(job);
  if (problem !== undefined) throw invalidArgument(endpoint, field, problem);
  return { target: typeof job === 'string' ? job : readField(job, field), field, isReference: true };
}

function identifierProblem(job: JobReference): string | undefined {
  if (typeof job !== 'string' || /[/?]/.test(job)) return undefined;
  return 'must be a URL or a path, not an identifier: for a job by its identifiers, pass { job_id, project_id }';
}
