import { callNames, type successPoints } from '../../../mock/points/http.ts';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { probeCall } from './calls.ts';
import { probeCancel, probeWait } from './jobs-support.ts';
import type { Probe } from './probe.ts';
import { probeRegistration } from './resources.ts';

export const successProbes: { readonly [Id in keyof typeof successPoints]: Probe } = {
  // Cast: `Object.fromEntries` types the names as strings.
  ...(Object.fromEntries(callNames.map((name) => [`success.${name}`, probeCall(name)])) as {
    readonly [Name in EndpointName as `success.${Name}`]: Probe;
  }),
  'success.webhooks.register': probeRegistration,
  'success.jobs.poll': probeWait,
  'success.jobs.cancel': probeCancel,
};
