import { expect, test } from 'vitest';
import { jsonWithItems, KeptJson } from '../../mock/http/kept-json.ts';

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('JSON is made once for an object that is used again', () => {
  const kept = new KeptJson<object>();
  const key = {};
  let made = 0;
  const view = () => {
    made += 1;
    return { word: 'naïve' };
  };
  expect(decode(kept.of(key, view))).toBe('{"word":"naïve"}');
  expect(kept.of(key, view)).toBe(kept.of(key, view));
  expect(made).toBe(1);
});

test('JSON that is not used is forgotten, and JSON that is used stays', () => {
  const kept = new KeptJson<object>();
  const [unused, used] = [{}, {}];
  const made: string[] = [];
  const read = (key: object, name: string) =>
    kept.of(key, () => {
      made.push(name);
      return 'x'.repeat(100_000);
    });
  read(unused, 'unused');
  for (let count = 0; count < 60; count += 1) {
    read({}, 'other');
    read(used, 'used');
  }
  read(unused, 'unused');
  expect(made.filter((name) => name === 'used')).toHaveLength(1);
  expect(made.filter((name) => name === 'unused')).toHaveLength(2);
});

test.each([[[]], [['a']], [['a', 'ü', 'c']]])('a list is filled with %j as JSON.stringify would', (items) => {
  const bytes = items.map((item) => new TextEncoder().encode(JSON.stringify(item)));
  const filled = jsonWithItems({ first: '{', items: [], last: { text: 'é' } }, bytes);
  expect(decode(filled)).toBe(JSON.stringify({ first: '{', items, last: { text: 'é' } }));
});
