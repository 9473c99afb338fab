import type { EventsOptions, MockEvent } from 'clipwright/mock';
import { untilAborted } from '../../src/core/async/cancellation.ts';
import { closable } from '../stream/events.ts';
import type { ControlClient } from './control-client.ts';
import { readStream, type StreamOptions } from './server-sent-events.ts';

/** How long to wait before each retry of a connection, in milliseconds. */
const delays = [100, 500, 1000, 2000, 4000];

/**
 * How long to wait before each new connection, in milliseconds, by the number of consecutive connections that ended
 * without an event after `hello`. The pauses limit the connections to a server that closes each one.
 */
const pauses = [20, ...delays];

/** Returns the events of a mock. If a connection breaks, a new one resumes after the last event. */
export function remoteEvents(control: ControlClient, options: EventsOptions): AsyncGenerator<MockEvent, void> {
  const controller = new AbortController();
  const events = follow(control, { ...options, signal: controller.signal });
  return closable(events, options.signal, () => controller.abort());
}

async function* follow(control: ControlClient, options: StreamOptions): AsyncGenerator<MockEvent, void, undefined> {
  const { signal } = options;
  let { after } = options;
  let isGreeted = false;
  let silent = 0;
  try {
    while (!signal.aborted) {
      const { hello, later } = await connect(control, { ...options, after }, isGreeted ? delays : []);
      // Yield only the first `hello`, because later connections continue the first one.
      if (!isGreeted) yield hello;
      isGreeted = true;
      after ??= hello.id;
      silent += 1;
      for await (const event of later) {
        silent = 0;
        yield event;
        after = event.id;
      }
      await pause(pauses[Math.min(silent, pauses.length - 1)] ?? 0, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** @throws ConfigurationError when the last retry also fails: no mock responds, or it sends no event. */
async function connect(
  control: ControlClient,
  options: StreamOptions,
  [delay, ...otherDelays]: readonly number[],
): Promise<{ readonly hello: MockEvent; readonly later: AsyncGenerator<MockEvent, void> }> {
  const { apiKey, after, signal } = options;
  try {
    const later = untilBroken(readStream(control, { apiKey, after: after && sendable(after), signal }));
    const { value: hello } = await later.next();
    if (hello) return { hello, later };
    throw control.notAMock('ended its events before the first one');
  } catch (error) {
    if (delay === undefined || signal.aborted) throw error;
    await pause(delay, signal);
    return connect(control, options, otherDelays);
  }
}

/** Waits without keeping the process alive, so that the process can end when the mock is gone. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const passed = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    // In browsers, a timer is a number.
    if (typeof timer === 'object') timer.unref();
  });
  return untilAborted(passed, signal);
}

/** Returns a fixed unknown id for an id that no mock has created, because the given id may not fit into a header. */
function sendable(id: string): string {
  return /^[\w-]+$/.test(id) ? id : 'unknown';
}

async function* untilBroken(events: AsyncGenerator<MockEvent, void>): AsyncGenerator<MockEvent, void> {
  try {
    yield* events;
  } catch (error) {
    // If the connection breaks, reading the body throws a TypeError or an AbortError.
    if (!(error instanceof TypeError) && Object(error).name !== 'AbortError') throw error;
  }
}
