import { aNonEmptyString, type Check, requireFields } from '../../src/core/options/checks.ts';
import { aSignal } from '../checks.ts';
import type { MockClock } from '../time/mock-clock.ts';
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

/** @throws ConfigurationError that names the unknown or invalid option. */
export function requireEventsOptions(options: EventsOptions, anAcceptedKey: Check): void {
  requireFields(options, { after: aNonEmptyString, signal: aSignal, apiKey: anAcceptedKey });
}

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

/**
 * Has `return` and `throw` close what the events are read from, also while a read is pending: by itself a generator would end
 * only after the next event, and one that was never read would close nothing.
 */
export function closedFirst<Item>(
  events: AsyncGenerator<Item, void, undefined>,
  close: () => void,
): AsyncGenerator<Item, void, undefined> {
  const end = events.return.bind(events);
  const fail = events.throw.bind(events);
  events.return = (value) => {
    close();
    return end(value);
  };
  events.throw = (error) => {
    close();
    return fail(error);
  };
  return events;
}
