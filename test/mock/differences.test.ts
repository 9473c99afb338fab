import { expect, test } from 'vitest';
import { findDifferences } from '../../mock/records/differences.ts';

test.each<[unknown, unknown]>([
  ['x', 'x'],
  [{}, { name: 'x' }],
  [{ name: 'x' }, { name: 'x', more: 1 }],
  [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }],
  [[{ id: 'a' }], [{ id: 'a', at: 1 }]],
  [{ gone: undefined }, {}],
  [0, -0],
  [
    { name: expect.any(String), list: expect.arrayContaining([2]) },
    { name: 'x', list: [1, 2] },
  ],
  [{ list: [expect.stringMatching(/^a/)] }, { list: ['ab'] }],
  [expect.objectContaining({ name: 'x' }), { name: 'x' }],
  [{ __proto__: null, name: 'x' }, { name: 'x' }],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
])('findDifferences finds no difference between the expected %j and %j', (expected, received) => {
  expect(findDifferences(expected, received)).toEqual([]);
});

test.each<[unknown, unknown, [path: string, expected: unknown, received: unknown][]]>([
  ['x', 'y', [['', 'x', 'y']]],
  [1, '1', [['', 1, '1']]],
  [{ name: 'x' }, {}, [['name', 'x', undefined]]],
  [{ name: null }, {}, [['name', null, undefined]]],
  [{ gone: undefined }, { gone: null }, [['gone', undefined, null]]],
  [{ a: { b: 1 } }, { a: 'b' }, [['a', { b: 1 }, 'b']]],
  [{ a: {} }, { a: null }, [['a', {}, null]]],
  [{ a: {} }, { a: [] }, [['a', {}, []]]],
  [{ a: [] }, { a: {} }, [['a', [], {}]]],
  [{ constructor: Object }, {}, [['constructor', Object, undefined]]],
  [JSON.parse('{"__proto__":{}}'), {}, [['__proto__', {}, undefined]]],
  [{ at: new Date(0) }, { at: {} }, [['at', new Date(0), {}]]],
  [{ name: /x/ }, { name: {} }, [['name', /x/, {}]]],
  [[1, 2], [1], [['length', 2, 1]]],
  [
    { items: [1] },
    { items: [2, 3] },
    [
      ['items.length', 1, 2],
      ['items[0]', 1, 2],
    ],
  ],
  [
    { items: [{ id: 'a', at: 1 }, { id: 'b' }] },
    { items: [{ id: 'c', at: 2 }, { id: 'b' }] },
    [
      ['items[0].id', 'a', 'c'],
      ['items[0].at', 1, 2],
    ],
  ],
])('findDifferences finds each difference between the expected %j and %j', (expected, received, places) => {
  expect(findDifferences(expected, received)).toEqual(
    places.map(([path, expected, received]) => ({ path, expected, received })),
  );
});

test('an asymmetric matcher causes a difference only if it does not match the received value', () => {
  const even = { asymmetricMatch: (value: unknown) => Number(value) % 2 === 0 };
  expect(findDifferences({ n: even }, { n: 2 })).toEqual([]);
  expect(findDifferences({ n: even }, { n: 3 })).toEqual([{ path: 'n', expected: even, received: 3 }]);
});
