import { editProbes } from './probes/edits.ts';
import { testPoints } from './probes/probe.ts';

testPoints(editProbes);
