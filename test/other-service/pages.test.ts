import { pageProbes } from './probes/pages.ts';
import { testPoints } from './probes/probe.ts';

testPoints(pageProbes);
