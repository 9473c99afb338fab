import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { eventTypes } from '../../src/contract/event.ts';
import {
  createWebhookHandler,
  memoryDedupe,
  signWebhook,
  toNodeListener,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from '../../src/webhooks/index.ts';

const secret = 'whsec_test';
const exportReady = {
  id: 'evt_1',
  type: 'export.ready',
  created_at: '2026-01-02T03:04:05Z',
  data: { project_id: 'p', export_id: 'e', download_url: 'https://cdn.test/e.mp4', expires_at: '2026-01-03T03:04:05Z' },
};

describe('a webhook handler', () => {
  it('passes an event to the handler for its type, waits for it, and responds with 200', async () => {
    const seen: unknown[] = [];
    const onOther = vi.fn();
    const response = await deliver(exportReady, {
      on: {
        'export.ready': async (event) => {
          await Promise.resolve();
          seen.push(event);
        },
        'job.complete': () => seen.push('the wrong function'),
      },
      onOther,
    });
    expect(response.status).toBe(200);
    expect(seen).toEqual([exportReady]);
    expect(onOther).not.toHaveBeenCalled();
  });

  it.each(['job.failed', 'project.archived', 'constructor', '__proto__', 'toString'])(
    'passes %s to onOther if there is no handler for its type',
    async (type) => {
      const onOther = vi.fn();
      expect((await deliver({ ...exportReady, type }, { on: { 'export.ready': vi.fn() }, onOther })).status).toBe(200);
      expect(onOther).toHaveBeenCalledExactlyOnceWith({ ...exportReady, type });
    },
  );

  it('passes an event to onOther if the handler for its type is undefined', async () => {
    const onOther = vi.fn();
    await deliver(exportReady, { on: { 'export.ready': undefined }, onOther, maxBytes: undefined, now: undefined });
    expect(onOther).toHaveBeenCalledExactlyOnceWith(exportReady);
  });

  it('responds with 200 to an event without a handler', async () => {
    expect((await deliver(exportReady, {})).status).toBe(200);
    expect((await deliver({ ...exportReady, type: 'constructor' }, {})).status).toBe(200);
  });

  it('responds with 500 if an event’s handler throws, and passes the error only to onError', async () => {
    const failure = new Error('the disk is full');
    const onError = vi.fn();
    const response = await deliver(exportReady, { on: { 'export.ready': () => Promise.reject(failure) }, onError });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('disk');
    expect(onError).toHaveBeenCalledExactlyOnceWith(failure, exportReady);
  });

  it('logs the error of an event’s handler to the console by default, without the event’s data', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const failure = new Error('the disk is full');
    await deliver(exportReady, { onOther: () => Promise.reject(failure) });
    expect(log.mock.calls).toEqual([['While handling the webhook event evt_1 (export.ready):', failure]]);
    log.mockRestore();
  });

  it('escapes control characters in the event’s id and type when logging them', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const failure = new Error('the disk is full');
    const hostile = { ...exportReady, id: 'e\n2026-01-01 ok \u001b[2J', type: 't\r\n' };
    await deliver(hostile, { onOther: () => Promise.reject(failure) });
    const line = 'While handling the webhook event e\\u000a2026-01-01 ok \\u001b[2J (t\\u000d\\u000a):';
    expect(log.mock.calls).toEqual([[line, failure]]);
    log.mockRestore();
  });

  it('responds with 401 to an unsigned request and says what is missing', async () => {
    const onOther = vi.fn();
    const response = await createWebhookHandler({ secret, onOther })(post(JSON.stringify(exportReady)));
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('x-service-signature');
    expect(onOther).not.toHaveBeenCalled();
  });

  it('responds with 401 to a signature made with another secret, and to an old signature', async () => {
    expect((await deliver(exportReady, { secret: 'another' })).status).toBe(401);
    expect((await deliver(exportReady, { now: () => Date.now() + 301_000 })).status).toBe(401);
    expect((await deliver(exportReady, { now: () => 0, toleranceSeconds: null })).status).toBe(200);
  });

  it('responds with 400 to a signed body that is not an event', async () => {
    expect((await deliver({ hello: 'world' }, {})).status).toBe(400);
  });

  it('responds with 405 and Allow: POST to other methods', async () => {
    const response = await createWebhookHandler({ secret })(new Request('https://a.test/'));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('accepts a body of maxBytes, and responds with 413 to a longer one', async () => {
    const { length } = JSON.stringify(exportReady);
    expect((await deliver(exportReady, { maxBytes: length })).status).toBe(200);
    expect((await deliver(exportReady, { maxBytes: length - 1 })).status).toBe(413);
  });

  it('accepts 1 MiB by default', async () => {
    const padded = (size: number) => ({
      ...exportReady,
      pad: 'x'.repeat(size - JSON.stringify(exportReady).length - 9),
    });
    expect((await deliver(padded(2 ** 20), {})).status).toBe(200);
    expect((await deliver(padded(2 ** 20 + 1), {})).status).toBe(413);
  });

  it('accepts a body in several chunks', async () => {
    const onOther = vi.fn();
    const bytes = Buffer.from(JSON.stringify(exportReady));
    const pieces = new ReadableStream({
      start(controller) {
        for (const [from, to] of [[0, 10], [10, 11], [11]]) controller.enqueue(bytes.subarray(from, to));
        controller.close();
      },
    });
    const headers = await signWebhook({ body: bytes, secret });
    expect((await createWebhookHandler({ secret, onOther })(post(pieces, headers))).status).toBe(200);
    expect(onOther).toHaveBeenCalledExactlyOnceWith(exportReady);
  });

  it('copies each chunk as it arrives, so that it does not keep many small buffers', async () => {
    const onOther = vi.fn();
    const bytes = Buffer.from(JSON.stringify(exportReady));
    const chunk = new Uint8Array(1);
    let sent = 0;
    const reused = new ReadableStream(
      {
        pull(controller) {
          chunk[0] = bytes[sent++] ?? 0;
          if (sent > bytes.length) controller.close();
          else controller.enqueue(chunk);
        },
      },
      { highWaterMark: 0 },
    );
    const headers = await signWebhook({ body: bytes, secret });
    expect((await createWebhookHandler({ secret, onOther })(post(reused, headers))).status).toBe(200);
    expect(onOther).toHaveBeenCalledExactlyOnceWith(exportReady);
  });

  it('stops reading a body at maxBytes', async () => {
    const cancel = vi.fn();
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)), cancel });
    const request = post(endless, await signWebhook({ body: '', secret }));
    expect((await createWebhookHandler({ secret, maxBytes: 5000 })(request)).status).toBe(413);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('does not read the body of a request without a signature', async () => {
    const pull = vi.fn();
    const request = post(new ReadableStream({ pull }, { highWaterMark: 0 }), {});
    expect((await createWebhookHandler({ secret })(request)).status).toBe(401);
    expect(pull).not.toHaveBeenCalled();
  });

  it('rejects if the body was already read, and says how to fix it', async () => {
    const request = post('{}');
    await request.json();
    const response = createWebhookHandler({ secret })(request);
    await expect(response).rejects.toMatchObject({
      reason: 'parsed_body',
      message: expect.stringContaining('request.clone()'),
    });
  });

  const misused: [string, (body: string) => unknown][] = [
    ['a request of node:http', () => new IncomingMessage(new Socket())],
    ['a request of Express, behind a parser', (body) => ({ method: 'POST', headers: {}, body: JSON.parse(body) })],
    [
      'a request of Express, behind express.raw()',
      (body) => ({ method: 'POST', headers: {}, body: Buffer.from(body) }),
    ],
    ['a context of Hono', (body) => ({ req: { raw: post(body) }, env: {} })],
    ['a request of Hono', (body) => ({ raw: post(body), method: 'POST', header: () => 'x' })],
    ['a body', (body) => body],
    ['nothing', () => undefined],
  ];
  it.each(misused)('rejects %s instead of a Request, and says how to fix it', async (_, passed) => {
    const onRejected = vi.fn();
    // Cast: the types reject this value.
    const request = passed(JSON.stringify(exportReady)) as Request;
    await expect(createWebhookHandler({ secret, onRejected })(request)).rejects.toMatchObject({
      name: 'ConfigurationError',
      message:
        'request must be a Request. In Express and node:http, wrap the handler of createWebhookHandler() in ' +
        'toNodeListener(); in Hono, pass it `context.req.raw`.',
    });
    expect(onRejected).not.toHaveBeenCalled();
  });

  it('accepts a Request of another implementation', async () => {
    const body = JSON.stringify(exportReady);
    const { headers, body: stream } = post(body, await signWebhook({ body, secret }));
    const request = { method: 'POST', headers: { get: headers.get.bind(headers) }, body: stream, bodyUsed: false };
    // Cast: the handler uses only the properties that this request has.
    expect((await createWebhookHandler({ secret })(request as unknown as Request)).status).toBe(200);
  });

  it.each([{ secret: '' }, { secret: [] }, { secret: ['a', ''] }, { secret: 42 as never }])(
    'cannot be created with the secret $secret',
    (options) => {
      expect(() => createWebhookHandler(options)).toThrow(expect.objectContaining({ reason: 'missing_secret' }));
    },
  );

  it('handles a delivery over a socket through toNodeListener', async () => {
    const onOther = vi.fn();
    const server = createServer(toNodeListener(createWebhookHandler({ secret, onOther }))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const body = JSON.stringify({ ...exportReady, data: { title: 'naïve – 日本語 🎬' } });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    const response = await fetch(url, { method: 'POST', body, headers: await signWebhook({ body, secret }) });
    server.close().closeAllConnections();
    expect(response.status).toBe(200);
    expect(onOther).toHaveBeenCalledExactlyOnceWith(JSON.parse(body));
  });

  it('narrows the type of the event', () => {
    createWebhookHandler({
      secret,
      on: { 'export.ready': (event) => expectTypeOf(event.data.download_url).toEqualTypeOf<string>() },
      onOther: (event) => expectTypeOf(event).toEqualTypeOf<WebhookEvent>(),
    });
  });

  it('cannot be created for an unknown event type, and the error suggests a similar one', () => {
    // @ts-expect-error A type that the specification does not list goes to onOther.
    expect(() => createWebhookHandler({ secret, on: { 'export.redy': () => undefined } })).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        option: 'on.export.redy',
        message: `on.export.redy is not an event type. Did you mean "export.ready"? Use one of ${eventTypes.join(', ')}.`,
      }),
    );
  });

  it.each([
    ['job.completed', 'job.complete'],
    ['jobfailed', 'job.failed'],
    ['projects.create', 'project.created'],
  ])('cannot be created for %s, and the error suggests %s', (type, nearest) => {
    expect(() => createWebhookHandler({ secret, on: { [type]: vi.fn() } })).toThrow(`Did you mean "${nearest}"?`);
  });

  const unusable: [object, string][] = [
    [
      { maxByte: 5 },
      'maxByte is not an option. Did you mean "maxBytes"? Use one of secret, toleranceSeconds, now, on,',
    ],
    [{ body: '{}' }, 'body is not an option. Use one of secret,'],
    [{ maxBytes: 0 }, 'maxBytes must be a whole number above 0.'],
    [{ maxBytes: 0.5 }, 'maxBytes must be a whole number above 0.'],
    [{ maxBytes: '5' }, 'maxBytes must be a whole number above 0.'],
    [{ toleranceSeconds: Number.NaN }, 'toleranceSeconds must be a number, 0 or more, or null.'],
    [{ toleranceSeconds: -1 }, 'toleranceSeconds must be a number, 0 or more, or null.'],
    [{ toleranceSeconds: '300' }, 'toleranceSeconds must be a number, 0 or more, or null.'],
    [{ now: 5 }, 'now must be a function.'],
    [{ on: vi.fn() }, 'on must be a plain object.'],
    [{ on: null }, 'on must be a plain object.'],
    [{ on: { constructor: vi.fn() } }, 'on.constructor is not an event type. Use one of project.created,'],
    [{ on: { 'job.failed': 'log' } }, 'on.job.failed must be a function.'],
    [{ on: { 'job.failed': null } }, 'on.job.failed must be a function.'],
    [{ onOther: {} }, 'onOther must be a function.'],
    [{ onError: 'log' }, 'onError must be a function.'],
    [{ onRejected: 'log' }, 'onRejected must be a function.'],
    [{ dedupe: true }, 'dedupe must be a store, such as memoryDedupe() or redisDedupe(client).'],
    [{ dedupe: memoryDedupe }, 'dedupe must be a store, such as memoryDedupe() or redisDedupe(client).'],
    [{ dedupe: {} }, 'dedupe.store is missing.'],
    [{ dedupe: { ...memoryDedupe(), renew: 1 } }, 'dedupe.claim is not an option. Use one of store, leaseSeconds.'],
    [{ dedupe: { store: {} } }, 'dedupe.store must be a store, such as memoryDedupe() or redisDedupe(client).'],
    [
      { dedupe: { store: memoryDedupe(), leaseSeconds: 0 } },
      'dedupe.leaseSeconds must be a number above 0, at most 315360000 (ten years).',
    ],
    [
      { dedupe: { store: memoryDedupe(), leaseSeconds: 315_360_001 } },
      'dedupe.leaseSeconds must be a number above 0, at most 315360000 (ten years).',
    ],
    [
      { dedupe: { store: memoryDedupe(), leaseMs: 1 } },
      'dedupe.leaseMs is not an option. Use one of store, leaseSeconds.',
    ],
  ];
  it.each(unusable)('cannot be created with %o', (options, message) => {
    expect(() => createWebhookHandler({ secret, ...options })).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', message: expect.stringContaining(message) }),
    );
  });

  it.each([
    ['ioredis', () => new Redis({ lazyConnect: true })],
    ['redis', () => createClient()],
  ])('cannot be created with a client of %s instead of a store', (_, create) => {
    // Cast: the types reject this store.
    expect(() => createWebhookHandler({ secret, dedupe: create() as never })).toThrow(
      'dedupe must be a store, such as memoryDedupe() or redisDedupe(client).',
    );
  });

  it('treats undefined options as omitted', async () => {
    const options = { on: undefined, onOther: undefined, maxBytes: undefined, dedupe: undefined, onError: undefined };
    expect((await deliver(exportReady, { ...options, now: undefined, toleranceSeconds: undefined })).status).toBe(200);
  });
});

async function deliver(event: object, options: Partial<WebhookHandlerOptions>): Promise<Response> {
  const body = JSON.stringify(event);
  return createWebhookHandler({ secret, ...options })(post(body, await signWebhook({ body, secret })));
}

function post(body: BodyInit, headers: HeadersInit = {}): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  return new Request('https://receiver.test/webhooks', init);
}
