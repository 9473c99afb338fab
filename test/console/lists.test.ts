import { expect, test } from 'vitest';
import { merged } from '../../mock/console/data/mock-store.ts';

const idOf = ({ id }: { readonly id: string }) => id;
const a = { id: 'a', of: 1 };
const b = { id: 'b', of: 1 };

test('new items are appended, and changed items stay in place', () => {
  expect(
    merged(
      [a, b],
      [
        { id: 'a', of: 2 },
        { id: 'c', of: 1 },
      ],
      idOf,
    ),
  ).toEqual([{ id: 'a', of: 2 }, b, { id: 'c', of: 1 }]);
});

test('a full list drops its oldest items', () => {
  expect(merged([a, b], [{ id: 'c', of: 1 }], idOf, 2)?.map(idOf)).toEqual(['b', 'c']);
});

test('a list that was not read yet stays undefined', () => {
  expect(merged(undefined, [a], idOf)).toBeUndefined();
});
