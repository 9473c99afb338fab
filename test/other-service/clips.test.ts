import { clipProbes } from './probes/clips.ts';
import { testPoints } from './probes/probe.ts';

testPoints(clipProbes);
