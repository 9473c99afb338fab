import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createMock, type Fault, type ListenOptions } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { patience } from '../support/patience.ts';
import { forEachTransport } from '../support/transports.ts';

describe('a fault over a socket', () => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  /**
   * Sends one request to a mock with one fault. The returned function `response` parses the bytes received so far, and
   * the promise `closed` resolves when the connection closes.
   */
  const sendRaw = async (fault: Fault, options: ListenOptions = {}) => {
    const mock = createMock();
    mock.faults.add(fault);
    const server = await mock.listen(options);
    closers.push(() => server.close());
    const socket = connect(server.port, '127.0.0.1');
    closers.push(() => socket.destroy());
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
    const closed = once(socket, 'close');
    socket.write(
      'POST /api/v1/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://app.test\r\nAuthorization: Bearer test\r\n' +
        'Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"name":"x"}',
    );
    const response = () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      return { head, body, length: Number(/^content-length: (\d+)$/im.exec(head)?.[1]) };
    };
    return { mock, server, socket, closed, response };
  };

  test('sends no bytes if it drops the connection', async () => {
    const { closed, socket } = await sendRaw({ drop: true });
    await closed;
    expect(socket.bytesRead).toBe(0);
  });

  test('sends half of the bytes that Content-Length states if it cuts the body', async () => {
    const { mock, closed, response } = await sendRaw({ when: 'after', cut: true });
    await closed;
    const { head, body, length } = response();
    expect(head).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    expect(head).toMatch(/^x-request-id: req-1\r$/m);
    expect(head).toMatch(/^access-control-allow-origin: http:\/\/app\.test\r$/m);
    expect(body.length).toBe(Math.floor(length / 2));
    expect(mock.requests[0]).toMatchObject({ status: 201, fault: 'fault-1' });
  });

  test('sends half of a placeholder body if it cuts the body before the service runs', async () => {
    const { closed, response } = await sendRaw({ cut: true });
    await closed;
    expect(response()).toMatchObject({
      head: expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n/),
      body: '{"placehol',
      length: 20,
    });
  });

  test('sends half of the body if it stalls the response, then nothing until the server closes', async () => {
    const { server, socket, closed, response } = await sendRaw({ stall: true });
    await vi.waitUntil(() => response().body === '{"placehol', patience);
    expect(response().length).toBe(20);
    expect(socket.readyState).toBe('open');
    await server.close();
    await closed;
    expect(response().body).toBe('{"placehol');
  });

  test.each<[string, Fault]>([
    ['a stall', { stall: true }],
    ['a delay', { delay: 2 ** 31 - 1, times: 1 }],
  ])('ends when the client disconnects if the fault is %s', async (_, fault) => {
    const ended = vi.fn();
    const { mock, socket, response } = await sendRaw(fault, {
      middleware: (request, handle) => handle(request).finally(() => ended(request.signal.aborted)),
    });
    const applied = () => ('stall' in fault ? response().body !== '' : mock.faults.list().length === 0);
    await vi.waitUntil(applied, patience);
    expect(ended).not.toHaveBeenCalled();
    disconnect(socket);
    await vi.waitUntil(() => ended.mock.calls.length === 1, patience);
    expect(ended).toHaveBeenCalledWith(true);
  });

  test('prints no error to the console', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const fault of [{ drop: true }, { cut: true }, { stall: true }] as const) {
      const { server, closed, mock } = await sendRaw(fault);
      await vi.waitUntil(() => mock.requests.length === 1, patience);
      await server.close();
      await closed;
    }
    expect(printed).not.toHaveBeenCalled();
  });
});

forEachTransport('a client', (open) => {
  test('times out when a response stalls, and retries with the same Idempotency-Key', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client, fetch, mock } = await open();
    await mock.faults.add({ when: 'after', stall: true, times: 1 });
    const responded = vi.fn();
    const watched: typeof fetch = (input, init) => fetch(input, init).finally(responded);
    const onRetry = vi.fn();
    const created = client({ fetch: watched, maxRetries: 1, hooks: { onRetry } }).projects.create({ name: 'x' });
    await vi.waitUntil(() => responded.mock.calls.length > 0, { ...patience, interval: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    const project = await created;
    expect(onRetry).toHaveBeenCalledWith(
      expect.objectContaining({ error: expect.objectContaining({ name: 'TimeoutError' }) }),
    );
    expect((await mock.snapshot()).workspaces[0]?.projects.map(({ id }) => id)).toEqual([project.id]);
    expect((await mock.requests).map(({ status, replayed }) => [status, replayed])).toEqual([
      [201, false],
      [201, true],
    ]);
  });

  test('does not retry a call without an Idempotency-Key after a stalled response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client, fetch, mock } = await open();
    await mock.faults.add({ match: { endpoint: 'audio.importFromLibrary' }, when: 'after', stall: true });
    const responded = vi.fn();
    const watched: typeof fetch = (input, init) => fetch(input, init).finally(responded);
    const imported = client({ fetch: watched, maxRetries: 2 }).audio.importFromLibrary({
      provider: 'p',
      external_id: 'e',
    });
    const rejected = expect(imported).rejects.toMatchObject({ name: 'TimeoutError', attempts: 1 });
    await vi.waitUntil(() => responded.mock.calls.length > 0, { ...patience, interval: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    await rejected;
    expect(await mock.requests).toHaveLength(1);
  });
});

describe('mock.fetch', () => {
  const setUp = (fault: Fault) => {
    const mock = createMock();
    mock.faults.add(fault);
    const create = (signal: AbortSignal | null = null) =>
      mock.fetch(`${mock.baseUrl}/projects`, {
        method: 'POST',
        headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
        body: '{"name":"x"}',
        signal,
      });
    return { mock, create };
  };

  test('rejects with the same error as undici if a fault drops the connection', async () => {
    const error = await setUp({ drop: true })
      .create()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'fetch failed', cause: { name: 'ConnectionDropped' } });
  });

  test('fails a read of a cut body with the same error as undici, after half of the bytes', async () => {
    const { mock, create } = setUp({ when: 'after', cut: true });
    const response = await create();
    expect([response.status, response.headers.get('x-request-id')]).toEqual([201, 'req-1']);
    // The reader starts late on purpose, because it must get half of the body even after the cut.
    await new Promise((resolve) => setImmediate(resolve));
    const reader = response.body?.getReader();
    const half = await reader?.read();
    expect(half?.value?.length).toBe(Math.floor(Number(response.headers.get('content-length')) / 2));
    await expect(reader?.read()).rejects.toThrow(new TypeError('terminated'));
    await expect((await create()).json()).rejects.toMatchObject({ message: 'terminated', cause: { mode: 'cut' } });
    expect(mock.requests).toHaveLength(2);
  });

  test('rejects a read of a stalled body with the signal’s reason, even if the read begins after the abort', async () => {
    const { create } = setUp({ stall: true });
    const controller = new AbortController();
    const [one, other] = [await create(controller.signal), await create(controller.signal)];
    const reading = one.text();
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await expect(other.text()).rejects.toThrow('enough');
  });

  test('allows a stalled body to be canceled', async () => {
    const response = await setUp({ stall: true }).create();
    await expect(response.body?.cancel()).resolves.toBeUndefined();
  });

  test('delays a response with a timer that tests can fake, and clears the timer after an abort', async () => {
    vi.useFakeTimers();
    const { mock, create } = setUp({ delay: 60_000, times: 2 });
    const settled = vi.fn();
    const response = create();
    void response.then(settled);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await response).status).toBe(201);
    const controller = new AbortController();
    const aborted = expect(create(controller.signal)).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort(new Error('enough'));
    await aborted;
    expect(vi.getTimerCount()).toBe(0);
    expect(mock.requests).toHaveLength(2);
  });
});

test('with msw, fetch rejects with a network error if a fault cuts the body', async () => {
  const mock = createMock();
  mock.faults.add({ cut: true });
  const server = setupServer(...mockHandlers(mock));
  server.listen({ onUnhandledFrame: 'error' });
  try {
    const headers = { authorization: 'Bearer test' };
    await expect(fetch(`${mock.baseUrl}/projects/p/jobs`, { headers })).rejects.toThrow(TypeError);
    expect(mock.requests[0]?.fault).toBe('fault-1');
  } finally {
    server.close();
  }
});

/** Closes the client's connection abruptly, as if the client's process were killed. */
function disconnect(socket: Socket): void {
  socket.resetAndDestroy();
}
