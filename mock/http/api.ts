import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { job } from '../../src/contract/job.ts';

const rows = {
  ...endpoints,
  // The contract lacks these endpoints, because the specification does not say what their URLs look like.
  'jobs.retrieve': { method: 'GET', path: '/jobs/{jobId}', response: job },
  'jobs.cancel': { method: 'POST', path: '/jobs/{jobId}/cancel', response: job },
} as const satisfies Record<string, Endpoint>;

export type ApiRows = typeof rows;

/** The name of an endpoint that the mock serves, such as `projects.create`. */
export type ApiName = keyof ApiRows;

export const api: Readonly<Record<ApiName, Endpoint>> = rows;

// Cast: `keys` returns `string[]`.
export const apiNames = Object.keys(rows) as ApiName[];
