import { type HttpMethod, httpMethods } from '../../contract/endpoint.ts';
import { isSameId, jobRequired, jobSchema } from '../../contract/for-client.ts';
import type { Job } from '../../contract/job.ts';
import { ApiError } from '../errors/api-errors.ts';
import { invalidArgument, type RefusalOptions, type RequestValidationError } from '../errors/validation-errors.ts';
import { oneOf } from '../options/checks.ts';
import type { CallOptions } from '../options/options.ts';
import { ApiCall, type ApiResult, mapResult } from '../results/api-call.ts';
import type { Stored, StoredWith } from '../results/checks.ts';
import type { Api } from './api.ts';
import type { UrlCall } from './request.ts';

/** A job, or the response that started it. */
export interface KnownJob extends StoredWith<Job, 'job_id' | 'status'> {}

/** The ids of a job, as stored by the caller; the other fields are optional. */
export interface StoredJob extends StoredWith<Job, 'job_id' | 'project_id'> {}

/** A job, the response that started it, its ids, its status URL (to read it) or its cancel URL (to cancel it). */
export type JobReference = KnownJob | StoredJob | string;

/** Options of a call that cancels a job. */
export interface CancelOptions extends CallOptions {
  /** The HTTP method. Default: the method of the job's next action for its `cancel_url`, otherwise `POST`. */
  readonly method?: Exclude<HttpMethod, 'GET'> | undefined;
}

/** A job as passed by the caller: any field may be missing. */
export type JobFields = Stored<Job>;

/** Returns the fields of a job. A URL becomes the value of `field`. Throws {@link RequestValidationError} for an id. */
export function jobFields(
  call: string,
  job: JobFields | string,
  field: 'status_url' | 'cancel_url',
  refusal?: RefusalOptions,
): JobFields {
  if (typeof job !== 'string') return Object(job);
  if (/^[^{]*[/?]/.test(job)) return { [field]: job };
  const message =
    'must be a URL or a path, not an identifier or JSON text: for a job by its identifiers, pass { job_id, project_id }';
  throw invalidArgument(call, field, message, refusal);
}

/** Returns the id of the project whose list contains the job; undefined if the job lacks its id or its project's id. */
export function projectOf({ job_id, project_id }: JobFields): string | undefined {
  return job_id && typeof project_id === 'string' && project_id !== '' ? project_id : undefined;
}

/** Whether a poll can find the job, at its status URL or in the list of its project. */
export function canBePolled(job: JobFields): boolean {
  return Boolean(job.status_url) || projectOf(job) !== undefined;
}

export function listJobs(api: Api, projectId: string, options: CallOptions): ApiCall<Job[]> {
  return mapResult(api.call('jobs.list', { path: { projectId } }, options), ({ data }) => data.jobs ?? []);
}

/** Retrieves a job from its `status_url`, or, if the job has no `status_url`, from the list of its project's jobs. */
export function retrieveJob(api: Api, job: JobFields | string, options: CallOptions): ApiCall<Job> {
  return new ApiCall(retrieve(api, job, options));
}

/** Cancels a job at its `cancel_url`. Resolves to the response, which is not necessarily the job. */
export function cancelJob(api: Api, job: JobFields | string, options: CancelOptions): ApiCall<Partial<Job>> {
  return new ApiCall(cancel(api, job, { ...options }));
}

export function notListedError(api: Api, id: unknown): RequestValidationError {
  const message = `is missing, and the project's jobs do not include ${api.redactor.start(String(id), 200)}`;
  return invalidArgument('jobs.retrieve', 'status_url', message, { outcome: 'found no job' });
}

async function retrieve(api: Api, reference: JobFields | string, options: CallOptions): Promise<ApiResult<Job>> {
  const endpoint = 'jobs.retrieve';
  const job = jobFields(endpoint, reference, 'status_url');
  const projectId = job.status_url ? undefined : projectOf(job);
  if (projectId !== undefined) {
    const result = await listJobs(api, projectId, options).withResponse();
    const { data: jobs } = result;
    const isSame = ({ job_id }: Job) => isSameId(job_id, job.job_id);
    const data = jobs.find(({ job_id }) => job_id === job.job_id) ?? jobs.find(isSame);
    if (data === undefined) throw notListedError(api, job.job_id);
    return { ...result, data };
  }
  let call: UrlCall = {
    endpoint,
    method: 'GET',
    target: job.status_url,
    field: 'status_url',
    isReference: true,
    responseSchema: jobSchema(),
    // The response must describe the requested job.
    requiredSchema: jobRequired(job.job_id || undefined),
    unwrap: unwrapJob,
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

async function cancel(
  api: Api,
  reference: JobFields | string,
  { method, ...options }: CancelOptions,
): Promise<ApiResult<Partial<Job>>> {
  const endpoint = 'jobs.cancel';
  const problem = method === undefined ? undefined : aCancelMethod(method);
  if (problem !== undefined) throw invalidArgument(endpoint, 'options.method', problem);
  const job = await withCancelUrl(api, jobFields(endpoint, reference, 'cancel_url'), options);
  const result = await api
    .callUrl<unknown>({
      endpoint,
      method: method ?? suggestedMethod(api, job) ?? 'POST',
      target: job.cancel_url,
      field: 'cancel_url',
      isReference: true,
      unwrap: unwrapJob,
      isBodyOptional: true,
      isErrorIgnored: true,
      options,
      optionNames: ['method'],
    })
    .withResponse();
  const isObjectLike = typeof result.data === 'object' && result.data !== null;
  // Cast: the response is not checked.
  return { ...result, data: isObjectLike ? (result.data as Partial<Job>) : {} };
}

/** Looks up a missing cancel URL in the job list of the job's project, or at the job's status URL. */
async function withCancelUrl(api: Api, job: JobFields, options: CallOptions): Promise<JobFields> {
  const isStored = !job.cancel_url && !job.status_url && job.project_id;
  const known = isStored ? await retrieveJob(api, job, options) : job;
  const isElsewhere = known.cancel_url === undefined && known.status_url;
  return isElsewhere ? retrieveJob(api, known, options) : known;
}

const aCancelMethod = oneOf(httpMethods.filter((method) => method !== 'GET'));

const maxRedirects = 5;
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** Returns the redirect target of a poll; undefined if there is none or the runtime hides it. */
function redirectTarget(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !redirectStatuses.includes(error.status)) return undefined;
  const location = error.headers.get('location');
  return location ? URL.parse(location, error.url)?.href : undefined;
}

function unwrapJob(body: unknown): unknown {
  const { job_id, job } = Object(body);
  return job_id === undefined && typeof job === 'object' && job !== null ? job : body;
}

function suggestedMethod(api: Api, { next_actions, cancel_url }: JobFields): string | undefined {
  if (!Array.isArray(next_actions)) return undefined;
  // Excludes actions that poll the job at the same URL. The job is not validated, so a method can have any type.
  const isRead = (method: unknown) => typeof method === 'string' && /^(get|head)$/i.test(method);
  // Only the first 100 actions are searched, because parsing each path as a URL takes time.
  const actions = next_actions.slice(0, 100);
  return actions.find((one) => !isRead(one?.method) && api.isSameTarget(one?.path, cancel_url))?.method;
}
