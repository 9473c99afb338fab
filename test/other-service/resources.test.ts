import { testPoints } from './probes/probe.ts';
import { resourceProbes } from './probes/resources.ts';

testPoints(resourceProbes);
