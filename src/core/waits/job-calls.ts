import { array, looseObject, string } from 'zod/mini';
import { type Job, type JobStart, job as jobSchema } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import { RequestValidationError } from '../errors/validation-errors.ts';
import type { CallOptions } from '../options/options.ts';
import { type ApiCall, type ApiResult, mapResult } from '../results/api-call.ts';

/** A job, the answer that started it, or a URL: the one that reads it, or to cancel it the one that cancels it. */
export type JobReference = Job | JobStart | string;

/** The jobs of a project. */
export function listJobs(api: Api, projectId: string, options: CallOptions): ApiCall<Job[]> {
  return mapResult(
    api.call('jobs.list', { path: { projectId } }, options, listRequiredSchema),
    ({ data }) => data.jobs,
  );
}

/** The job as it is now: read at its `status_url`, or found among its project's jobs when it has none. */
export function readJob(api: Api, job: JobReference, options: CallOptions): ApiCall<Job> {
  const target = urlOf(job, 'status_url');
  if (typeof job !== 'string' && !target && job?.project_id) {
    return mapResult(listJobs(api, job.project_id, options), (result) => findJob(result, job));
  }
  const input = { method: 'GET', target, field: 'status_url', responseSchema: jobSchema, requiredSchema };
  return api.callUrl('jobs.retrieve', input, options);
}

/** Asks for a job's end at its `cancel_url`. */
export function cancelJob(api: Api, job: JobReference, options: CallOptions): ApiCall<Job> {
  const target = urlOf(job, 'cancel_url');
  const input = {
    method: cancelMethod(api, job),
    target,
    field: 'cancel_url',
    responseSchema: jobSchema,
    requiredSchema,
  };
  return api.callUrl('jobs.cancel', input, options);
}

const requiredSchema = /* @__PURE__ */ looseObject({ job_id: string(), status: string() });
const listRequiredSchema = /* @__PURE__ */ looseObject({ jobs: array(requiredSchema) });

// Whatever a caller without types passes: a URL that is none is refused where the request is drafted.
function urlOf(job: JobReference, field: 'status_url' | 'cancel_url'): unknown {
  return typeof job === 'string' ? job : Reflect.get(Object(job), field);
}

function findJob({ data }: ApiResult<Job[]>, { job_id }: Job): Job {
  const found = data.find((job) => job.job_id === job_id);
  if (found !== undefined) return found;
  const message = `is missing, and the project's jobs do not include ${job_id}`;
  throw new RequestValidationError('jobs.retrieve', [{ path: 'status_url', message }]);
}

function cancelMethod(api: Api, job: JobReference): string {
  const actions: unknown = Reflect.get(Object(job), 'next_actions');
  const url = urlOf(job, 'cancel_url');
  // A boundary: the job came as the service sent it, unchecked.
  const action = Array.isArray(actions) ? actions.find((one) => api.isSameTarget(one?.path, url)) : undefined;
  return action?.method ?? 'POST';
}
