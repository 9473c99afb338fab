import { eventIds, memoryEvents, type WebhookEvent } from 'clipwright/webhooks';
import { expect, test, vi } from 'vitest';

test('eventIds reads a list as long as the largest body allows', () => {
  const ids = Array.from({ length: 500_000 }, (_, n) => `${n}`);
  expect(eventIds({ data: { job_ids: ids, id: 'last' } })).toHaveLength(500_001);
});

test('a subscription that throws does not stop the others, and publish resolves', async () => {
  const events = memoryEvents();
  const other = vi.fn();
  events.subscribe(['j1'], () => {
    throw new Error('broken');
  });
  events.subscribe(['j1'], other);
  await events.publish({ id: 'evt_1', type: 'job.complete', created_at: '', data: { job_id: 'j1' } } as WebhookEvent);
  expect(other).toHaveBeenCalledTimes(1);
});
