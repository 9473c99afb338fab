import { errorProbes } from './probes/errors.ts';
import { testPoints } from './probes/probe.ts';

testPoints(errorProbes);
