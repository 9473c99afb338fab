import { type HttpMethod, httpMethods } from '../../contract/endpoint.ts';
import { jobRequired, jobSchema } from '../../contract/for-client.ts';
import type { Job } from '../../contract/job.ts';
import { isSameId } from '../../contract/same-id.ts';
import type { Api } from '../call/api.ts';
import type { ResponseReading } from '../call/call.ts';
import type { UrlCall } from '../call/request.ts';
import { ApiError } from '../errors/api-error.ts';
import { invalidArgument, type RequestValidationError } from '../errors/validation-errors.ts';
import { oneOf } from '../options/checks.ts';
import type { CallOptions } from '../options/options.ts';
import { ApiCall, type ApiResult, mapResult } from '../results/api-call.ts';
import { type JobReference, projectOf, readField, requireNoBatch, targetOf } from './job-reference.ts';

/** Options of a call that cancels a job. */
export interface CancelOptions extends CallOptions {
  /** The HTTP method. Default: that of the job's next action with the `cancel_url`, or else `POST`. */
  readonly method?: Exclude<HttpMethod, 'GET'> | undefined;
}

/** Lists the jobs of a project. */
export function listJobs(api: Api, projectId: string, options: CallOptions): ApiCall<Job[]> {
  return mapResult(api.call('jobs.list', { path: { projectId } }, options), ({ data }) => data.jobs ?? []);
}

/** Retrieves a job from its `status_url`, or from the list of its project's jobs if it has none. */
export function retrieveJob(api: Api, job: JobReference, options: CallOptions): ApiCall<Job> {
  const projectId = readField(job, 'status_url') ? undefined : projectOf(job);
  if (projectId !== undefined)
    return mapResult(listJobs(api, projectId, options), (result) => findJob(api, result, job));
  return new ApiCall(retrieveByUrl(api, job, options));
}

/** Cancels a job at its `cancel_url`. Resolves to what the service responds, which need not be the job. */
export function cancelJob(api: Api, job: JobReference, options: CancelOptions): ApiCall<Partial<Job>> {
  return new ApiCall(cancelByUrl(api, job, { ...options }));
}

/** The error for a job without a status URL that is not among the jobs of its project. */
export function notListedError(api: Api, id: unknown): RequestValidationError {
  const message = `is missing, and the project's jobs do not include ${api.quote(String(id))}`;
  return invalidArgument('jobs.retrieve', 'status_url', message, { outcome: 'found no job' });
}

async function retrieveByUrl(api: Api, job: JobReference, options: CallOptions): Promise<ApiResult<Job>> {
  const endpoint = 'jobs.retrieve';
  requireNoBatch(endpoint, job, aJobOfBatch);
  let call: UrlCall = {
    endpoint,
    method: 'GET',
    ...targetOf(endpoint, job, 'status_url'),
    ...readingOf(job),
    options,
  };
  for (let redirects = 0; ; redirects++) {
    try {
      return await api.callUrl<Job>(call).withResponse();
    } catch (error) {
      const target = redirects < maxRedirects ? redirectTarget(error) : undefined;
      if (target === undefined) throw error;
      call = { ...call, target };
    }
  }
}

async function cancelByUrl(
  api: Api,
  job: JobReference,
  { method, ...options }: CancelOptions,
): Promise<ApiResult<Partial<Job>>> {
  const endpoint = 'jobs.cancel';
  requireNoBatch(endpoint, job, aJobOfBatch);
  const problem = method === undefined ? undefined : aCancelMethod(method);
  if (problem !== undefined) throw invalidArgument(endpoint, 'options.method', problem);
  const known = await withCancelUrl(api, job, options);
  const target = targetOf(endpoint, known, 'cancel_url');
  const result = await api
    .callUrl<unknown>({
      endpoint,
      method: method ?? suggestedMethod(api, known, target.target) ?? 'POST',
      ...target,
      unwrap: unwrapJob,
      isBodyOptional: true,
      isErrorIgnored: true,
      options,
      optionNames: ['method'],
    })
    .withResponse();
  const isObjectLike = typeof result.data === 'object' && result.data !== null;
  // Cast: what the service responds is not checked.
  return { ...result, data: isObjectLike ? (result.data as Partial<Job>) : {} };
}

/** The cancel URL of a job that a caller has stored is in the list of its project's jobs, or at the status URL that is listed. */
async function withCancelUrl(api: Api, job: JobReference, options: CallOptions): Promise<JobReference> {
  const isStored = !readField(job, 'cancel_url') && !readField(job, 'status_url') && readField(job, 'project_id');
  const known = isStored ? await retrieveJob(api, job, options) : job;
  const isElsewhere = readField(known, 'cancel_url') === undefined && readField(known, 'status_url');
  return isElsewhere ? retrieveJob(api, known, options) : known;
}

const aCancelMethod = oneOf(httpMethods.filter((method) => method !== 'GET'));

const aJobOfBatch = 'pass one of its jobs, as jobs.list gives those of a project';

const maxRedirects = 5;
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** Where a poll is redirected to; undefined if it is not, or if the runtime does not show it. */
function redirectTarget(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !redirectStatuses.includes(error.status)) return undefined;
  const location = error.headers.get('location');
  return location ? URL.parse(location, error.url)?.href : undefined;
}

function unwrapJob(body: unknown): unknown {
  const { job_id, job } = Object(body);
  return job_id === undefined && typeof job === 'object' && job !== null ? job : body;
}

/** How the response is read for a reference: if the job's identifier is known, it is that job's. */
function readingOf(reference: JobReference): ResponseReading {
  const id = readField(reference, 'job_id');
  const isKnown = typeof id === 'string' && id !== '';
  return {
    responseSchema: jobSchema(),
    requiredSchema: jobRequired(isKnown ? id : undefined),
    unwrap: unwrapJob,
  };
}

function findJob(api: Api, { data }: ApiResult<Job[]>, reference: JobReference): Job {
  const id = readField(reference, 'job_id');
  // Identifiers other than UUIDs may differ by case alone.
  const found = data.find(({ job_id }) => job_id === id) ?? data.find(({ job_id }) => isSameId(job_id, id));
  if (found === undefined) throw notListedError(api, id);
  return found;
}

function suggestedMethod(api: Api, job: JobReference, url: unknown): string | undefined {
  const actions = readField(job, 'next_actions');
  if (!Array.isArray(actions)) return undefined;
  // The job is as the service sent it, unchecked. It may be polled at the same URL.
  const isRead = (method: unknown) => typeof method === 'string' && /^(get|head)$/i.test(method);
  // Each is compared as a URL, which takes time.
  return actions.slice(0, 100).find((one) => !isRead(one?.method) && api.isSameTarget(one?.path, url))?.method;
}
