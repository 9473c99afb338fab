import { aNonEmptyString, aSignal, type Check, requireFields } from '../../src/core/options/checks.ts';
import type { MockClock } from '../time/mock-clock.ts';
import type { Changes, EventsOptions, Subscription } from './changes.ts';
import type { MockEvent } from './mock-event.ts';

/** @throws ConfigurationError that names the unknown or invalid option. */
export function requireEventsOptions(options: EventsOptions, anAcceptedKey: Check): void {
  requireFields(options, { after: aNonEmptyString, signal: aSignal, apiKey: anAcceptedKey });
}

/** Returns an iterator over the changes of a mock. */
export type Events = (options?: EventsOptions) => AsyncGenerator<MockEvent, void>;

export function createEvents(changes: Changes, clock: MockClock, anAcceptedKey: Check): Events {
  return (options = {}) => {
    requireEventsOptions(options, anAcceptedKey);
    const { after, apiKey, signal } = options;
    // Subscribe here, not in the generator, which only starts at the first read and would miss earlier changes.
    const subscription = changes.subscribe(options);
    // `hello` has the id `after`. A reader that later continues after `hello` therefore gets all events since `after`.
    const hello: MockEvent = { id: after ?? subscription.lastId, type: 'hello', clock: clock.status({ apiKey }) };
    return closable(read(subscription, hello), signal, () => subscription.close());
  };
}

async function* read(subscription: Subscription, hello: MockEvent): AsyncGenerator<MockEvent, void, undefined> {
  if (subscription.isClosed) return;
  yield hello;
  for (;;) {
    const events = await subscription.read();
    if (events.length === 0) return;
    for (const { id, json } of events) yield { id, ...JSON.parse(json) };
  }
}

/**
 * Wraps an event iterator so that it closes its source when the signal is aborted, when the events end, and on `return`
 * and `throw`. A plain generator would close its source only at the next event, and not at all before the first read.
 */
export function closable<Item>(
  events: AsyncGenerator<Item, void, undefined>,
  signal: AbortSignal | undefined,
  closeSource: () => void,
): AsyncGenerator<Item, void, undefined> {
  const close = () => {
    signal?.removeEventListener('abort', close);
    closeSource();
  };
  signal?.addEventListener('abort', close);
  if (signal?.aborted) close();
  const reader = (async function* () {
    try {
      yield* events;
    } finally {
      close();
    }
  })();
  const end = reader.return.bind(reader);
  const fail = reader.throw.bind(reader);
  reader.return = (value) => {
    close();
    return end(value);
  };
  reader.throw = (error) => {
    close();
    return fail(error);
  };
  return reader;
}

/** Pings keep proxies and browsers from closing an idle connection. */
const PING_MS = 15_000;

/** Formats events as server-sent events, no faster than the stream is read. */
export function serverSentEvents(events: AsyncGenerator<MockEvent, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => {
        // A reader with unread events does not need a ping.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': ping\n\n'));
      }, PING_MS);
      // The timer must not keep Node alive. In browsers, a timer is a number.
      if (typeof timer === 'object') timer.unref();
    },
    async pull(controller) {
      const { done, value } = await events.next();
      if (!done) return controller.enqueue(encoder.encode(format(value)));
      clearInterval(timer);
      controller.close();
    },
    async cancel() {
      clearInterval(timer);
      await events.return();
    },
  });
}

/** Formats an event with its JSON on a single line, as the format of server-sent events requires. */
function format({ id, ...event }: MockEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}
