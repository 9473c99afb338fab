import { expect, test } from 'vitest';
import { editDistance, nearest } from '../../src/core/options/checks.ts';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['port', 'port', 0],
  ['prot', 'port', 2],
  ['timout', 'timeout', 1],
  ['timeoutt', 'timeout', 1],
  ['timeoux', 'timeout', 1],
  ['kitten', 'sitting', 3],
  ['flaw', 'lawn', 2],
  ['intention', 'execution', 5],
])('the edit distance of %j and %j is %i', (from, to, edits) => {
  expect([editDistance(from, to), editDistance(to, from)]).toEqual([edits, edits]);
});

test('only the first 200 letters of a text are compared', () => {
  const text = 'x'.repeat(1_000_000);
  expect(editDistance(text, 'timeout')).toBe(200);
  expect(nearest(`timeout${text}`, ['signal', 'timeout'])).toBe('timeout');
});

test.each([
  ['timout', ['signal', 'timeout', 'totalTimeout'], 'timeout'],
  ['b', ['a', 'c'], 'a'],
  ['x', [], undefined],
])('the name nearest to %j among %j is %j', (name, names, found) => {
  expect(nearest(name, names)).toBe(found);
});
