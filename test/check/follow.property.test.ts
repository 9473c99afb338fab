import { describe, expect, test } from 'vitest';
import { changeFor } from '../../mock/answers/answers.ts';
import { readers } from '../../mock/check/readers/readers.ts';
import { readMock } from '../../mock/check/report.ts';
import { openPoints, type PointId, pointIds } from '../../mock/points/open-points.ts';
import { isFull } from '../support/amount.ts';

/** The choices that the mock follows: all of them in `npm run test:slow`, and one per point in `npm test`. */
const followed = pointIds.flatMap((id) => {
  const choices = openPoints[id].choices.filter((choice) => changeFor(id, choice));
  return (isFull ? choices : choices.slice(-1)).map((choice) => [id, choice] as const);
});

async function answersOf(answers: readonly { readonly point: string; readonly service: string }[]) {
  const webhook = { url: 'https://receiver.test/hooks', received: async () => [] };
  const seen = await readMock({ write: true, run: 'test', webhook }, answers);
  return (id: PointId) => {
    const reader = readers[id];
    return 'read' in reader ? reader.read(seen[reader.from], seen) : undefined;
  };
}

describe('a mock that follows an answer', () => {
  test.each(followed)('responds as the service: %s: %j', async (point, service) => {
    expect((await answersOf([{ point, service }]))(point)).toBe(service);
  });

  test('follows statuses that no point lists', async () => {
    const read = await answersOf([
      { point: 'job.successStatus', service: 'all set' },
      { point: 'idempotency.code', service: 'E_IK' },
    ]);

    expect([read('job.successStatus'), read('idempotency.code')]).toEqual(['all set', 'E_IK']);
  });
});

test('a mock follows more than a hundred points', () => {
  expect(new Set(followed.map(([id]) => id)).size).toBeGreaterThan(100);
});
