import { aNonEmptyString, type Check, type Checks, requireFields } from '../../src/core/options/checks.ts';
import { aSignal } from '../checks.ts';
import type { Changes } from './changes.ts';
import type { HelloEvent, MockEvent } from './mock-event.ts';
import type { Subscription } from './subscription.ts';

/** Options of {@link Mock.events}. */
export interface EventsOptions {
  /** The id of the last event that was read: only later ones follow. */
  readonly after?: string | undefined;
  /** Ends the events when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Only what changes in the workspace of this API key. */
  readonly apiKey?: string | undefined;
}

/** What a mock tells of its changes. */
export type Events = (options?: EventsOptions) => AsyncGenerator<MockEvent, void>;

export function createEvents(changes: Changes, hello: (apiKey?: string) => HelloEvent, anAcceptedKey: Check): Events {
  const checks: Checks<EventsOptions> = { after: aNonEmptyString, signal: aSignal, apiKey: anAcceptedKey };
  return (options = {}) => {
    requireFields(options, checks);
    // Not in the generator, which begins at the first read: what happens before that is not to be missed.
    return read(changes.subscribe(options), hello(options.apiKey), options.signal);
  };
}

async function* read(
  subscription: Subscription,
  hello: HelloEvent,
  signal: AbortSignal | undefined,
): AsyncGenerator<MockEvent, void> {
  const close = () => subscription.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    if (signal?.aborted) return;
    yield { id: subscription.lastId, ...hello };
    for (;;) {
      const events = await subscription.read();
      if (events.length === 0) return;
      for (const { id, json } of events) yield { id, ...JSON.parse(json) };
    }
  } finally {
    signal?.removeEventListener('abort', close);
    close();
  }
}
