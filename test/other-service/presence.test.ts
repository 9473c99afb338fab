import { presenceProbes } from './probes/presence.ts';
import { testPoints } from './probes/probe.ts';

testPoints(presenceProbes);
