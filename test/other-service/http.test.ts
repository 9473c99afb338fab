import { httpProbes } from './probes/http.ts';
import { testPoints } from './probes/probe.ts';

testPoints(httpProbes);
