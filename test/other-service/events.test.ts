import { eventProbes } from './probes/events.ts';
import { testPoints } from './probes/probe.ts';

testPoints(eventProbes);
