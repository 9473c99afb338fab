import { expect, test } from 'vitest';
import { merged } from '../../mock/console/data/mock-store.ts';

const idOf = ({ id }: { readonly id: string }) => id;
const a = { id: 'a', of: 1 };
const b = { id: 'b', of: 1 };

test('what has come follows, and what has changed takes the place it had', () => {
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

test('a list that is full drops its oldest', () => {
  expect(merged([a, b], [{ id: 'c', of: 1 }], idOf, 2)?.map(idOf)).toEqual(['b', 'c']);
});

test('a list that was not read yet has no part of it', () => {
  expect(merged(undefined, [a], idOf)).toBeUndefined();
});
