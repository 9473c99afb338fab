// Four receivers behind one Redis, and what goes wrong in production, one after the other.
import { hasRedis } from '../webhooks/support/redis-server.ts';
import { failOver } from './act-failover.ts';
import { killReceiver } from './act-kill.ts';
import { silenceRedis } from './act-silence.ts';

if (hasRedis) for (const act of [killReceiver, silenceRedis, failOver]) await act();
