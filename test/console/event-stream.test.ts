import { expect, test, vi } from 'vitest';
import { follow, followTogether } from '../../mock/console/data/event-stream.ts';
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

test('tabs with the same lock share one stream, and another tab resumes it when its reader is closed', async () => {
  const opened: (string | null)[] = [];
  let send: (text: string) => void = () => undefined;
  vi.stubGlobal('fetch', async ({ host }: URL, { headers, signal }: RequestInit) => {
    // An earlier test may still be connecting to its own host.
    if (host !== 'tabs.test') throw new TypeError('fetch failed');
    opened.push(new Headers(headers).get('last-event-id'));
    const body = new ReadableStream({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
  const openTab = () => {
    const closing = new AbortController();
    const seen: string[] = [];
    const options = { control: controlAt('http://tabs.test'), apiKey: undefined, signal: closing.signal };
    const ended = followTogether('shared', {
      ...options,
      onEvent: ({ id, type }) => void seen.push(`${type} ${id}`),
      onStatus: (status) => void seen.push(status),
    });
    return { seen, close: () => closing.abort(), ended };
  };
  const first = openTab();
  await eventually(() => expect(opened).toEqual([null]));
  send('id: 1\ndata: {"type":"hello"}\n\n');
  await eventually(() => expect(first.seen).toEqual(['hello 1', 'open']));
  const second = openTab();
  await eventually(() => expect(second.seen).toEqual(['hello 1', 'open']));
  send('id: 2\ndata: {"type":"reset"}\n\n');
  await eventually(() => expect(second.seen.slice(2)).toEqual(['reset 2', 'open']));
  expect(first.seen).toEqual(second.seen);
  expect(opened).toHaveLength(1);

  first.close();
  await eventually(() => expect(opened).toEqual([null, '2']));
  send('id: 2\ndata: {"type":"hello"}\n\nid: 3\ndata: {"type":"reset"}\n\n');
  await eventually(() => expect(second.seen).toContain('reset 3'));
  expect(second.seen.filter((each) => each.startsWith('hello'))).toEqual(['hello 1']);
  second.close();
  await Promise.all([first.ended, second.ended]);
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
