import { expect, test } from 'vitest';
import { openInProcess } from '../support/transports.ts';
import { limit } from './support/limit.ts';

test('the logs keep only the newest requests and deliveries, up to a limit', async () => {
  const most = limit('logLength', 3);
  const { client, mock } = openInProcess({ deliver: () => new Response() });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  for (let n = 1; n <= most + 1; n += 1) {
    mock.emit('job.complete', { n });
    await client().projects.create({ name: `${n}` });
  }
  expect(mock.requests.map(({ body }) => body)).toEqual(Array.from({ length: most }, (_, n) => ({ name: `${n + 2}` })));
  expect(mock.deliveries).toHaveLength(most);
  expect(mock.deliveries[0]?.event.data).toMatchObject({ n: 2 });
});

test('the total size of the log entries is limited, but the newest entry can have any size', async () => {
  const most = limit('logSize', 2 ** 22);
  const { client, mock } = openInProcess({ deliver: () => new Response(), maxBodyBytes: 2 * most });
  const lengths = () => [mock.requests.length, mock.deliveries.length];
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  // Together with its headers and response, each entry takes about a sixteenth of the size limit.
  const large = 'x'.repeat(most / 16 - 10_000);
  for (let n = 0; n < 20; n += 1) {
    mock.emit('job.complete', { large });
    await client().projects.create({ name: large });
  }
  expect(lengths()).toEqual([16, 16]);
  const huge = 'x'.repeat(most);
  mock.emit('job.complete', { huge });
  await client().projects.create({ name: huge });
  expect(lengths()).toEqual([1, 1]);
  mock.emit('job.complete', {});
  await client().projects.create({ name: 'small' });
  expect(lengths()).toEqual([1, 1]);
});

test('URLs and headers count toward the size of a log entry, so that they cannot fill the memory', async () => {
  const most = limit('logSize', 2 ** 18);
  const { mock, fetch, baseUrl } = openInProcess();
  const long = 'x'.repeat(0.4 * most);
  for (const path of ['first', 'second']) await fetch(`${baseUrl}/${path}?${long}`);
  await fetch(`${baseUrl}/third`, { headers: { 'x-long': long } });
  expect(mock.requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/second', '/api/v1/third']);
});
