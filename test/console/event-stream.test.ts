import { expect, test, vi } from 'vitest';
import { follow } from '../../mock/console/data/event-stream.ts';
import { controlAt } from '../../mock/console/data/mock-store.ts';
import { readServerSentEvents } from '../../mock/remote/server-sent-events.ts';
import { eventually } from '../support/patience.ts';

test('events are read in browsers without async iterable streams, and the connection closes when the reader stops', async () => {
  vi.spyOn(ReadableStream.prototype, Symbol.asyncIterator).mockImplementation(() => {
    throw new TypeError('undefined is not a function');
  });
  const onCancel = vi.fn();
  const body = streamOf(['id: 1\ndata: {"a', '":1}\n\n: ping\n\n', 'id: 2\ndata: {}\n\n'], onCancel);

  const events = readServerSentEvents(body);

  expect((await events.next()).value).toEqual({ id: '1', data: '{"a":1}' });
  expect((await events.next()).value).toEqual({ id: '2', data: '{}' });
  await events.return();
  await eventually(() => expect(onCancel).toHaveBeenCalled());
});

test('the page reconnects after a delay that doubles until an event arrives', async () => {
  vi.useFakeTimers();
  const { opened, fetch } = connections([undefined, undefined, undefined, 'id: 1\ndata: {"type":"hello"}\n\n']);
  vi.stubGlobal('fetch', fetch);
  const closing = new AbortController();

  const following = follow({
    control: controlAt('http://127.0.0.1:4010'),
    apiKey: undefined,
    signal: closing.signal,
    onEvent: () => {},
    onStatus: () => {},
  });
  await vi.advanceTimersByTimeAsync(5500);
  closing.abort();
  await following;

  // The delays are 0.5, 1 and 2 s while nothing arrives, and 0.5 and 1 s again after the event.
  expect(opened).toEqual([0, 500, 1500, 3500, 4000, 5000]);
});

test.each(['\u2028', '\u2029', '\u0085', '\r'])('an event whose text contains %j is read', async (character) => {
  const data = JSON.stringify({ text: character });
  const { body } = new Response(`id: 1\ndata: ${data}\n\n`);
  if (!body) throw new Error('The response has no body.');
  const events: unknown[] = [];
  for await (const event of readServerSentEvents(body)) events.push(event);
  expect(events).toEqual([{ id: '1', data }]);
});

/** Responds to each connection with the next text, or fails if it is undefined. Records when connections opened. */
function connections(texts: readonly (string | undefined)[]) {
  const opened: number[] = [];
  const begun = Date.now();
  const fetch = async () => {
    const text = texts[opened.length];
    opened.push(Date.now() - begun);
    if (text === undefined) throw new TypeError('fetch failed');
    return new Response(text);
  };
  return { opened, fetch };
}

/** A stream that stays open. */
function streamOf(texts: readonly string[], onCancel: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
    },
    cancel: onCancel,
  });
}
