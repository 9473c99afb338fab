import { expect, test } from 'vitest';
import type { Choices } from './open-points.ts';
import { probeCancel, waitForBatch } from './probes/jobs-support.ts';
import type { Probe } from './probes/probe.ts';
import { openSession } from './support/session.ts';

// What only shows where a service settles several points oddly.

const combinations: [title: string, settled: Partial<Choices>, probe: Probe][] = [
  [
    'a failed analysis that is named after clips does not fail a clip without an export',
    { 'jobs.unrelated': 'a failed clip analysis', 'clip.export': 'never' },
    (session) => waitForBatch(session, 'succeeded,succeeded'),
  ],
  [
    'a next action without a leading slash says with which method a job is cancelled',
    { 'nextAction.path': 'without slash', 'jobs.cancelMethod': 'DELETE, said by a next action' },
    probeCancel,
  ],
];

test.each(combinations)('%s', async (_, settled, probe) => {
  const { received, said } = await probe(openSession(settled));
  expect(received).toEqual(said);
});
