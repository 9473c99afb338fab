import { testPoints } from './probes/probe.ts';
import { requestProbes } from './probes/requests.ts';

testPoints(requestProbes);
