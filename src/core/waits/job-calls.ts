import { array, looseObject, string } from 'zod/mini';
import { type Job, type JobStart, job as jobSchema } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import type { CallOptions } from '../options/options.ts';
import { type ApiCall, type ApiResult, mapResult } from '../results/api-call.ts';

/** A job, the response that started it, or its URL: the status URL to retrieve it, the cancel URL to cancel it. */
export type JobReference = Job | JobStart | string;

/** Lists the jobs of a project. */
export function listJobs(api: Api, projectId: string, options: CallOptions): ApiCall<Job[]> {
  return mapResult(
    api.call('jobs.list', { path: { projectId } }, options, listRequiredSchema),
    ({ data }) => data.jobs,
  );
}

/** Retrieves a job from its `status_url`, or from the list of its project's jobs if it has none. */
export function retrieveJob(api: Api, job: JobReference, options: CallOptions): ApiCall<Job> {
  const target = readUrl(job, 'status_url');
  if (typeof job !== 'string' && !target && job?.project_id) {
    return mapResult(listJobs(api, job.project_id, options), (result) => findJob(result, job));
  }
  return api.callUrl({ endpoint: 'jobs.retrieve', method: 'GET', target, field: 'status_url', ...schemas, options });
}

/** Cancels a job at its `cancel_url`. */
export function cancelJob(api: Api, job: JobReference, options: CallOptions): ApiCall<Job> {
  const target = readUrl(job, 'cancel_url');
  const method = cancelMethod(api, job, target);
  return api.callUrl({ endpoint: 'jobs.cancel', method, target, field: 'cancel_url', ...schemas, options });
}

const requiredSchema = /* @__PURE__ */ looseObject({ job_id: string(), status: string() });
const listRequiredSchema = /* @__PURE__ */ looseObject({ jobs: array(requiredSchema) });
const schemas = { responseSchema: jobSchema, requiredSchema };

// Callers without types may pass anything: a URL that is not valid is refused when the request is prepared.
function readUrl(job: JobReference, field: 'status_url' | 'cancel_url'): unknown {
  return typeof job === 'string' ? job : Reflect.get(Object(job), field);
}

function findJob({ data }: ApiResult<Job[]>, { job_id }: Job): Job {
  const found = data.find((job) => job.job_id === job_id);
  if (found !== undefined) return found;
  const message = `is missing, and the project's jobs do not include ${job_id}`;
  throw invalidArgument('jobs.retrieve', 'status_url', message, { outcome: 'found no job' });
}

function cancelMethod(api: Api, job: JobReference, url: unknown): string {
  const actions: unknown = Reflect.get(Object(job), 'next_actions');
  // Cast: the job is as the service sent it, unchecked.
  const action = Array.isArray(actions) ? actions.find((one) => api.isSameTarget(one?.path, url)) : undefined;
  return action?.method ?? 'POST';
}
