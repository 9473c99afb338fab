import { listProbes } from './probes/lists.ts';
import { testPoints } from './probes/probe.ts';

testPoints(listProbes);
