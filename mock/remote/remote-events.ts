import type { EventsOptions, MockEvent } from 'clipwright/mock';
import { sleep } from '../../src/core/async/cancellation.ts';
import type { ControlClient } from './control-client.ts';
import { readServerSentEvents } from './server-sent-events.ts';

/** How long to wait before each new try to connect, in milliseconds. */
const delays = [100, 500, 1000, 2000, 4000];

/** The events of a mock, across broken connections: each connection goes on after the last event. */
export async function* remoteEvents(
  control: ControlClient,
  { after, apiKey, signal: outer }: EventsOptions,
): AsyncGenerator<MockEvent, void> {
  const stop = new AbortController();
  const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal;
  let last = after;
  let isGreeted = false;
  let failures = 0;
  try {
    while (!signal.aborted) {
      try {
        const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
        const response = await control.send('events', { scope: { apiKey }, headers, signal });
        failures = 0;
        if (!response.body) return;
        for await (const { id, data } of readServerSentEvents(response.body)) {
          const event: MockEvent = { id, ...JSON.parse(data) };
          // A later connection goes on where the one before has ended.
          if (event.type !== 'hello' || !isGreeted) yield event;
          isGreeted = true;
          last = id;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isGreeted || failures === delays.length) throw error;
      }
      await sleep(delays[failures] ?? 0, signal).catch(() => undefined);
      failures += 1;
    }
  } finally {
    stop.abort();
  }
}
