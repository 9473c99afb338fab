import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { makeClips, publishExports } from './publish.ts';

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

  assert.deepEqual(await makeClips(client, video), []);
  await mock.settled();

  const input = { source: { video_site_url: video } };
  assert.equal(mock.requests.matching({ endpoint: 'clips.generate', input }).length, 1);
  assert.equal(mock.deliveries.matching({ type: 'export.ready', status: 'delivered' }).length, 5);
  assert.equal(published.length, 5);
});

test('the app reports a failed clip, and publishes the other clips', async () => {
  const { mock, client, published } = await setUp();
  mock.jobs.next({ status: 'failed', error: 'No face in view.' });

  const [problem = '', ...others] = await makeClips(client, video);
  assert.match(problem, /: No face in view\.$/);
  assert.deepEqual(others, []);
  await mock.settled();

  assert.equal(published.length, 4);
});

test('the app makes only one batch even if the response is lost', async () => {
  const { mock, client } = await setUp();
  mock.faults.add({ match: { endpoint: 'clips.generate' }, when: 'after', drop: true, times: 1 });

  await makeClips(client, video);

  const requests = mock.requests.matching({ endpoint: 'clips.generate' });
  assert.deepEqual(
    requests.map(({ replayed }) => replayed),
    [false, true],
  );
});

test('the app publishes a clip even if its first webhook delivery is lost', async () => {
  const { mock, client, published } = await setUp();
  mock.faults.add({ match: { event: 'export.ready' }, drop: true, times: 1 });

  await makeClips(client, video);
  mock.clock.advance(60);
  await mock.settled();

  assert.equal(mock.deliveries.matching({ type: 'export.ready', status: 'delivered' }).length, 5);
  assert.equal(published.length, 5);
});
