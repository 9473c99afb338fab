import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type RequestOptions, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { createWebhookHandler, type FetchHandler, type NodeListenerOptions, toNodeListener } from 'clipwright/webhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/patience.ts';
import { unhandledRejections, unhandledRejectionsEmitted } from '../support/unhandled-rejections.ts';
import { deferred, maxDiscardedBytes, stableValue } from './support/waiting.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('the request', () => {
  it('has the method, the full URL, every header and the body', async () => {
    const port = await serve(async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        tags: request.headers.get('x-tag'),
        body: await request.text(),
      }),
    );
    const response = await send(
      port,
      { method: 'PATCH', path: '/a/b?c=%20d', headers: { 'x-tag': ['1', '2'] } },
      'héllo',
    );
    expect(JSON.parse(await text(response))).toEqual({
      method: 'PATCH',
      url: `http://127.0.0.1:${port}/a/b?c=%20d`,
      tags: '1, 2',
      body: 'héllo',
    });
  });

  it('keeps its host if its path begins with //', async () => {
    const port = await serve((request) => new Response(request.url));
    const response = await send(port, { path: '//elsewhere.example/x', headers: { host: 'mock.test' } });
    expect(await text(response)).toBe('http://mock.test//elsewhere.example/x');
  });

  it('accepts the absolute form that proxies send', async () => {
    const port = await serve((request) => new Response(request.url));
    const response = await send(port, { path: 'http://mock.test/x' });
    expect(await text(response)).toBe('http://mock.test/x');
  });

  it('streams its body, so that the handler can read the start before the end is sent', async () => {
    const port = await serve(async (request) => {
      for await (const chunk of request.body ?? []) return new Response(chunk);
      return new Response('no body');
    });
    const outgoing = request({ port, method: 'POST' });
    outgoing.write('start');
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(await text(response)).toBe('start');
    outgoing.end('end');
  });

  it('leaves the connection usable if its body was only partly read', async () => {
    const port = await serve(async (request) => {
      for await (const _chunk of request.body ?? []) break;
      return new Response();
    });
    const socket = connect(port);
    const body = 'x'.repeat(3_000_000);
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    expect((await text(socket)).match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  });

  it('is rejected with 400 if its Host is invalid or Request does not allow its method', async () => {
    const handler = vi.fn(() => new Response());
    const onRejected = vi.fn();
    const port = await serve(handler, { onRejected });
    expect((await send(port, { headers: { host: 'a b' } })).statusCode).toBe(400);
    expect((await send(port, { method: 'TRACE', headers: { host: 'a' } })).statusCode).toBe(400);
    expect(handler).not.toHaveBeenCalled();
    expect(onRejected.mock.calls).toEqual([
      [{ reason: 'invalid_request', message: 'The method GET or the Host header "a b" is not valid.' }],
      [{ reason: 'invalid_request', message: 'The method TRACE or the Host header "a" is not valid.' }],
    ]);
  });

  it.each([
    'app.example/admin',
    'app.example/admin?',
    'app.example/admin#',
    'app.example\\admin#',
    'app.example?',
    'app.example#',
    'user@app.example',
    'user:password@app.example',
    'app.example:4010:1',
    'app.example:',
    '%61pp.example',
    '127.1',
  ])('takes its path from the request line only: Host "%s" is rejected with 400', async (host) => {
    const handler = vi.fn(() => new Response());
    const port = await serve(handler, { onRejected: () => undefined });
    expect((await send(port, { path: '/public', headers: { host } })).statusCode).toBe(400);
    expect((await send(port, { path: 'http://app.example/public', headers: { host } })).statusCode).toBe(400);
    expect(handler).not.toHaveBeenCalled();
  });

  it('never takes its host from the path: an empty Host is rejected with 400', async () => {
    const port = await serve((request) => new Response(request.url), { onRejected: () => undefined });
    const socket = connect(port);
    socket.write('GET //app.example/admin HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['App.Example', 'app.example'],
    ['app.example:80', 'app.example'],
    ['app.example:443', 'app.example:443'],
    ['my_app.:4010', 'my_app.:4010'],
    ['[::1]:4010', '[::1]:4010'],
  ])('can have the Host "%s"', async (host, urlHost) => {
    const port = await serve((request) => new Response(request.url));
    const response = await send(port, { path: '/public', headers: { host } });
    expect(await text(response)).toBe(`http://${urlHost}/public`);
  });

  it('aborts its signal when the client disconnects', async () => {
    const aborted = deferred<void>();
    const started = deferred<void>();
    const port = await serve(({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve());
      started.resolve();
      return new Promise(() => undefined);
    });
    const outgoing = request({ port }).on('error', () => undefined);
    outgoing.end();
    await started.promise;
    outgoing.destroy();
    await aborted.promise;
  });

  it('does not abort its signal after the response was sent', async () => {
    let signal: AbortSignal | undefined;
    const port = await serve((request) => {
      signal = request.signal;
      return new Response('fine');
    });
    const response = await send(port, { agent: false });
    await text(response);
    await once(response.socket, 'close');
    expect(signal?.aborted).toBe(false);
  });
});

describe('the response', () => {
  it('has the status, its text, the headers and each cookie', async () => {
    const headers = new Headers({ 'x-one': '1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const port = await serve(() => new Response(null, { status: 418, statusText: 'Teapot', headers }));
    const response = await send(port, {});
    expect(response).toMatchObject({ statusCode: 418, statusMessage: 'Teapot' });
    expect(response.headers).toMatchObject({ 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] });
  });

  it('does not forward hop-by-hop headers from another server', async () => {
    const headers = {
      Connection: 'keep-alive, X-Hop',
      'Keep-Alive': 'timeout=999',
      TE: 'trailers',
      Trailer: 'x-checksum',
      'Transfer-Encoding': 'gzip',
      Upgrade: 'h2c',
      'X-Kept': 'yes',
    };
    const onError = vi.fn();
    for (const extra of [{}, { 'content-length': '4' }]) {
      const port = await serve(() => new Response('fine', { headers: { ...headers, ...extra } }), { onError });
      const response = await send(port, { agent: false });
      expect(await text(response)).toBe('fine');
      expect(response.headers).toMatchObject({ 'x-kept': 'yes', ...extra });
      expect(response.headers).not.toMatchObject({ 'transfer-encoding': 'gzip' });
      for (const name of ['te', 'trailer', 'upgrade']) expect(response.headers).not.toHaveProperty(name);
      expect(JSON.stringify(response.headers)).not.toMatch(/999|X-Hop/i);
    }
    expect(onError).not.toHaveBeenCalled();
  });

  it('can be a fetch response with a chunked body', async () => {
    const upstream = await listen((_, outgoing) => {
      outgoing.writeHead(200, { trailer: 'x-checksum' }).write('in ');
      outgoing.end('chunks');
    });
    const onError = vi.fn();
    const port = await serve(() => fetch(`http://127.0.0.1:${upstream}`), { onError });
    const response = await send(port, {});
    expect([await text(response), response.headers.trailer]).toEqual(['in chunks', undefined]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('has the default status text unless the handler sets one', async () => {
    const port = await serve(() => new Response(null, { status: 404 }));
    expect((await send(port, {})).statusMessage).toBe('Not Found');
  });

  it.each(['\u0141', 'a\u001b[31mb', 'a\u007fb', 'a\u0000b'])(
    'has the default status text instead of %j, which HTTP does not allow',
    async (statusText) => {
      const onError = vi.fn();
      const port = await serve(() => withStatusText('fine', statusText), { onError });
      const response = await send(port, {});
      expect(response).toMatchObject({ statusCode: 200, statusMessage: 'OK' });
      expect(await text(response)).toBe('fine');
      expect(onError).not.toHaveBeenCalled();
    },
  );

  it.each(['Za\u017c\u00f3\u0142\u0107', 'caf\u00e9'])(
    'can be a fetch response with the reason phrase "%s"',
    async (phrase) => {
      const upstream = createTcpServer((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 201 ${phrase}\r\ncontent-length: 2\r\n\r\nok`)),
      ).listen(0, '127.0.0.1');
      stops.push(() => upstream.close());
      await once(upstream, 'listening');
      const port = await serve(() => fetch(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`));
      const response = await send(port, {});
      expect([response.statusCode, await text(response)]).toEqual([201, 'ok']);
    },
  );

  it.each([
    ['longer', 'honest, and a forged response'],
    ['shorter', 'short'],
  ])('closes the connection if its body is %s than its content-length', async (_what, body) => {
    const rejected = unhandledRejections();
    const onError = vi.fn();
    const port = await serve(() => new Response(body, { headers: { 'content-length': '6' } }), { onError });
    const socket = connect(port);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(await text(socket)).not.toContain('forged');
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' })]]);
    await unhandledRejectionsEmitted();
    expect(rejected).toEqual([]);
  });

  it('has no body for HEAD and cancels the handler’s stream', async () => {
    const cancel = vi.fn();
    const port = await serve(
      () => new Response(new ReadableStream({ cancel }), { headers: { 'content-length': '9' } }),
    );
    const response = await send(port, { method: 'HEAD' });
    expect(await text(response)).toBe('');
    expect(response.headers['content-length']).toBe('9');
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('is produced only as fast as the client reads, and arrives completely', async () => {
    const chunk = new Uint8Array(64 * 1024).fill(7);
    const total = 512;
    let produced = 0;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (produced++ === total) controller.close();
          else controller.enqueue(chunk);
        },
      });
    const port = await serve(() => new Response(body()));
    const response = await send(port, {});
    const stalled = await stableValue(() => produced);
    expect(stalled).toBeLessThan(total);
    let received = 0;
    for await (const part of response) received += (part as Uint8Array).length;
    expect(received).toBe(total * chunk.length);
  });

  it.each([
    ['waits for more', 1],
    ['waits for the client to read', 64 * 1024 * 1024],
  ])('has its body canceled when the client disconnects while the body %s', async (_what, size) => {
    const cancel = vi.fn();
    const onError = vi.fn();
    const ended = deferred<void>();
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(size)), cancel });
    const listener = toNodeListener(() => new Response(body), { onError });
    const port = await listen((incoming, outgoing) => listener(incoming, outgoing).then(ended.resolve));
    const response = await send(port, {});
    response.on('error', () => undefined).destroy();
    await ended.promise;
    expect(cancel).toHaveBeenCalledOnce();
    expect(onError).not.toHaveBeenCalled();
  });

  it('is cut off if its body fails, and the error is passed to onError', async () => {
    const onError = vi.fn();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      pull: (controller) => controller.error(new Error('the disk is gone')),
    });
    const port = await serve(() => new Response(body), { onError });
    await expect(send(port, {}).then(text)).rejects.toThrow();
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('the disk is gone'));
  });

  it('is a 500 without details if the handler throws, and the error is passed to onError', async () => {
    const onError = vi.fn();
    const port = await serve(() => Promise.reject(new Error('secret detail')), { onError });
    const response = await send(port, {});
    expect(response.statusCode).toBe(500);
    expect(JSON.stringify(response.rawHeaders) + (await text(response))).not.toContain('secret detail');
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('secret detail'));
  });

  it('is a plain 500 if its headers are invalid, even after another middleware has set headers', async () => {
    const onError = vi.fn();
    const headers = { 'content-length': '6', 'x-odd': 'a\u0001b' };
    const listener = toNodeListener(() => new Response('honest', { statusText: 'Fine', headers }), { onError });
    const port = await listen((incoming, outgoing) => {
      outgoing.setHeader('x-powered-by', 'Express');
      return listener(incoming, outgoing);
    });
    const response = await send(port, {});
    expect(response).toMatchObject({ statusCode: 500, statusMessage: 'Internal Server Error' });
    expect(await text(response)).toBe('');
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: 'ERR_INVALID_CHAR' })]]);
  });

  it('is not sent, and the connection is closed, if even a 500 cannot be sent', async () => {
    const onError = vi.fn();
    const settled = deferred<unknown>();
    const listener = toNodeListener(() => new Response('fine'), { onError });
    const port = await listen((incoming, outgoing) => {
      outgoing.writeHead = () => {
        throw new Error('broken middleware');
      };
      listener(incoming, outgoing).then(() => settled.resolve('resolved'), settled.resolve);
    });
    await expect(send(port, {})).rejects.toThrow('socket hang up');
    expect(await settled.promise).toBe('resolved');
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('broken middleware'));
  });

  it('is a 500 if the handler returns Response.error()', async () => {
    const onError = vi.fn();
    const port = await serve(() => Response.error(), { onError });
    expect((await send(port, {})).statusCode).toBe(500);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('a client that keeps sending after the response', () => {
  const handle = createWebhookHandler({ secret: 'whsec_test', maxBytes: 1000, onRejected: () => undefined });

  it.each([
    ['a body that is too large', 'POST', 'x-service-signature: a\r\ntransfer-encoding: chunked\r\n\r\n40000000', 413],
    ['a body without a signature', 'POST', 'transfer-encoding: chunked\r\n\r\n40000000', 401],
    ['a body whose stated length is too large', 'POST', 'content-length: 1073741824\r\n', 413],
    ['a body that the handler does not read', 'PUT', 'content-length: 1073741824\r\n', 405],
    ['the body of a request that is not valid', 'TRACE', 'content-length: 1073741824\r\n', 400],
  ])('gets the response, and is disconnected after 4 MiB: %s', async (_, method, framing, status) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const listener = toNodeListener(handle, { onRejected: () => undefined });
    const { promise: accepted, resolve: accept } = deferred<Socket>();
    const port = await listen((incoming, outgoing) => {
      accept(incoming.socket);
      return listener(incoming, outgoing);
    });
    const client = connect({ port, allowHalfOpen: true }).on('error', () => undefined);
    let received = '';
    client.on('data', (chunk) => {
      received += chunk;
    });
    // Do not use `once`, because it rejects when a write fails.
    const halfClosed = new Promise((resolve) => client.on('end', resolve));
    const closed = new Promise((resolve) => client.on('close', resolve));
    client.write(`${method} / HTTP/1.1\r\nhost: a\r\n${framing}\r\n`);
    const chunk = Buffer.alloc(2 ** 20);
    const write = () => client.writable && client.write(chunk, write);
    write();
    const socket = await accepted;
    await eventually(() => expect(socket.bytesRead).toBeGreaterThan(maxDiscardedBytes));
    expect(await stableValue(() => socket.bytesRead)).toBeLessThan(maxDiscardedBytes + 2 ** 18);
    await halfClosed;
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    vi.advanceTimersByTime(1000);
    await closed;
  });
});

describe('a listener that runs after a body parser', () => {
  const echo: FetchHandler = async (request) => new Response(await request.text());

  it('accepts the raw bytes that express.raw() leaves', async () => {
    const port = await serveParsed(echo, (raw) => Buffer.from(raw));
    expect(await text(await send(port, { method: 'POST' }, '{"a": 1}'))).toBe('{"a": 1}');
  });

  it('responds with 500 if the body was parsed, and reports once how to fix it', async () => {
    const handler = vi.fn(echo);
    const onRejected = vi.fn();
    const onError = vi.fn();
    const port = await serveParsed(handler, JSON.parse, { onRejected, onError });
    const response = await send(port, { method: 'POST' }, '{"a": 1}');
    expect([response.statusCode, await text(response)]).toEqual([500, '']);
    const message = expect.stringMatching(/express\.raw\(\{.*`listener\(Object\.assign\(request, \{ body: buffer \}\)/);
    expect(onRejected.mock.calls).toEqual([[{ reason: 'parsed_body', message }]]);
    expect(handler).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a listener that runs after node:http code has read the body', () => {
  const echo: FetchHandler = async (request) => new Response(await request.text());

  it('responds with 500 and neither throws nor rejects', async () => {
    const settled: unknown[] = [];
    const onRejected = vi.fn();
    const listener = toNodeListener(echo, { onRejected });
    const port = await listen(async (incoming, outgoing) => {
      await text(incoming);
      try {
        settled.push(await listener(incoming, outgoing));
      } catch (error) {
        settled.push(error);
        outgoing.destroy();
      }
    });
    for (const body of ['{}', 'x'.repeat(300_000)]) {
      expect((await send(port, { method: 'POST' }, body)).statusCode).toBe(500);
    }
    expect(settled).toEqual([undefined, undefined]);
    expect(onRejected).toHaveBeenCalledTimes(2);
  });

  it('leaves the connection usable if the body was only partly read', async () => {
    const listener = toNodeListener(echo, { onRejected: () => undefined });
    const port = await listen(async (incoming, outgoing) => {
      if (incoming.method === 'POST') await once(incoming, 'data');
      incoming.pause();
      await listener(incoming, outgoing);
    });
    const socket = connect(port);
    const body = 'x'.repeat(3_000_000);
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    expect((await text(socket)).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 500', 'HTTP/1.1 200']);
  });

  it('accepts the body’s bytes', async () => {
    const listener = toNodeListener(echo);
    const port = await listen(async (incoming, outgoing) =>
      listener(Object.assign(incoming, { body: await buffer(incoming) }), outgoing),
    );
    expect(await text(await send(port, { method: 'POST' }, 'héllo'))).toBe('héllo');
  });
});

describe('toNodeListener', () => {
  const handler = () => new Response();
  const misused: [string, unknown[], string][] = [
    [
      'handler options instead of a handler',
      [{ secret: 'x' }],
      'handler must be a function, such as createWebhookHandler() returns.',
    ],
    [
      'handler options as its own options',
      [handler, { secret: 'x' }],
      'secret is not an option. Use one of onError, onRejected.',
    ],
    ['an option that is not a function', [handler, { onError: 'log' }], 'onError must be a function.'],
    ['a function instead of options', [handler, handler], 'options must be a plain object.'],
  ];
  it.each(misused)('throws for %s', (_, args, message) => {
    // Cast: the types reject these arguments.
    expect(() => toNodeListener(...(args as [FetchHandler]))).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', message }),
    );
  });
});

/** A response that only `fetch` can return, because the constructor rejects such a status text. */
function withStatusText(body: string, statusText: string): Response {
  return Object.defineProperty(new Response(body), 'statusText', { value: statusText });
}

function serve(handler: FetchHandler, options?: NodeListenerOptions): Promise<number> {
  return listen(toNodeListener(handler, options));
}

/** Acts like Express with a body parser: reads the stream and sets `request.body`. */
function serveParsed(handler: FetchHandler, parse: (raw: string) => unknown, options?: NodeListenerOptions) {
  const listener = toNodeListener(handler, options);
  return listen(async (incoming, outgoing) =>
    listener(Object.assign(incoming, { body: parse(await text(incoming)) }), outgoing),
  );
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  stops.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function send(port: number, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  const outgoing = request({ host: '127.0.0.1', port, ...options }).end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}
