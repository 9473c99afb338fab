import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { get } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  createWebhookHandler,
  type FetchHandler,
  type NodeListenerOptions,
  signWebhook,
  toNodeListener,
} from 'clipwright/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { eventually } from '../support/patience.ts';
import { hasOpenSsl, selfSigned } from '../support/self-signed.ts';
import { deferred, maxDiscardedBytes, stableValue } from './support/waiting.ts';

const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

// Collects warnings in all tests, because Node shows each warning only once.
const warnings: Error[] = [];
const addWarning = (warning: Error) => void (warning.name === 'UnsupportedWarning' && warnings.push(warning));
beforeAll(() => void process.on('warning', addWarning));
afterAll(() => {
  process.off('warning', addWarning);
  expect(warnings).toEqual([]);
});

describe('the request of HTTP/2', () => {
  it('has the method, the URL with the host of :authority, every header except pseudo-headers, and the body', async () => {
    const { session } = await serve(async ({ method, url, headers, body }) =>
      Response.json({ method, url, headers: [...headers], body: await new Response(body).text() }),
    );
    const headers = {
      ':method': 'PATCH',
      ':path': '/a/b?c=%20d',
      ':authority': 'app.example:8443',
      'x-tag': ['1', '2'],
      cookie: ['a=1', 'b=2'],
    };
    expect(JSON.parse((await send(session, headers, 'héllo')).body)).toEqual({
      method: 'PATCH',
      url: 'http://app.example:8443/a/b?c=%20d',
      headers: [
        ['cookie', 'a=1; b=2'],
        ['x-tag', '1, 2'],
      ],
      body: 'héllo',
    });
  });

  it('takes its host from Host if there is no :authority', async () => {
    const { session } = await serve(({ url }) => new Response(url));
    expect((await send(session, { host: 'app.example', ':path': '/x' })).body).toBe('http://app.example/x');
  });

  it('is rejected with 400 if its :authority is not just a host and a port', async () => {
    const handler = vi.fn(() => new Response());
    const onRejected = vi.fn();
    const { session } = await serve(handler, { onRejected });
    expect((await send(session, { ':authority': '127.1' })).status).toBe(400);
    expect(handler).not.toHaveBeenCalled();
    const message = 'The method GET or the Host header "127.1" is not valid.';
    expect(onRejected.mock.calls).toEqual([[{ reason: 'invalid_request', message }]]);
  });

  it('streams its body, so that the handler can read the start before the end is sent', async () => {
    const { session } = await serve(async ({ body }) => {
      for await (const chunk of body ?? []) return new Response(chunk);
      return new Response('no body');
    });
    const stream = session.request({ ':method': 'POST' });
    stream.write('start');
    expect(await text(stream)).toBe('start');
  });

  it.each(['before', 'after'])(
    'is aborted and its body breaks off when the client disconnects %s the handler has begun to read it',
    async (when) => {
      const onError = vi.fn();
      const { promise: started, resolve: start } = deferred<void>();
      const { promise: body, resolve: setBody } = deferred<Promise<string>>();
      const { session } = await serve(
        async (request) => {
          start();
          if (when === 'before') await once(request.signal, 'abort');
          const text = request.text();
          setBody(text.finally(() => expect(request.signal.aborted).toBe(true)));
          return new Response(await text);
        },
        { onError },
      );
      session
        .request({ ':method': 'POST' })
        .on('error', () => undefined)
        .write('half of it');
      await started;
      session.destroy();
      await expect(body).rejects.toThrow(
        when === 'before' ? 'The client has canceled the request.' : 'Premature close',
      );
      expect(onError).not.toHaveBeenCalled();
    },
  );

  it.each(['GET', 'HEAD', 'POST', 'DELETE'])(
    'does not abort the signal of a %s after the response was sent',
    async (method) => {
      const signals: AbortSignal[] = [];
      const { session } = await serve(({ signal }) => {
        signals.push(signal);
        return new Response(method === 'DELETE' ? null : 'fine', { status: method === 'DELETE' ? 204 : 200 });
      });
      await send(session, { ':method': method });
      await send(session, { ':method': method });
      expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    },
  );
});

describe('the response of HTTP/2', () => {
  it('has the status, the headers and each cookie, without a status text', async () => {
    const headers = new Headers({ 'x-one': '1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const { session } = await serve(() => new Response('tea', { status: 418, statusText: 'Teapot', headers }));
    const response = await send(session, {});
    expect(response).toMatchObject({ status: 418, body: 'tea', rstCode: NGHTTP2_NO_ERROR });
    expect(response.headers).toMatchObject({ 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] });
    expect((await send(session, { ':authority': '127.1' })).status).toBe(400);
  });

  it('is followed by a reset of the stream if the request does not end within a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { session } = await serve(() => new Response('fine'));
    const stream = session.request({ ':method': 'POST' });
    expect(await text(stream)).toBe('fine');
    const closed = once(stream, 'close');
    vi.advanceTimersByTime(999);
    expect((await send(session, {})).body).toBe('fine');
    expect(stream.closed).toBe(false);
    vi.advanceTimersByTime(1);
    await closed;
    expect(stream.rstCode).toBe(NGHTTP2_NO_ERROR);
  });

  it('does not contain hop-by-hop headers from another server', async () => {
    const headers = {
      Connection: 'keep-alive',
      'HTTP2-Settings': 'AAMAAABkAAQAAP__',
      'Keep-Alive': 'timeout=999',
      'Proxy-Connection': 'keep-alive',
      TE: 'gzip',
      Trailer: 'x-checksum',
      'Transfer-Encoding': 'chunked',
      Upgrade: 'h2c',
      'X-Kept': 'yes',
    };
    const onError = vi.fn();
    const { session } = await serve(() => new Response('fine', { headers }), { onError });
    const response = await send(session, {});
    expect(Object.keys(response.headers).sort()).toEqual([':status', 'content-type', 'date', 'x-kept']);
    expect(response.body).toBe('fine');
    expect(onError).not.toHaveBeenCalled();
  });

  it('is produced only as fast as the client reads, and arrives completely', async () => {
    const chunk = new Uint8Array(64 * 1024).fill(7);
    let left = 512;
    const pull = (controller: ReadableStreamDefaultController) =>
      left-- > 0 ? controller.enqueue(chunk) : controller.close();
    const { session } = await serve(() => new Response(new ReadableStream({ pull })));
    const stream = session.request({});
    await once(stream, 'response');
    expect(left).toBeGreaterThan(400);
    let received = 0;
    for await (const part of stream) received += (part as Uint8Array).length;
    expect(received).toBe(512 * chunk.length);
  });

  it('has its body canceled when the client cancels the request', async () => {
    const cancel = vi.fn();
    const onError = vi.fn();
    const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(2 ** 26));
    const { session } = await serve(() => new Response(new ReadableStream({ start, cancel })), { onError });
    const stream = session.request({});
    await once(stream, 'response');
    stream.close(NGHTTP2_CANCEL);
    await eventually(() => expect(cancel).toHaveBeenCalledOnce());
    expect(onError).not.toHaveBeenCalled();
  });

  it('is reset with an error if its body fails, and the error is passed to onError', async () => {
    const onError = vi.fn();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      pull: (controller) => controller.error(new Error('the disk is gone')),
    });
    const { session } = await serve(() => new Response(body), { onError });
    const stream = session.request({});
    await expect(text(stream)).rejects.toThrow('NGHTTP2_INTERNAL_ERROR');
    expect(stream.rstCode).toBe(NGHTTP2_INTERNAL_ERROR);
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('the disk is gone'));
  });

  it('is a 500 without details if the handler throws, and the error is passed to onError', async () => {
    const onError = vi.fn();
    const { session } = await serve(() => Promise.reject(new Error('secret detail')), { onError });
    expect(await send(session, {})).toMatchObject({ status: 500, body: '' });
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('secret detail'));
  });
});

describe('a webhook handler over HTTP/2', () => {
  const secret = 'whsec_test';
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'export.ready',
    created_at: '2026-01-02T03:04:05Z',
    data: { project_id: 'p', export_id: 'e' },
  });

  it('verifies and handles an event, and refuses a wrong signature', async () => {
    const seen: string[] = [];
    const onRejected = vi.fn();
    const handle = createWebhookHandler({ secret, on: { 'export.ready': ({ id }) => seen.push(id) }, onRejected });
    const { session } = await serve(handle);
    expect(await send(session, await signedHeaders(secret), body)).toMatchObject({ status: 200, body: 'ok' });
    expect(await send(session, await signedHeaders('whsec_other'), body)).toMatchObject({ status: 401 });
    expect(await send(session, {})).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(seen).toEqual(['evt_1']);
    expect(onRejected.mock.calls.map(([{ reason }]) => reason)).toEqual(['no_match', 'method_not_allowed']);
  });

  it.each([
    ['a stated', { 'content-length': 2 ** 30 }],
    ['an unstated', {}],
  ])('resets the stream of a client that keeps sending a too large body of %s length', async (_, headers) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const handle = createWebhookHandler({ secret, maxBytes: 1000, onRejected: () => undefined });
    const { session, bytesReceived } = await serve(handle);
    const stream = session.request({ ...(await signedHeaders(secret)), ...headers });
    const chunk = Buffer.alloc(2 ** 20);
    const write = () => stream.writable && stream.write(chunk, write);
    write();
    const [{ ':status': status }] = (await once(stream, 'response')) as [
      IncomingHttpHeaders & IncomingHttpStatusHeader,
    ];
    expect([status, await text(stream)]).toEqual([413, 'The body is larger than 1000 bytes.']);
    await eventually(() => expect(bytesReceived()).toBeGreaterThan(maxDiscardedBytes));
    expect(await stableValue(bytesReceived)).toBeLessThan(maxDiscardedBytes + 2 ** 18);
    vi.advanceTimersByTime(1000);
    await once(stream, 'close');
    expect(stream.rstCode).toBe(NGHTTP2_NO_ERROR);
    expect(await send(session, await signedHeaders(secret), body)).toMatchObject({ status: 200 });
  });

  it('resets the stream of a client that sends its body too slowly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { session } = await serve(createWebhookHandler({ secret, onRejected: () => undefined }));
    const stream = session.request(await signedHeaders(secret));
    stream.write('{');
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(30_000);
    const [{ ':status': status }] = await once(stream, 'response');
    expect([status, await text(stream)]).toEqual([408, 'The body took longer than 30 s.']);
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    const closed = once(stream, 'close');
    vi.advanceTimersByTime(1000);
    await closed;
    expect(stream.rstCode).toBe(NGHTTP2_NO_ERROR);
  });

  it.skipIf(!hasOpenSsl)('handles HTTP/1 requests on the same TLS port', async () => {
    const urls: string[] = [];
    const handle = createWebhookHandler({ secret, onOther: () => undefined });
    const listener = toNodeListener((request) => {
      urls.push(request.url);
      return handle(request);
    });
    const { session, port } = await connectTo(createSecureServer({ ...selfSigned(), allowHTTP1: true }, listener));
    expect(await send(session, await signedHeaders(secret), body)).toMatchObject({ status: 200, body: 'ok' });
    const [response] = await once(get({ port, rejectUnauthorized: false, agent: false }), 'response');
    expect(response).toMatchObject({ httpVersion: '1.1', statusCode: 405, statusMessage: 'Method Not Allowed' });
    expect(urls).toEqual([`https://localhost:${port}/`, `https://localhost:${port}/`]);
  });

  async function signedHeaders(key: string): Promise<OutgoingHttpHeaders> {
    return { ':method': 'POST', ...(await signWebhook({ body, secret: key })) };
  }
});

test('a listener that is used for the event `stream` throws an error that names the event `request`', async () => {
  const listener = toNodeListener(() => new Response());
  const { promise: thrown, resolve } = deferred<unknown>();
  const server = createServer().on('stream', (...args) => {
    try {
      Reflect.apply(listener, server, args);
    } catch (error) {
      resolve(error);
    }
  });
  const { session } = await connectTo(server);
  session.request({ on: 'a header with the name of a method' }).on('error', () => undefined);
  expect(await thrown).toMatchObject({
    name: 'ConfigurationError',
    message: 'response must be a ServerResponse. With node:http2, use the event `request`, not `stream`.',
  });
});

async function serve(handler: FetchHandler, options?: NodeListenerOptions) {
  return connectTo(createServer(toNodeListener(handler, options)));
}

async function connectTo(server: Http2Server | Http2SecureServer) {
  let socket: Socket | undefined;
  server.on('connection', (connected: Socket) => {
    socket = connected;
  });
  await once(server.listen(0), 'listening');
  // Cast: a server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const scheme = 'allowHTTP1' in server || server.constructor.name.includes('Secure') ? 'https' : 'http';
  const session = connect(`${scheme}://localhost:${port}`, { rejectUnauthorized: false });
  stops.push(() => {
    session.destroy();
    server.close();
  });
  return { session, port, bytesReceived: () => socket?.bytesRead ?? 0 };
}

async function send(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string) {
  const stream: ClientHttp2Stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders & IncomingHttpStatusHeader];
  return { status: received[':status'], headers: received, body: await text(stream), rstCode: stream.rstCode };
}
