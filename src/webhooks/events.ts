import type { WebhookEvent } from '../contract/event.ts';
import { callSafely } from '../core/async/call-safely.ts';
import type { WaitEvents } from '../core/options/options.ts';

/** A source of webhook events that make waits poll at once. Pass it to a wait as the option `events`. */
export interface WebhookEvents extends WaitEvents {
  /** Publishes an event. Does not use `this`, so it can be passed as in `onOther: events.publish`. */
  publish(event: WebhookEvent): Promise<void>;
  /** Stops publishing events to waits. The waits continue by polling. */
  close(): void;
}

/**
 * Returns the identifiers in an event's data, at any depth: each string of a field named `id`, `…_id` or `…Id`, and of
 * a list named `ids`, `…_ids` or `…Ids`. The specification shows only the data of `export.ready`, so treat an event as a hint
 * to look at the work that it names, with `client.jobs.check` or a wait, and never as the result.
 *
 * @example
 * ```ts
 * import { eventIds } from 'clipwright/webhooks';
 *
 * const event = { id: 'evt_1', type: 'export.ready', data: { project_id: 'p1', export_id: 'e1' } };
 * eventIds(event); // ['p1', 'e1']
 * ```
 */
export function eventIds({ data }: { readonly data: unknown }): readonly string[] {
  const ids = new Set<string>();
  // The values to visit. With deeply nested data, a recursive function would overflow the call stack.
  const left: (readonly [name: string, value: unknown])[] = [['', data]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [name, value] = next;
    if (typeof value === 'string' && value !== '' && isIdName(name)) ids.add(value);
    if (typeof value !== 'object' || value === null) continue;
    // Each item of a list gets the name of the list without its final `s`.
    const item = name.replace(/s$/, '');
    const parts = Array.isArray(value) ? value.map((part) => [item, part] as const) : Object.entries(value);
    // Push in reverse, because `pop` returns the last value. Do not use `push(...)`: a long list would overflow the stack.
    for (const part of parts.reverse()) left.push(part);
  }
  return [...ids];
}

/**
 * Passes webhook events to waits within one process. If the receiver and the waits are in different processes, use
 * `redisEvents` from `clipwright/webhooks/redis`.
 *
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 * import { createWebhookHandler, memoryEvents } from 'clipwright/webhooks';
 *
 * const events = memoryEvents();
 * const secret = process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '';
 * export default { fetch: createWebhookHandler({ secret, onOther: events.publish }) };
 *
 * const client = new Clipwright();
 * const job = await client.audio.generateSound({ prompt: 'Applause' });
 * await client.jobs.wait(job, { events });
 * ```
 */
export function memoryEvents(): WebhookEvents {
  const sleepers = new Sleepers();
  return {
    publish: async (event) => sleepers.wake(eventIds(event)),
    subscribe: (ids, wake) => sleepers.add(ids, wake),
    close: () => sleepers.clear(),
  };
}

/** The functions that wake waits, by the identifiers of the waits. Identifiers are compared ignoring case. */
export class Sleepers {
  readonly #byId = new Map<string, Set<() => void>>();

  /** Returns a function that removes `wake`. */
  add(ids: readonly string[], wake: () => void): () => void {
    // Each subscription needs its own function, because the same `wake` may be passed twice.
    const own = () => wake();
    const keys = ids.map((id) => id.toLowerCase());
    for (const key of keys) {
      const functions = this.#byId.get(key) ?? new Set();
      this.#byId.set(key, functions.add(own));
    }
    return () => {
      for (const key of keys) {
        const functions = this.#byId.get(key);
        functions?.delete(own);
        if (functions?.size === 0) this.#byId.delete(key);
      }
    };
  }

  /** Calls each function that has any of the identifiers once. An error of one function does not stop the others. */
  wake(ids: readonly string[]): void {
    const functions = ids.flatMap((id) => [...(this.#byId.get(id.toLowerCase()) ?? [])]);
    for (const wake of new Set(functions)) void callSafely(wake);
  }

  clear(): void {
    this.#byId.clear();
  }
}

function isIdName(name: string): boolean {
  return /(^|_)id$|[a-z\d]Id$/.test(name);
}
