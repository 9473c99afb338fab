import { expect, test } from 'vitest';
import { createJsonView } from '../../mock/cli/listen/listen.ts';
import { slowStream } from '../log/support/slow-stream.ts';

test('if a slow reader missed a reset, the JSON line of the gap says that the webhook is gone', () => {
  const { stream, written, read } = slowStream();
  const view = createJsonView((heard) => [JSON.stringify({ type: heard.type })], stream);
  stream.write('x'.repeat(2_000_000));
  view.show({ type: 'reset', missed: null, deliveries: [], isUnregistered: true });
  read();
  view.show({ type: 'history', deliveries: [] });
  read();

  expect(written().slice(2_000_000)).toBe('{"type":"gap","missed":1,"isUnregistered":true}\n{"type":"history"}\n');
});
