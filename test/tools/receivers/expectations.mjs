import assert from 'node:assert/strict';
import { secret } from './receivers.mjs';

const { Clipwright } = await import('../../../dist/index.js');
const { createMock } = await import('../../../dist/mock.js');
const { signWebhook } = await import('../../../dist/webhooks.js');

/** Checks that a receiver handles a genuine delivery, and rejects all others. */
export async function expectReceiver({ url, output }) {
  const deliver = await delivererTo(url);

  const genuine = await deliver({ download_url: 'https://files.example/talk.mp4' });
  assert.equal(genuine.status, 'delivered');
  assert.equal(genuine.attempts[0].response.status, 200);
  await output.printed(/ready: \/talk\.mp4$/m);

  const thrown = await deliver({ download_url: 'no address' });
  assert.equal(thrown.attempts[0].reason, 'The receiver responded with 500.');
  await output.printed(/While handling the webhook event \S+ \(export\.ready\): TypeError: Invalid URL/);

  const { body, attempts } = genuine;
  const { headers } = attempts[0];
  assert.equal(await statusOf(url, headers, body.replace('talk', 'fork')), 401);
  assert.equal(await statusOf(url, { ...headers, 'x-service-signature': '0'.repeat(64) }, body), 401);
  assert.equal(await statusOf(url, { 'content-type': 'application/json' }, body), 401);

  await output.printed(/clipwright: refused a webhook delivery \(no_match\): /);
  await output.printed(/clipwright: refused a webhook delivery \(missing_header\): /);

  const tooLarge = body.padEnd(1024 * 1024 + 1);
  assert.equal(await statusOf(url, await signed(tooLarge), tooLarge), 413);
  const large = tooLarge.slice(0, -1);
  assert.equal(await statusOf(url, await signed(large), large), 200);

  assert.deepEqual(output.text.match(/ready: .*/g), ['ready: /talk.mp4', 'ready: /talk.mp4']);
  assert.ok(!output.text.includes(secret));
}

/** Checks that a receiver rejects a delivery whose body was already parsed, and tells the developer what to change. */
export function expectAdvice(advice) {
  return async ({ url, output }) => {
    const deliver = await delivererTo(url);
    const { attempts } = await deliver({});
    assert.equal(attempts[0].reason, 'The receiver responded with 500.');
    // Miniflare shows an error only in its response. The other frameworks print it.
    const { body } = attempts[0].response;
    if (!body.includes(advice)) await output.printed(new RegExp(RegExp.escape(advice)));
    assert.ok(!`${body}${output.text}`.includes(secret));
  };
}

/** Returns a function that sends an event with the given data from a mock to the URL, and resolves to the delivery. */
async function delivererTo(url) {
  const mock = createMock({ webhookSecret: secret });
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  await client.webhooks.register({ url, events: ['export.ready'] });
  return async (data) => {
    const { id } = mock.emit('export.ready', data);
    await mock.settled();
    return mock.deliveries.find(({ event }) => event.id === id);
  };
}

async function signed(body) {
  return { 'content-type': 'application/json', ...(await signWebhook({ body, secret })) };
}

async function statusOf(url, headers, body) {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}
