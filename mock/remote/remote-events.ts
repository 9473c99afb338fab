import type { EventsOptions, MockEvent } from 'clipwright/mock';
import { sleep } from '../../src/core/async/cancellation.ts';
import { closedFirst } from '../stream/events.ts';
import type { ControlClient } from './control-client.ts';
import { readServerSentEvents } from './server-sent-events.ts';

/** How long to wait before each retry of a connection, in milliseconds. */
const delays = [100, 500, 1000, 2000, 4000];

/**
 * How long to wait after a connection has ended, by the number of connections in a row without an event. Otherwise a
 * server that closes each connection would be flooded.
 */
const pauses = [20, ...delays];

/** Options with a signal that also aborts when the reader stops. */
type FollowOptions = EventsOptions & { readonly signal: AbortSignal };

/** The events of a mock, across broken connections: each one continues after the last event. */
export function remoteEvents(control: ControlClient, options: EventsOptions): AsyncGenerator<MockEvent, void> {
  const { signal: outer } = options;
  const controller = new AbortController();
  const close = () => {
    outer?.removeEventListener('abort', close);
    controller.abort();
  };
  outer?.addEventListener('abort', close);
  if (outer?.aborted) close();
  return closedFirst(follow(control, { ...options, signal: controller.signal }, close), close);
}

async function* follow(
  control: ControlClient,
  options: FollowOptions,
  close: () => void,
): AsyncGenerator<MockEvent, void, undefined> {
  const { signal } = options;
  let { after } = options;
  let isGreeted = false;
  let silent = 0;
  try {
    while (!signal.aborted) {
      const { hello, later } = await connect(control, { ...options, after }, isGreeted ? delays : []);
      // Later connections continue the first one, and say no hello.
      if (!isGreeted) yield hello;
      isGreeted = true;
      after ??= hello.id;
      silent += 1;
      for await (const event of later) {
        silent = 0;
        yield event;
        after = event.id;
      }
      await sleep(pauses[Math.min(silent, pauses.length - 1)] ?? 0, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    close();
  }
}

interface Connection {
  readonly hello: MockEvent;
  readonly later: AsyncGenerator<MockEvent, void>;
}

/** @throws ConfigurationError from the last retry. */
async function connect(
  control: ControlClient,
  options: FollowOptions,
  [delay, ...later]: readonly number[],
): Promise<Connection> {
  const { signal } = options;
  try {
    return await open(control, options);
  } catch (error) {
    if (delay === undefined || signal.aborted) throw error;
    await sleep(delay, signal);
    return connect(control, options, later);
  }
}

/** @throws ConfigurationError when no mock responds, or when it does not begin with `hello`. */
async function open(control: ControlClient, { apiKey, after, signal }: FollowOptions): Promise<Connection> {
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': sendable(after) };
  const later = read(await control.send('events', { scope: { apiKey }, headers, signal }));
  const { value: hello } = await later.next();
  if (hello) return { hello, later };
  throw control.notAMock('ended its events before the first one');
}

/** Replaces an id that no mock has made, and that may not fit into a header, by another unknown one. */
function sendable(id: string): string {
  return /^[\w-]+$/.test(id) ? id : 'unknown';
}

/** Yields events until the connection ends. */
async function* read({ body }: Response): AsyncGenerator<MockEvent, void> {
  if (!body) return;
  try {
    for await (const { id, data } of readServerSentEvents(body)) yield { id, ...JSON.parse(data) };
  } catch (error) {
    // These two come from `fetch` when a connection breaks. Any other error is a bug.
    if (!(error instanceof TypeError) && Object(error).name !== 'AbortError') throw error;
  }
}
