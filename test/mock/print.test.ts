import { expect, test } from 'vitest';
import { print } from '../../mock/matchers/explain.ts';

test.each<[unknown, string]>([
  ['a "b"', '"a \\"b\\""'],
  [1, '1'],
  [null, 'null'],
  [undefined, 'undefined'],
  [10n, '10'],
  [{}, '{}'],
  [[], '[]'],
  [{ a: [1, { b: 'c' }] }, '{ a: [1, { b: "c" }] }'],
  [{ __proto__: null, a: 1 }, '{ a: 1 }'],
  [/x/, '/x/'],
  [expect.any(String), 'Any<String>'],
  [expect.anything(), 'Anything'],
  [expect.stringContaining('x'), 'StringContaining "x"'],
  [{ a: expect.arrayContaining([1]) }, '{ a: ArrayContaining [1] }'],
  [{ asymmetricMatch: () => true }, 'a value that its matcher accepts'],
  ['x'.repeat(300), `"${'x'.repeat(199)}…`],
])('%o is printed as %s', (value, text) => {
  expect(print(value)).toBe(text);
});

test('a circular value is printed to a fixed depth', () => {
  const loop: { a?: object } = {};
  loop.a = loop;
  expect(print(loop)).toBe(`${'{ a: '.repeat(11)}…${' }'.repeat(11)}`);
});
