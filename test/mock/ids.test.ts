import { parse, v5 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { nthId } from '../../mock/state/ids.ts';

const NAMESPACE = parse('5a2f9f64-3c0e-4a51-9c0b-6f6a8f1f0c11');

test.each(['clipwright', 'naïve', '\uD800', 'x'.repeat(200)])('all ids of the seed %j are version 5 UUIDs', (seed) => {
  const numbers = [0, 1, 1999, 2000, 2001, ...Array.from({ length: 100 }, (_, index) => 3000 + index * 97)];
  const expected = numbers.map((n) => v5(new TextEncoder().encode(`${seed}\nkey\n${n}`), NAMESPACE));
  expect(numbers.map((n) => nthId(seed, 'key', n))).toEqual(expected);
});

test('without node:crypto, ids are the same', () => {
  const id = nthId('clipwright', 'key', 5000);
  vi.stubGlobal('process', undefined);
  const other = nthId('clipwright', 'key', 5000);
  vi.unstubAllGlobals();
  expect(other).toBe(id);
});
