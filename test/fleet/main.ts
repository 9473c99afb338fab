// Runs the scenarios one after another, each with its own processes and servers. The argument `engines` selects the
// last scenario.
import { hasRedis } from '../webhooks/support/redis-server.ts';
import { enginesScenario } from './scenario-engines.ts';
import { failoverScenario } from './scenario-failover.ts';
import { killScenario } from './scenario-kill.ts';
import { silenceScenario } from './scenario-silence.ts';

const receivers = process.argv[2] === 'engines' ? [] : [killScenario, silenceScenario, failoverScenario];
if (hasRedis) for (const scenario of [...receivers, enginesScenario]) await scenario();
