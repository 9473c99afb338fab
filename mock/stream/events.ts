import type { Check } from '../../src/core/options/checks.ts';
import type { MockClock } from '../time/mock-clock.ts';
import type { Changes } from './changes.ts';
import { closedFirst } from './closed-first.ts';
import { type EventsOptions, requireEventsOptions } from './events-options.ts';
import type { HelloEvent, MockEvent } from './mock-event.ts';
import type { Subscription } from './subscription.ts';

/** What a mock tells of its changes. */
export type Events = (options?: EventsOptions) => AsyncGenerator<MockEvent, void>;

export function createEvents(changes: Changes, clock: MockClock, anAcceptedKey: Check): Events {
  return (options = {}) => {
    requireEventsOptions(options, anAcceptedKey);
    const { after, apiKey, signal } = options;
    // Not in the generator, which begins at the first read: what happens before that is not to be missed.
    const subscription = changes.subscribe(options);
    const close = () => {
      signal?.removeEventListener('abort', close);
      subscription.close();
    };
    signal?.addEventListener('abort', close);
    if (signal?.aborted) close();
    // A reader that goes on after `hello` has read nothing yet of what follows the event that it named.
    const hello: HelloEvent = { type: 'hello', clock: clock.status({ apiKey }) };
    return closedFirst(read(subscription, { id: after ?? subscription.lastId, ...hello }, close), close);
  };
}

async function* read(
  subscription: Subscription,
  hello: MockEvent,
  close: () => void,
): AsyncGenerator<MockEvent, void, undefined> {
  try {
    if (subscription.isClosed) return;
    yield hello;
    for (;;) {
      const events = await subscription.read();
      if (events.length === 0) return;
      for (const { id, json } of events) yield { id, ...JSON.parse(json) };
    }
  } finally {
    close();
  }
}
