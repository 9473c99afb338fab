import { describe, expect, test } from 'vitest';
import { type Answer, changeFor } from '../../mock/answers/answers.ts';
import { read } from '../../mock/check/report.ts';
import { mockAnswers, openPoints, type PointId, pointIds } from '../../mock/points/open-points.ts';
import { isFull } from '../support/amount.ts';
import { askMock } from './support/mock.ts';

/** The choices that the mock follows: all of them in `npm run test:slow`, and one per point in `npm test`. */
const followed = pointIds.flatMap((id) => {
  const choices = openPoints[id].choices.filter((choice) => changeFor(id, choice));
  return (isFull ? choices : choices.slice(-1)).map((choice) => [id, choice] as const);
});

async function answersOf(answers: readonly Answer[]) {
  const seen = await askMock(answers);
  return (id: PointId) => read(id, seen);
}

describe('a mock that follows an answer', () => {
  test.each(followed)('gives the same answer as the service to %s: %j', async (point, service) => {
    expect((await answersOf([{ point, service }]))(point)).toBe(service);
  });

  test('follows a status and an error code that are not among the choices of a point', async () => {
    const read = await answersOf([
      { point: 'job.successStatus', service: 'all set' },
      { point: 'idempotency.code', service: 'E_IK' },
    ]);

    expect([read('job.successStatus'), read('idempotency.code')]).toEqual(['all set', 'E_IK']);
  });
});

test('a mock that follows no answer gives the answers in `mockAnswers`', async () => {
  const read = await answersOf([]);
  const shown = pointIds.filter((id) => read(id) !== undefined);

  expect(shown.length).toBeGreaterThan(130);
  expect(shown.map((id) => [id, read(id)])).toEqual(shown.map((id) => [id, mockAnswers[id]]));
});

test('a mock follows more than a hundred points', () => {
  expect(new Set(followed.map(([id]) => id)).size).toBeGreaterThan(100);
});
