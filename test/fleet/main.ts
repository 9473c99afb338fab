// Runs three scenarios, each with its own four receivers and Redis servers.
import { hasRedis } from '../webhooks/support/redis-server.ts';
import { failoverScenario } from './scenario-failover.ts';
import { killScenario } from './scenario-kill.ts';
import { silenceScenario } from './scenario-silence.ts';

if (hasRedis) for (const scenario of [killScenario, silenceScenario, failoverScenario]) await scenario();
