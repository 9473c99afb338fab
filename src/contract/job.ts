import { unknown, type ZodMiniType } from 'zod/mini';
import { array, record } from './collections.ts';
import { maybe, model, number, type OpenEnum, openEnum, text, timestamp, url, uuid } from './model.ts';

/** The state of a job. The specification names only `queued`. */
export type JobStatus = OpenEnum<'queued'>;

/**
 * A call that the service suggests next.
 *
 * @remarks Follow it with `client.follow(action)`.
 */
export interface NextAction {
  /** An HTTP method. */
  method: string;
  /** A path on the API, or a URL. */
  path: string;
  /** Why the service suggests the call, for people to read. */
  reason?: string | null;
}

/** The state of a long-running job when the service responded. */
export interface Job {
  job_id: string;
  status: JobStatus;
  type?: string | null;
  kind?: string | null;
  /** The progress of the work, usually in percent. The specification gives no range. */
  progress?: number | null;
  /** The URL that returns the job's state. */
  status_url?: string | null;
  /** The URL that cancels the job. */
  cancel_url?: string | null;
  project_id?: string | null;
  export_id?: string | null;
  media_id?: string | null;
  /** The finished file. Fetch it without the API key. */
  download_url?: string | null;
  estimated_credits?: number | null;
  /** ISO 8601. */
  created_at?: string | null;
  /** ISO 8601; set once the job is final. */
  completed_at?: string | null;
  /** What went wrong, for people to read. */
  error?: string | null;
  next_actions?: NextAction[] | null;
  /** The result of the job; its keys depend on the job's kind. */
  result?: Record<string, unknown> | null;
}

/**
 * A job that a call has just started.
 *
 * @remarks Pass it to `client.jobs.wait`.
 */
export interface JobStart extends Pick<Job, 'status' | 'status_url' | 'kind' | 'cancel_url' | 'estimated_credits'> {
  /** A UUID. */
  job_id: string;
  /** A UUID. */
  project_id?: string | null;
  /** A UUID. */
  media_id?: string | null;
}

/** The jobs of a project. */
export interface JobList {
  jobs: Job[];
}

export const jobStatus: ZodMiniType<JobStatus> = openEnum(['queued']);

export const nextAction = model<NextAction>({ method: text, path: text, reason: maybe(text) });

export const job = model<Job>({
  job_id: text,
  status: jobStatus,
  type: maybe(text),
  kind: maybe(text),
  progress: maybe(number),
  status_url: maybe(url),
  cancel_url: maybe(url),
  project_id: maybe(text),
  export_id: maybe(text),
  media_id: maybe(text),
  download_url: maybe(url),
  estimated_credits: maybe(number),
  created_at: maybe(timestamp),
  completed_at: maybe(timestamp),
  error: maybe(text),
  next_actions: maybe(array(nextAction)),
  result: maybe(record(unknown())),
});

export const jobStart = model<JobStart>({
  job_id: uuid,
  status: jobStatus,
  status_url: maybe(url),
  kind: maybe(text),
  cancel_url: maybe(url),
  project_id: maybe(uuid),
  media_id: maybe(uuid),
  estimated_credits: maybe(number),
});

export const jobList = model<JobList>({ jobs: array(job) });
