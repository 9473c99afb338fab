import type { EventsOptions, MockEvent } from 'clipwright/mock';
import { sleep } from '../../src/core/async/cancellation.ts';
import type { ControlClient } from './control-client.ts';
import { readServerSentEvents } from './server-sent-events.ts';

const PAUSE_MS = 20;

/** How long to wait before each new try to connect, in milliseconds. */
const delays = [100, 500, 1000, 2000, 4000];

/** The events of a mock, across broken connections: each connection goes on after the last event. */
export async function* remoteEvents(
  control: ControlClient,
  { signal: outer, ...options }: EventsOptions,
): AsyncGenerator<MockEvent, void> {
  const signal = outer ?? new AbortController().signal;
  let after = options.after;
  let isGreeted = false;
  try {
    while (!signal.aborted) {
      // A mock that closes each connection at once is not to be asked without a pause.
      if (isGreeted) await sleep(PAUSE_MS, signal);
      const connection = await connect(control, { ...options, after, signal }, isGreeted ? delays : []);
      for await (const event of read(connection)) {
        // A later connection goes on where the one before has ended.
        if (event.type !== 'hello' || !isGreeted) yield event;
        isGreeted = true;
        after = event.id;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** @throws ConfigurationError of the last try. */
async function connect(
  control: ControlClient,
  options: EventsOptions & { readonly signal: AbortSignal },
  [delay, ...later]: readonly number[],
): Promise<Response> {
  const { apiKey, after, signal } = options;
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after };
  try {
    return await control.send('events', { scope: { apiKey }, headers, signal });
  } catch (error) {
    if (delay === undefined || signal.aborted) throw error;
    await sleep(delay, signal);
    return connect(control, options, later);
  }
}

/** Ends where the connection does. */
async function* read({ body }: Response): AsyncGenerator<MockEvent, void> {
  if (!body) return;
  try {
    for await (const { id, data } of readServerSentEvents(body)) yield { id, ...JSON.parse(data) };
  } catch (error) {
    // Of `fetch`: any other is a mistake of the mock.
    if (!(error instanceof TypeError) && Object(error).name !== 'AbortError') throw error;
  }
}
