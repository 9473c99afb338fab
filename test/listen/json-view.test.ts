import { expect, test } from 'vitest';
import { createJsonView } from '../../mock/cli/listen/listen-view.ts';
import { slowStream } from '../log/support/slow-stream.ts';

test('a gap for a slow reader says whether the webhook is gone, which the reader may have missed', () => {
  const { stream, written, read } = slowStream();
  const view = createJsonView((heard) => [JSON.stringify({ type: heard.type })], stream);
  stream.write('x'.repeat(2_000_000));
  view.show({ type: 'reset', missed: null, deliveries: [], isUnregistered: true });
  read();
  view.show({ type: 'history', deliveries: [] });
  read();

  expect(written().slice(2_000_000)).toBe('{"type":"gap","missed":1,"isUnregistered":true}\n{"type":"history"}\n');
});
