import { expect, test } from 'vitest';
import { jsonWithItems, KeptJson } from '../../mock/http/kept-json.ts';

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('KeptJson makes the JSON of an object only once', () => {
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

test('KeptJson keeps at most 4 MiB of JSON', () => {
  const kept = new KeptJson<object>();
  const keys = Array.from({ length: 5 }, () => ({}));
  let made = 0;
  const view = () => {
    made += 1;
    return 'x'.repeat(1024 * 1024);
  };
  for (const key of keys) kept.of(key, view);
  kept.of(keys[4] ?? {}, view);
  expect(made).toBe(5);
  kept.of(keys[0] ?? {}, view);
  expect(made).toBe(6);
});

test.each([[[]], [['a']], [['a', 'ü', 'c']]])(
  'jsonWithItems fills the list with %j, as JSON.stringify would write it',
  (items) => {
    const bytes = items.map((item) => new TextEncoder().encode(JSON.stringify(item)));
    const filled = jsonWithItems({ first: '{', items: [], last: { text: 'é' } }, bytes);
    expect(decode(filled)).toBe(JSON.stringify({ first: '{', items, last: { text: 'é' } }));
  },
);
