import type { Endpoint, EndpointInput } from '../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../src/contract/endpoints.ts';
import { job } from '../src/contract/job.ts';
import type { Context } from './context.ts';
import { jobView } from './jobs.ts';
import { services } from './services/index.ts';
import { successStatus } from './success-status.ts';

/**
 * Where jobs are read and cancelled. The specification says that a job names these addresses, not what they look like,
 * so they are no rows of the table.
 */
const jobEndpoints = {
  'jobs.retrieve': {
    method: 'GET',
    path: '/jobs/{jobId}',
    summary: 'Read a job.',
    idempotent: false,
    response: job,
  },
  'jobs.cancel': {
    method: 'POST',
    path: '/jobs/{jobId}/cancel',
    summary: 'Cancel a job.',
    idempotent: false,
    response: job,
  },
} as const satisfies Record<string, Endpoint>;

type JobEndpointName = keyof typeof jobEndpoints;

/** The name of anything that the mock serves under its base URL. */
export type ApiName = EndpointName | JobEndpointName;

/** All that the mock serves under its base URL. */
export const api: Readonly<Record<ApiName, Endpoint>> = { ...endpoints, ...jobEndpoints };

// A boundary: `keys` gives strings.
export const apiNames = Object.keys(api) as ApiName[];

/** What a request gives a service; the pipeline has checked it against the row. */
export interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Does the work of a row. */
export function serve(name: ApiName, input: Input, context: Context): unknown {
  if (name === 'jobs.retrieve' || name === 'jobs.cancel') return serveJob(name, input.path.jobId ?? '', context);
  return callService(name, input, context);
}

export function successStatusOf(name: ApiName): number {
  return name === 'jobs.retrieve' || name === 'jobs.cancel' ? 200 : successStatus[name];
}

function callService<Name extends EndpointName>(name: Name, input: Input, context: Context): unknown {
  // A boundary: the pipeline has validated the input against the row of this name.
  return services[name](input as EndpointInput<Name>, context);
}

function serveJob(name: JobEndpointName, id: string, context: Context): unknown {
  const found = context.workspace.job(id);
  if (name === 'jobs.cancel') context.cancel(found);
  else context.look(found);
  return jobView(found, context);
}
