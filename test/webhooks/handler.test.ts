import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createWebhookHandler,
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
  it('hands an event to the function for its type, waits for it, and answers 200', async () => {
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
    'hands %s to onOther, where nothing else handles it',
    async (type) => {
      const onOther = vi.fn();
      expect((await deliver({ ...exportReady, type }, { on: { 'export.ready': vi.fn() }, onOther })).status).toBe(200);
      expect(onOther).toHaveBeenCalledExactlyOnceWith({ ...exportReady, type });
    },
  );

  it('hands an event to onOther where the function for its type is undefined', async () => {
    const onOther = vi.fn();
    await deliver(exportReady, { on: { 'export.ready': undefined }, onOther, maxBytes: undefined, now: undefined });
    expect(onOther).toHaveBeenCalledExactlyOnceWith(exportReady);
  });

  it('answers 200 to an event that nothing handles', async () => {
    expect((await deliver(exportReady, {})).status).toBe(200);
    expect((await deliver({ ...exportReady, type: 'constructor' }, {})).status).toBe(200);
  });

  it('answers 500 when the function throws, and tells onError alone why', async () => {
    const failure = new Error('the disk is full');
    const onError = vi.fn();
    const response = await deliver(exportReady, { on: { 'export.ready': () => Promise.reject(failure) }, onError });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('disk');
    expect(onError).toHaveBeenCalledExactlyOnceWith(failure, exportReady);
  });

  it('tells the console why, unless told otherwise, without the data', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const failure = new Error('the disk is full');
    await deliver(exportReady, { onOther: () => Promise.reject(failure) });
    expect(log.mock.calls).toEqual([['The function for the webhook event evt_1 (export.ready) threw:', failure]]);
    log.mockRestore();
  });

  it('answers 401 to what is not signed, and says what is wrong', async () => {
    const onOther = vi.fn();
    const response = await createWebhookHandler({ secret, onOther })(post(JSON.stringify(exportReady)));
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('x-service-signature');
    expect(onOther).not.toHaveBeenCalled();
  });

  it('answers 401 to a signature of another secret, and to an old one', async () => {
    expect((await deliver(exportReady, { secret: 'another' })).status).toBe(401);
    expect((await deliver(exportReady, { now: () => Date.now() + 301_000 })).status).toBe(401);
    expect((await deliver(exportReady, { now: () => 0, toleranceSeconds: null })).status).toBe(200);
  });

  it('answers 400 to a signed body that is no event', async () => {
    expect((await deliver({ hello: 'world' }, {})).status).toBe(400);
  });

  it('answers 405 to anything but POST, and names it', async () => {
    const response = await createWebhookHandler({ secret })(new Request('https://a.test/'));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('takes a body of just the limit, and answers 413 to one byte more', async () => {
    const { length } = JSON.stringify(exportReady);
    expect((await deliver(exportReady, { maxBytes: length })).status).toBe(200);
    expect((await deliver(exportReady, { maxBytes: length - 1 })).status).toBe(413);
  });

  it('takes 1 MiB unless told otherwise', async () => {
    const padded = (size: number) => ({
      ...exportReady,
      pad: 'x'.repeat(size - JSON.stringify(exportReady).length - 9),
    });
    expect((await deliver(padded(2 ** 20), {})).status).toBe(200);
    expect((await deliver(padded(2 ** 20 + 1), {})).status).toBe(413);
  });

  it('stops reading at the limit', async () => {
    const cancel = vi.fn();
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)), cancel });
    expect((await createWebhookHandler({ secret, maxBytes: 5000 })(post(endless))).status).toBe(413);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('throws what names the cure when the body was read before', async () => {
    const request = post('{}');
    await request.json();
    const answer = createWebhookHandler({ secret })(request);
    await expect(answer).rejects.toMatchObject({
      reason: 'parsed_body',
      message: expect.stringContaining('request.clone()'),
    });
  });

  it.each([{ secret: '' }, { secret: [] }, { secret: ['a', ''] }])('cannot be made with $secret', (options) => {
    expect(() => createWebhookHandler(options)).toThrow(expect.objectContaining({ reason: 'missing_secret' }));
  });

  it('works over a socket through toNodeListener', async () => {
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

  it('types the event by its name', () => {
    createWebhookHandler({
      secret,
      on: { 'export.ready': (event) => expectTypeOf(event.data.download_url).toEqualTypeOf<string>() },
      onOther: (event) => expectTypeOf(event).toEqualTypeOf<WebhookEvent>(),
    });
    // @ts-expect-error A type that the specification does not list goes to onOther.
    createWebhookHandler({ secret, on: { 'export.redy': () => undefined } });
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
