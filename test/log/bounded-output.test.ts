import { expect, test, vi } from 'vitest';
import { BoundedOutput } from '../../mock/cli/log/bounded-output.ts';
import { slowStream } from './support/slow-stream.ts';

const line = 'x'.repeat(1000);

test('BoundedOutput limits the output buffered for a slow reader, and says how many lines are missing', () => {
  const { stream, written, read } = slowStream();
  const output = new BoundedOutput(stream, (count) => `${count} missing`);
  const makeLine = vi.fn(() => line);
  for (let count = 0; count < 5000; count += 1) output.write(makeLine);

  expect(stream.writableLength).toBeLessThan(1_048_576 + 2 * line.length);
  expect(makeLine.mock.calls.length).toBe(1048);
  read();
  output.write(() => 'the next');
  output.write(() => 'the one after it');
  read();
  const after = [line, `${5000 - 1048} missing`, 'the next', 'the one after it', ''];
  expect(written().split('\n').slice(1047)).toEqual(after);
});

test('BoundedOutput does not create lines for a closed stream', () => {
  const { stream } = slowStream();
  stream.destroy();
  const makeLine = vi.fn(() => line);
  new BoundedOutput(stream, String).write(makeLine);

  expect(makeLine).not.toHaveBeenCalled();
});
