import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { point } from './point.ts';

const open = 'The status of a successful response.';
// The specification does not show success statuses. A registration may have 204 and 205, which allow no body.
const status = point(open, '200 | 201 | 202 | 203 | 206 | 207 | 226');
const emptyStatus = point(open, '200 | 201 | 202 | 203 | 206 | 207 | 226 | 204 | 205');

type SuccessPoints = {
  readonly [Name in EndpointName as `success.${Name}`]: Name extends 'webhooks.register'
    ? typeof emptyStatus
    : typeof status;
};

// Cast: `Object.keys` returns strings.
export const callNames = Object.keys(endpoints) as EndpointName[];

export const successPoints = {
  // Cast: `Object.fromEntries` types the names as strings.
  ...(Object.fromEntries(
    callNames.map((name) => [`success.${name}`, name === 'webhooks.register' ? emptyStatus : status]),
  ) as unknown as SuccessPoints),
  'success.jobs.poll': status,
  'success.jobs.cancel': status,
};
