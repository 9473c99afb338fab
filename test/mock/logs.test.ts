import { expect, test } from 'vitest';
import { openDirectly } from '../support/doors.ts';

test('the thousand newest requests and deliveries are kept', async () => {
  const { client, mock } = openDirectly({ deliver: () => new Response() });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  for (let n = 1; n <= 1001; n += 1) {
    mock.emit('job.complete', { n });
    await client().projects.create({ name: `${n}` });
  }
  expect(mock.requests.map(({ body }) => body)).toEqual(Array.from({ length: 1000 }, (_, n) => ({ name: `${n + 2}` })));
  expect(mock.deliveries).toHaveLength(1000);
  expect(mock.deliveries[0]?.event.data).toEqual({ n: 2 });
});

test('large bodies crowd out older ones sooner; the newest is kept whatever its size', async () => {
  const { client, mock } = openDirectly({ deliver: () => new Response(), maxBodyBytes: 2 ** 25 });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  const large = 'x'.repeat(2 ** 20 - 200);
  for (let n = 0; n < 20; n += 1) {
    mock.emit('job.complete', { large });
    await client().projects.create({ name: large });
  }
  expect([mock.requests.length, mock.deliveries.length]).toEqual([16, 16]);
  const huge = large.repeat(17);
  mock.emit('job.complete', { huge });
  await client().projects.create({ name: huge });
  expect([mock.requests.length, mock.deliveries.length]).toEqual([1, 1]);
  mock.emit('job.complete', {});
  await client().projects.create({ name: 'small' });
  expect([mock.requests.length, mock.deliveries.length]).toEqual([1, 1]);
});
