import { getEventListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WebhookEvent } from 'clipwright/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { makeAttempt } from '../../mock/deliveries/attempt.ts';
import { newDelivery } from '../../mock/deliveries/delivery.ts';
import { Clock } from '../../mock/time/clock.ts';
import { eventTypes } from '../../src/contract/event.ts';
import { patience } from '../support/patience.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';
import { isSignedWith, type Received, receiver } from './support/receiver.ts';
import { timesOf } from './support/times.ts';

function register({ client }: OpenTransport): Promise<unknown> {
  return client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
}

test('a reset cancels earlier deliveries, so that they do not delay later ones', async () => {
  const sent: unknown[] = [];
  const transport = openInProcess({
    deliver: async (request) => {
      const { data } = (await request.json()) as { data: { n: number } };
      sent.push(data.n);
      return data.n === 1 ? new Promise<Response>(() => {}) : new Response();
    },
  });
  await register(transport);
  for (const n of [1, 2, 3]) await transport.mock.emit('job.complete', { n });
  await vi.waitUntil(() => sent.length > 0, patience);
  await transport.mock.reset();
  // The seed is the same, so the webhook has the same id as the webhook before the reset.
  await register(transport);
  await transport.mock.emit('job.complete', { n: 4 });
  await transport.mock.settled();
  expect(sent).toEqual([1, 4]);
  expect((await transport.mock.deliveries).map(({ status }) => status)).toEqual(['delivered']);
});

test('an attempt fails after 10 s if the receiver never responds and ignores the abort signal', async () => {
  vi.useFakeTimers();
  const deliver = vi.fn(() => new Promise<Response>(() => {}));
  const { client, mock } = openInProcess({ deliver });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  await mock.emit('job.complete');
  await vi.waitUntil(() => deliver.mock.calls.length > 0, patience);
  vi.advanceTimersByTime(9_999);
  expect((await mock.deliveries)[0]?.attempts).toEqual([]);
  vi.advanceTimersByTime(1);
  await mock.settled();
  expect((await mock.deliveries)[0]).toMatchObject({
    status: 'pending',
    attempts: [{ response: null, reason: 'The receiver did not respond: timed out after 10 s.' }],
  });
  expect(vi.getTimerCount()).toBe(0);
});

test('an attempt does not keep the process alive, and removes its listener from the abort signal', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const { signal } = new AbortController();
  const delivery = deliveryWith(signal);
  const seen: unknown[] = [];
  const deliver = () => {
    seen.push(timers.mock.results[0]?.value.hasRef(), getEventListeners(signal, 'abort').length);
    return new Response();
  };
  await makeAttempt(delivery, 0, { times: timesOf(new Clock('manual')), deliver });
  expect(delivery.status).toBe('delivered');
  expect(seen).toEqual([false, 1]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('concurrent attempts share one listener on their abort signal, so that Node does not warn of a leak', async () => {
  const { signal } = new AbortController();
  let respond = () => {};
  const response = new Promise<Response>((resolve) => {
    respond = () => resolve(new Response());
  });
  const times = timesOf(new Clock('manual'));
  const attempts = Array.from({ length: 12 }, (_, n) =>
    makeAttempt(deliveryWith(signal, n), 0, { times, deliver: () => response }),
  );
  await vi.waitUntil(() => getEventListeners(signal, 'abort').length > 0, patience);
  await new Promise(setImmediate);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  respond();
  await Promise.all(attempts);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an attempt reads only as much of an endless response as the log stores', async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(300))),
  });
  const transport = openInProcess({ deliver: () => new Response(endless) });
  await register(transport);
  await transport.mock.emit('job.complete');
  await transport.mock.settled();
  expect((await transport.mock.deliveries)[0]?.attempts[0]?.response).toEqual({ status: 200, body: 'x'.repeat(1000) });
});

test('a delivery shows the data of its event as it was sent, even if the caller changes the object later', async () => {
  const transport = openInProcess({ deliver: () => new Response() });
  await register(transport);
  const data: Record<string, unknown> = { list: [1], ignored: () => {} };
  await transport.mock.emit('job.complete', data);
  (data.list as number[]).push(2);
  await transport.mock.settled();
  const { list, ...rest } = Object((await transport.mock.deliveries)[0]?.event.data);
  expect(list).toEqual([1]);
  expect(rest).not.toHaveProperty('ignored');
});

test('the mock rejects a webhook URL that contains credentials, without showing the credentials', async () => {
  const refused = openInProcess()
    .client()
    .webhooks.register({ url: 'https://me:secret@app.example/', events: ['job.complete'] });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    param: 'url',
    message: expect.not.stringContaining('secret'),
  });
});

forEachTransport('the webhooks of one workspace', (open) => {
  test('each have their own secret, which verifies only their own deliveries', async () => {
    const hook = receiver();
    const { client, mock } = await open({ deliver: hook.deliver });
    const register = () => client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    const secrets = [(await register()).secret ?? '', (await register()).secret ?? ''];
    await mock.emit('job.complete');
    await mock.settled();
    const signedWith = (received: Received) => Promise.all(secrets.map((secret) => isSignedWith(secret, received)));
    expect(await Promise.all(hook.received.map(signedWith))).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

test('emitted events of every type arrive over a socket with a valid signature', async () => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    // Cast: no value is an array, because a delivery has each header only once.
    const headers = new Headers(request.headers as Record<string, string>);
    received.push({ body, headers, event: JSON.parse(body) as WebhookEvent });
    response.end();
  });
  const { client, mock } = openInProcess();
  const { secret } = await client().webhooks.register({ url: await urlOf(server), events: [...eventTypes] });
  for (const type of eventTypes) await mock.emit(type);
  await mock.settled();
  server.close();
  expect(received.map(({ event }) => event.type)).toEqual(eventTypes);
  for (const delivery of received) expect(await isSignedWith(secret ?? '', delivery)).toBe(true);
});

test('mock.emit adds sample data to events of every type', async () => {
  const hook = receiver();
  const { client, mock, baseUrl } = openInProcess({ deliver: hook.deliver });
  await client().webhooks.register({ url: 'https://app.example/', events: [...eventTypes] });
  for (const type of eventTypes) await mock.emit(type);
  await mock.settled();
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const error = 'Triggered by hand.';
  expect(Object.fromEntries(hook.received.map(({ event }) => [event.type, event.data]))).toEqual({
    'project.created': { project_id: id },
    'media.uploaded': { asset_id: id },
    'transcription.complete': { asset_id: id },
    'transcription.failed': { asset_id: id, error },
    'faceless.complete': { job_id: id, project_id: id },
    'faceless.failed': { job_id: id, project_id: id, error },
    'export.ready': {
      project_id: id,
      export_id: id,
      download_url: expect.stringMatching(
        `^${new URL(baseUrl).origin}/media/samples/${Date.UTC(2026, 0, 2)}-[0-9a-f-]{36}.mp4$`,
      ),
      expires_at: '2026-01-02T00:00:00.000Z',
    },
    'export.failed': { project_id: id, export_id: id, error },
    'job.complete': { job_id: id, project_id: id },
    'job.failed': { job_id: id, project_id: id, error },
  });
});

test('a receiver that never responds does not delay deliveries to other webhooks', async () => {
  const reached: string[] = [];
  const { client, mock } = openInProcess({
    deliver: ({ url }) => {
      reached.push(url);
      return url.endsWith('/hangs') ? new Promise<Response>(() => {}) : new Response();
    },
  });
  for (const path of ['hangs', 'works'])
    await client().webhooks.register({ url: `https://app.example/${path}`, events: ['job.complete'] });
  await mock.emit('job.complete');
  await mock.emit('job.complete');
  await vi.waitUntil(async () => (await mock.deliveries)[3]?.status === 'delivered', patience);
  expect(reached.sort()).toEqual(['hangs', 'works', 'works'].map((path) => `https://app.example/${path}`));
});

describe('the error of a failed attempt', () => {
  const reasonOf = async (url: string, deliver?: () => Response) => {
    const { client, mock } = openInProcess({ ...(deliver && { deliver }) });
    await client().webhooks.register({ url, events: ['job.complete'] });
    await mock.emit('job.complete');
    await mock.settled();
    return (await mock.deliveries)[0]?.attempts[0]?.reason?.replace(/^The receiver did not respond: /, '');
  };

  const refused = (host: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${host}:3000`), { code: 'ECONNREFUSED' });
  const failed = (cause: Error) => new TypeError('fetch failed', { cause });
  // Node 24 adds this advice, which does not help with a certificate in a file.
  const untrusted = (code: string, problem: string) =>
    Object.assign(
      new Error(`${problem}; if the root CA is installed locally, try running Node.js with --use-system-ca`),
      {
        code,
      },
    );

  test.each([
    [
      'each address that was tried',
      failed(new AggregateError([refused('::1'), refused('127.0.0.1')])),
      'connect ECONNREFUSED ::1:3000, connect ECONNREFUSED 127.0.0.1:3000.',
    ],
    [
      'the code of an error without a message',
      failed(Object.assign(new Error(), { code: 'ECONNRESET' })),
      'ECONNRESET.',
    ],
    ['the name of an error without message and code', new RangeError(), 'RangeError.'],
    [
      'an untrusted certificate',
      failed(untrusted('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')),
      'TLS failed: self-signed certificate (to trust it, start the sender with NODE_EXTRA_CA_CERTS=cert.pem).',
    ],
    [
      'a certificate from an unknown authority',
      failed(untrusted('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate')),
      'TLS failed: unable to verify the first certificate (to trust it, start the sender with NODE_EXTRA_CA_CERTS=cert.pem).',
    ],
    [
      'a certificate that has expired',
      failed(Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })),
      'TLS failed: certificate has expired.',
    ],
    ['the error that an in-process receiver has thrown', new Error('No such project.'), 'No such project.'],
    [
      'a message of several lines on one line',
      failed(new Error('Odd:\n\u001b[31mred\n')),
      'Odd:\\u000a\\u001b[31mred.',
    ],
    ['a thrown value that is not an error', 'nothing', 'nothing.'],
  ])('reports %s', async (_, error, reason) => {
    const thrown = () => {
      throw error;
    };
    expect(await reasonOf('https://app.example/', thrown)).toBe(reason);
  });

  test('reports an in-process receiver that returned nothing', async () => {
    // In plain JavaScript, a receiver can return nothing by mistake.
    const forgetful = () => undefined as never;
    expect(await reasonOf('https://app.example/', forgetful)).toBe('`deliver` did not return a Response.');
  });

  test('reports a refused connection, an unknown host and a receiver that does not use TLS', async () => {
    const server = createServer((_, response) => response.end());
    const url = await urlOf(server);
    expect(await reasonOf(url.replace('http:', 'https:'))).toBe(
      'TLS failed: wrong version number (does it speak https?).',
    );
    await new Promise((resolve) => server.close(resolve));
    expect(await reasonOf(url)).toBe(`connect ECONNREFUSED ${new URL(url).host}.`);
    expect(await reasonOf('http://no-such-host.invalid/')).toMatch(/^getaddrinfo E\w+ no-such-host\.invalid\.$/);
  });
});

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: the address of a TCP server is an object with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function deliveryWith(signal: AbortSignal, n = 0) {
  const webhook = { id: `webhook-${n}`, url: 'https://app.example/', events: [], secret: 's', createdAt: 0 };
  const rest = { fault: null, isDropped: false, cause: undefined };
  return newDelivery({ apiKey: 'test', id: `delivery-${n}`, body: '{}', signal, ...rest }, webhook);
}
