import { jobProbes } from './probes/jobs.ts';
import { testPoints } from './probes/probe.ts';

testPoints(jobProbes);
