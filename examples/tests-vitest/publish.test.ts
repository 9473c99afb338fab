import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { mockMatchers } from 'clipwright/vitest';
import { expect, test } from 'vitest';
import { makeClips, publishExports } from './publish.ts';

expect.extend(mockMatchers);

const video = 'https://video.example.com/talk';

// Each test has its own mock, so no cleanup is needed. The mock delivers webhooks directly to the app.
async function setUp() {
  const secret = 'the secret of the webhook';
  const published: string[] = [];
  const mock = createMock({ webhookSecret: secret, deliver: publishExports(secret, (url) => published.push(url)) });
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  await client.webhooks.register({ url: 'https://app.example.com/webhooks', events: ['export.ready'] });
  return { mock, client, published };
}

test('the app publishes every clip', async () => {
  const { mock, client, published } = await setUp();

  expect(await makeClips(client, video)).toEqual([]);
  await mock.settled();

  expect(mock).toHaveReceived('clips.generate', { source: { video_site_url: video } });
  expect(mock).toHaveDelivered('export.ready', { download_url: published[0] });
  expect(published).toHaveLength(5);
});

test('the app reports a failed clip, and publishes the other clips', async () => {
  const { mock, client, published } = await setUp();
  mock.jobs.next({ status: 'failed', error: 'No face in view.' });

  expect(await makeClips(client, video)).toEqual([expect.stringMatching(/: No face in view\.$/)]);
  await mock.settled();

  expect(published).toHaveLength(4);
});

test('the app makes only one batch even if the response is lost', async () => {
  const { mock, client } = await setUp();
  mock.faults.add({ match: { endpoint: 'clips.generate' }, when: 'after', drop: true, times: 1 });

  await makeClips(client, video);

  expect(mock).toHaveReceivedTimes('clips.generate', 2);
  expect(mock.requests.matching({ endpoint: 'clips.generate', replayed: false })).toHaveLength(1);
});

test('the app publishes a clip even if its first webhook delivery is lost', async () => {
  const { mock, client, published } = await setUp();
  mock.faults.add({ match: { event: 'export.ready' }, drop: true, times: 1 });

  await makeClips(client, video);
  mock.clock.advance(60);
  await mock.settled();

  expect(mock.deliveries.matching({ type: 'export.ready', status: 'delivered' })).toHaveLength(5);
  expect(published).toHaveLength(5);
});
