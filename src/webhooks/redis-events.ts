import { callSafely } from '../core/async/call-safely.ts';
import { sleep } from '../core/async/cancellation.ts';
import {
  aFunction,
  aNonEmptyString,
  aPositiveWholeNumber,
  requireFields,
  requireValue,
} from '../core/options/checks.ts';
import { eventIds, Sleepers, type WebhookEvents } from './events.ts';
import { type IoredisClient, type NodeRedisClient, openReader, type StreamReader, toEvaluate } from './redis-client.ts';

/** A client of `ioredis` 5 or 6, or of `redis` 4, 5 or 6, but not a pool of clients. */
export type RedisEventsClient = (IoredisClient | NodeRedisClient) & {
  /** Returns a client with its own connection. */
  duplicate(): unknown;
};

/** Options of {@link redisEvents}. */
export interface RedisEventsOptions {
  /** The key of the stream. Processes with the same key share their events. Default `clipwright:events`. */
  readonly stream?: string | undefined;
  /** About how many events the stream keeps, a whole number above 0. Default 10,000. */
  readonly maxLength?: number | undefined;
  /** Called once per outage of Redis, not for each failed read. Default: log the error with `console.warn`. */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

/**
 * Shares webhook events among processes through a Redis stream: a receiver publishes an event, which makes the waits
 * for its work poll immediately, in all processes. The stream contains only the events' identifiers. All waits of a
 * process share one additional connection to Redis, which `client.duplicate()` creates and `close()` ends. After a
 * broken connection, reading continues after the last entry that was read. During an outage of Redis, waits continue by
 * polling, and `publish` rejects. The receiver then responds with 500, and the service sends the event again.
 *
 * @throws `ConfigurationError`, which names the invalid option, or says that the client belongs to neither package.
 *
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 * import { createWebhookHandler } from 'clipwright/webhooks';
 * import { redisEvents } from 'clipwright/webhooks/redis';
 * import { Redis } from 'ioredis';
 *
 * const events = redisEvents(new Redis(process.env.REDIS_URL ?? ''));
 * // In the web process:
 * const secret = process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '';
 * export default { fetch: createWebhookHandler({ secret, onOther: events.publish }) };
 * // In a worker:
 * const job = await new Clipwright().jobs.wait({ job_id: 'j1', project_id: 'p1' }, { events });
 * ```
 */
export function redisEvents(client: RedisEventsClient, options: RedisEventsOptions = {}): WebhookEvents {
  requireFields(options, { stream: aNonEmptyString, maxLength: aPositiveWholeNumber, onError: aFunction });
  const { stream = 'clipwright:events', maxLength = 10_000, onError = warn } = options;
  const evaluate = toEvaluate(client);
  requireValue('client.duplicate', client.duplicate, aFunction);
  const sleepers = new Sleepers();
  const closing = new AbortController();
  let isReading = false;

  return {
    async publish(event) {
      await evaluate(publishScript, stream, `${maxLength}`, JSON.stringify(eventIds(event)));
    },
    subscribe(ids, wake) {
      if (!isReading && !closing.signal.aborted) void read();
      return sleepers.add(ids, wake);
    },
    close() {
      closing.abort();
      sleepers.clear();
    },
  };

  async function read(): Promise<void> {
    isReading = true;
    const since = performance.now();
    const { signal } = closing;
    let isAway = false;
    const report = (error: unknown) => {
      if (isAway || signal.aborted) return;
      isAway = true;
      void callSafely(() => onError(error));
    };
    let reader: StreamReader | undefined;
    let lastId: string | undefined;
    while (!signal.aborted) {
      try {
        reader ??= await openReader(client, report, signal);
        lastId ??= await startOf(reader, since);
        for (const { id, ids } of await reader.read(stream, lastId)) {
          lastId = id;
          sleepers.wake(ids);
        }
        isAway = false;
      } catch (error) {
        report(error);
        await sleep(1000, signal).catch(() => undefined);
        if (reader?.isReady()) continue;
        // Replace the reader, because some clients do not reconnect, and would fail or wait forever. Close it only after
        // the sleep: clients of redis 4 and 5 leave a connection open if it is closed while it is opening.
        reader?.close();
        reader = undefined;
      }
    }
  }

  /** Returns the id after which reading starts: the id of a time one second before the first subscription. */
  async function startOf(reader: StreamReader, since: number): Promise<string> {
    const now = Number(await reader.evaluate(timeScript, stream));
    return `${Math.max(0, Math.floor(now - (performance.now() - since) - 1000))}-0`;
  }
}

const publishScript = `return redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'ids', ARGV[2])`;

// Returns milliseconds on the clock of Redis, because the ids of entries are times on this clock.
const timeScript = `
local time = redis.call('TIME')
return tostring(time[1] * 1000 + math.floor(time[2] / 1000))`;

function warn(error: unknown): void {
  console.warn('clipwright: redisEvents cannot reach Redis. Waits continue by polling.', error);
}
