import type { Check } from '../../src/core/options/checks.ts';
import type { MockClock } from '../time/mock-clock.ts';
import type { Changes } from './changes.ts';
import { type EventsOptions, requireEventsOptions } from './events-options.ts';
import type { HelloEvent, MockEvent } from './mock-event.ts';
import type { Subscription } from './subscription.ts';

/** What a mock tells of its changes. */
export type Events = (options?: EventsOptions) => AsyncGenerator<MockEvent, void>;

export function createEvents(changes: Changes, clock: MockClock, anAcceptedKey: Check): Events {
  return (options = {}) => {
    requireEventsOptions(options, anAcceptedKey);
    // Not in the generator, which begins at the first read: what happens before that is not to be missed.
    const hello: HelloEvent = { type: 'hello', clock: clock.status({ apiKey: options.apiKey }) };
    return read(changes.subscribe(options), hello, options.signal);
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
