import { ConfigurationError } from '../core/errors/configuration-error.ts';
import type { DedupeClaim, DedupeLease, DedupeStore } from './dedupe-store.ts';
import { requireOptions, seconds } from './option-checks.ts';

/** What is used of a client, or a cluster client, of `ioredis` 5 or 6. */
export interface IoredisClient {
  /** Runs a script; the keys come first, then its arguments. */
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Tells it from the other client. */
  readonly defineCommand: unknown;
}

/** What is used of a client, pool, sentinel or cluster of `redis` 4, 5 or 6, which must be connected. */
export interface NodeRedisClient {
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Tells it from the other client. */
  readonly isOpen: boolean;
}

/** Options of {@link redisDedupe}. */
export interface RedisDedupeOptions {
  /**
   * What the keys begin with; `clipwright:webhook:` by default, and the event's `id` follows. Receivers with one prefix share
   * the work, one event to one of them. A receiver that does another thing with the same events needs a prefix of its own.
   */
  readonly prefix?: string | undefined;
  /** How long a handled event is kept, in seconds; 86,400 by default, a day. */
  readonly ttlSeconds?: number | undefined;
}

/**
 * Keeps events in Redis, for receivers on any number of machines. The client is your own, of `ioredis` or `redis`, and so
 * are its time limits: what it throws, or when it does, is what the handler answers with 500. Each call is one script over
 * one key, so a cluster will do.
 *
 * An event is handled once as long as Redis keeps what it was told. A fail-over to a replica that lags can lose a lease or
 * a done event, and so can a `maxmemory-policy` that evicts keys.
 *
 * @throws `ConfigurationError` that names the option that cannot be used, or says that the client is of neither kind.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from 'clipwright/webhooks';
 * import { redisDedupe } from 'clipwright/webhooks/redis';
 * import { Redis } from 'ioredis';
 *
 * const handle = createWebhookHandler({
 *   secret: process.env.WEBHOOK_SECRET ?? '',
 *   dedupe: redisDedupe(new Redis(process.env.REDIS_URL ?? '', { commandTimeout: 3000 })),
 *   on: { 'export.ready': async (event) => console.log(event.data.download_url) },
 * });
 * export default { fetch: handle };
 * ```
 */
export function redisDedupe(client: IoredisClient | NodeRedisClient, options: RedisDedupeOptions = {}): DedupeStore {
  requireOptions(options, { prefix: ['a text', (value) => typeof value === 'string'], ttlSeconds: seconds });
  const { prefix = 'clipwright:webhook:', ttlSeconds = 86_400 } = options;
  return new RedisDedupe(evaluatorOf(client), prefix, ttlSeconds);
}

/** Runs a script over one key. */
type Evaluate = (script: string, key: string, ...args: string[]) => Promise<unknown>;

// A client may send a command again after a broken connection, so each script gives its second run the answer of its first.
// What is kept is the holder's token, and `done <token>` after that.

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

const doneScript = `
local kept = redis.call('GET', KEYS[1])
local done = 'done ' .. ARGV[1]
if kept ~= ARGV[1] and kept ~= done then return 0 end
redis.call('SET', KEYS[1], done, 'PX', ARGV[2])
return 1`;

const freeScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

class RedisDedupe implements DedupeStore {
  readonly #evaluate: Evaluate;
  readonly #prefix: string;
  readonly #doneFor: string;

  constructor(evaluate: Evaluate, prefix: string, ttlSeconds: number) {
    this.#evaluate = evaluate;
    this.#prefix = prefix;
    this.#doneFor = String(Math.ceil(ttlSeconds * 1000));
  }

  async claim({ id, token, milliseconds }: DedupeLease): Promise<DedupeClaim> {
    const claim = await this.#evaluate(claimScript, this.#prefix + id, token, String(milliseconds));
    // A boundary: it is one of the three texts of the script, as bytes where the client is told to give bytes.
    return String(claim) as DedupeClaim;
  }

  async renew({ id, token, milliseconds }: DedupeLease): Promise<boolean> {
    return Number(await this.#evaluate(renewScript, this.#prefix + id, token, String(milliseconds))) === 1;
  }

  async done({ id, token }: DedupeLease): Promise<boolean> {
    return Number(await this.#evaluate(doneScript, this.#prefix + id, token, this.#doneFor)) === 1;
  }

  async free({ id, token }: DedupeLease): Promise<void> {
    await this.#evaluate(freeScript, this.#prefix + id, token);
  }
}

function evaluatorOf(client: IoredisClient | NodeRedisClient): Evaluate {
  if (typeof client?.eval === 'function') {
    if ('defineCommand' in client) return (script, key, ...args) => client.eval(script, 1, key, ...args);
    if ('isOpen' in client) return (script, key, ...args) => client.eval(script, { keys: [key], arguments: args });
  }
  throw new ConfigurationError('client', 'must be a client of the package ioredis, or of redis from version 4 on.');
}
