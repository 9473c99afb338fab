import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { point } from './point.ts';

const open = 'The status of a successful response.';
// The specification does not show success statuses. A registration may have 204 and 205, which allow no body.
const status = point(open, '200 | 201 | 202 | 203 | 206 | 207 | 226');
const emptyStatus = point(open, '200 | 201 | 202 | 203 | 206 | 207 | 226 | 204 | 205');

// Cast: `Object.keys` returns strings.
export const callNames = Object.keys(endpoints) as EndpointName[];

export const successPoints = {
  // Cast: `Object.fromEntries` types the names as strings.
  ...(Object.fromEntries(callNames.map((name) => [`success.${name}`, status])) as {
    readonly [Name in EndpointName as `success.${Name}`]: typeof status;
  }),
  'success.webhooks.register': emptyStatus,
  'success.jobs.poll': status,
  'success.jobs.cancel': status,
};
