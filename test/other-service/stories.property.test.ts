import fc from 'fast-check';
import { describe, test } from 'vitest';
import { type Choices, type PointId, pointIds } from '../../mock/points/open-points.ts';
import { runs } from '../support/amount.ts';
import { choicesOf } from './choices.ts';
import { openSession } from './support/session.ts';
import * as stories from './support/stories.ts';

/** Generates choices for some points. All other points keep their plain choice, so that a failure shrinks to few choices. */
const choices: fc.Arbitrary<Partial<Choices>> = fc
  .oneof(oddPoints(12), oddPoints(50), oddPoints(pointIds.length))
  .map((drawn) =>
    Object.fromEntries(
      drawn.flatMap(([id, at]) => {
        const others = choicesOf(id).slice(1);
        return others.length === 0 ? [] : [[id, others[at % others.length]]];
      }),
    ),
  );

const plan: fc.Arbitrary<stories.Plan> = fc.record({
  clips: fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(fc.constantFrom('succeeded', 'failed', 'canceled'), { minLength: 1, maxLength: 4 }),
    },
    { weight: 1, arbitrary: fc.constant([]) },
  ),
  sounds: fc.array(fc.constantFrom('applause', 'failed', 'canceled'), { minLength: 1, maxLength: 3 }),
  limit: fc.integer({ min: 1, max: 8 }),
});

describe('for any choices of a service, the client’s results and errors are correct in the story', () => {
  test.each(Object.entries(stories))('%s', async (_, story) => {
    await fc.assert(
      fc.asyncProperty(choices, plan, (settled, each) => story(openSession(settled), each)),
      { numRuns: runs(300) },
    );
  });
});

/** Generates pairs of an open point's id and a number. The number selects a choice other than the first. */
function oddPoints(maxLength: number): fc.Arbitrary<[PointId, number][]> {
  const each = fc.tuple(fc.constantFrom(...pointIds), fc.nat());
  return fc.uniqueArray(each, { selector: ([id]) => id, maxLength, size: 'max' });
}
