/**
 * Shares webhook events among processes, using your own `ioredis` or `redis` client: {@link redisDedupe} handles each
 * event once across many receivers, and {@link redisEvents} wakes the waits of other processes.
 *
 * @module clipwright/webhooks/redis
 */
import { aString, requireFields, secondsUpToTenYears } from '../core/options/checks.ts';
import type { DedupeClaim, DedupeLease, DedupeStore } from './dedupe-store.ts';
import { type IoredisClient, type NodeRedisClient, toEvaluate } from './redis-client.ts';

export type { IoredisClient, NodeRedisClient } from './redis-client.ts';
export { type RedisEventsClient, type RedisEventsOptions, redisEvents } from './redis-events.ts';

/** Options of {@link redisDedupe}. */
export interface RedisDedupeOptions {
  /**
   * The prefix of the keys, followed by the event's `id`. Each event is handled by only one of the receivers with the
   * same prefix. A receiver with another purpose needs its own prefix. Default `clipwright:webhook:`.
   */
  readonly prefix?: string | undefined;
  /** How long a handled event is kept, in seconds; at most 315,360,000 (ten years). Default 86,400 (a day). */
  readonly ttlSeconds?: number | undefined;
}

/**
 * Stores events in Redis, for receivers on any number of machines. Each call is one script with one key, so clusters
 * are supported.
 *
 * Each event is handled once as long as Redis responds and does not lose data. A restart without data, a failover to a
 * lagging replica, a clock that is set ahead or a `maxmemory-policy` other than `noeviction` can lose a lease or a
 * handled event. The guide on receiving webhooks lists all cases, with settings for both clients.
 *
 * @throws `ConfigurationError`, which names the invalid option, or says that the client belongs to neither package.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from 'clipwright/webhooks';
 * import { redisDedupe } from 'clipwright/webhooks/redis';
 * import { Redis } from 'ioredis';
 *
 * const secret = process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '';
 * const dedupe = redisDedupe(new Redis(process.env.REDIS_URL ?? '', { commandTimeout: 3000 }));
 * export default { fetch: createWebhookHandler({ secret, dedupe, onOther: console.log }) };
 * ```
 */
export function redisDedupe(client: IoredisClient | NodeRedisClient, options: RedisDedupeOptions = {}): DedupeStore {
  requireFields(options, { prefix: aString, ttlSeconds: secondsUpToTenYears });
  const { prefix = 'clipwright:webhook:', ttlSeconds = 86_400 } = options;
  const evaluate = toEvaluate(client);
  const change = async (script: string, { id, token }: DedupeLease, milliseconds: number) =>
    Number(await evaluate(script, prefix + id, token, String(milliseconds))) === 1;

  return {
    async claim({ id, token, milliseconds }) {
      const claim = await evaluate(claimScript, prefix + id, token, String(milliseconds));
      // Cast: the script returns one of the three strings, as bytes if the client is configured to return bytes.
      return String(claim) as DedupeClaim;
    },
    renew: (lease) => change(renewScript, lease, lease.milliseconds),
    done: (lease) => change(doneScript, lease, Math.ceil(ttlSeconds * 1000)),
    free: ({ id, token }) => evaluate(freeScript, prefix + id, token),
  };
}

// A client may send a command again after a broken connection, so a script that runs twice returns the same result. The
// value of a key is the token of the lease, or `done <token>` if the event was handled.

const claimScript = `
local kept = redis.call('GET', KEYS[1])
if kept and kept ~= ARGV[1] then
  return string.sub(kept, 1, 5) == 'done ' and 'done' or 'busy'
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'claimed'`;

const renewScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

// `PEXPIRE` comes before `SET`: when the memory is full, Redis allows a script's SET only after a write that needs no memory.
const doneScript = `
local kept = redis.call('GET', KEYS[1])
local done = 'done ' .. ARGV[1]
if kept ~= ARGV[1] and kept ~= done then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('SET', KEYS[1], done, 'PX', ARGV[2])
return 1`;

const freeScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;
