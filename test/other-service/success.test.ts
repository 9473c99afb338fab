import { testPoints } from './probes/probe.ts';
import { successProbes } from './probes/success.ts';

testPoints(successProbes);
