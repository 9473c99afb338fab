import { expect, onTestFinished, test, vi } from 'vitest';
import { readServerSentEvents } from '../../mock/remote/server-sent-events.ts';

test('events are read where streams cannot be iterated over, and the connection ends with the reading', async () => {
  const iterate = vi.spyOn(ReadableStream.prototype, Symbol.asyncIterator).mockImplementation(() => {
    throw new TypeError('undefined is not a function');
  });
  onTestFinished(() => iterate.mockRestore());
  const onCancel = vi.fn();
  const body = streamOf(['id: 1\ndata: {"a', '":1}\n\n: ping\n\n', 'id: 2\ndata: {}\n\n'], onCancel);

  const events = readServerSentEvents(body);

  expect((await events.next()).value).toEqual({ id: '1', data: '{"a":1}' });
  expect((await events.next()).value).toEqual({ id: '2', data: '{}' });
  await events.return();
  await vi.waitFor(() => expect(onCancel).toHaveBeenCalled());
});

/** A stream that stays open. */
function streamOf(texts: readonly string[], onCancel: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
    },
    cancel: onCancel,
  });
}
