import { expect, test } from 'vitest';
import { DroppedRecords } from '../../mock/records/newest-entries.ts';

test('DroppedRecords merges the counts of the oldest workspaces if it counts more than 10,000 workspaces', () => {
  const dropped = new DroppedRecords();
  for (let n = 0; n <= 10_000; n += 1) dropped.add(`key-${n}`, 'jobs.list');

  expect(dropped.counts()).toEqual({ 'jobs.list': 10_001 });
  expect(dropped.counts('key-10000')).toEqual({ 'jobs.list': 2 });
  expect(dropped.counts('unknown')).toEqual({ 'jobs.list': 1 });
});
