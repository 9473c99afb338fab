import type { Socket } from 'node:net';
import { isErrorNamed } from 'clipwright';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import * as server from './support/behaviors.ts';
import { calls, clientOf, withoutBackoff } from './support/calls.ts';
import { type Behavior, hostileServer } from './support/hostile-server.ts';
import { timeLimit } from './support/time-limit.ts';

withoutBackoff();

const slow: readonly (readonly [string, Behavior])[] = [
  ['before the headers', server.stall],
  ['in the body', server.stallInBody],
  ['in a body that arrives byte by byte', server.dripForever],
];

describe('a time limit', () => {
  it.each(slow)('per attempt ends a call that is slow %s', async (_, behavior) => {
    const service = await hostileServer(behavior);
    const error = await rejectionOf(calls.GET(clientOf(service, { timeout: 40, maxRetries: 0 })));
    expect(error).toMatchObject({ name: 'TimeoutError', option: 'timeout', limit: 40, attempts: 1 });
  });

  it.each(slow)('for the whole call ends a call that is slow %s', async (_, behavior) => {
    const service = await hostileServer(behavior);
    const error = await rejectionOf(calls.GET(clientOf(service, { totalTimeout: 40 })));
    expect(error).toMatchObject({ name: 'TimeoutError', option: 'totalTimeout', limit: 40, attempts: 1 });
  });

  it('per attempt allows a slow body within the limit', async () => {
    const service = await hostileServer(server.drip);
    expect(await calls['POST with key'](clientOf(service, { maxRetries: 0 }))).toEqual({ id: 'p1', status: 'ready' });
  });

  it('for the whole call includes all attempts', async () => {
    const service = await hostileServer(server.stall);
    const error = await rejectionOf(calls.GET(clientOf(service, { timeout: 20, totalTimeout: 100, maxRetries: 50 })));
    expect(error).toMatchObject({ name: 'TimeoutError', message: expect.stringContaining('totalTimeout') });
    expect(service.received.length).toBeLessThan(20);
  });

  it('for the whole call includes the delays between attempts', async () => {
    const service = await hostileServer(server.rateLimit('0.1'));
    const error = await rejectionOf(calls.GET(clientOf(service, { totalTimeout: 250, maxRetries: 50 })));
    expect(error).toSatisfy((one) => isErrorNamed(one, 'RateLimitError') || isErrorNamed(one, 'TimeoutError'));
    expect(service.received.length).toBeLessThan(4);
  });

  it('for the whole call does not wait for a Retry-After that exceeds the limit', async () => {
    const service = await hostileServer(server.rateLimit('30'));
    const error = await rejectionOf(calls.GET(clientOf(service, { totalTimeout: 29_000 })));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterSeconds: 30, attempts: 1 });
  });

  it.each([{ timeout: 40 }, { totalTimeout: 40 }])('applies while the connection is being made: %o', async (limit) => {
    const service = await hostileServer();
    const error = await rejectionOf(calls.PATCH(clientOf(withoutHandshake(service.origin), limit)));
    expect(error).toMatchObject({ name: 'TimeoutError', option: Object.keys(limit)[0], attempts: 1 });
    expect(service.received).toEqual([]);
  });

  it('closes the connection of the attempt that it ends', async () => {
    const limit = timeLimit();
    const service = await hostileServer(limit.endsDuring(server.stall));
    await rejectionOf(calls.PATCH(clientOf(service, { timeout: limit.milliseconds })));
    expect(await isClosed(service.connections[0])).toBe(true);
  });
});

describe('an abort ends a call', () => {
  const reason = new Error('changed my mind');

  it('while the connection is being made', async () => {
    const service = await hostileServer();
    const { signal, abort } = aborter();
    const call = calls.GET(clientOf(withoutHandshake(service.origin)), { signal });
    setTimeout(abort, 20);
    expect(await rejectionOf(call)).toMatchObject({ name: 'AbortError', cause: reason, attempts: 1 });
    expect(service.received).toEqual([]);
  });

  it.each(slow)('that is slow %s, and closes its connection', async (_, behavior) => {
    const { signal, abort } = aborter();
    const service = await hostileServer(async (exchange) => {
      setTimeout(abort, 20);
      await behavior(exchange);
    });
    const call = calls.GET(clientOf(service), { signal });
    expect(await rejectionOf(call)).toMatchObject({ name: 'AbortError', cause: reason, attempts: 1 });
    expect(service.received).toHaveLength(1);
    expect(await isClosed(service.connections[0])).toBe(true);
  });

  it('in the delay between two attempts', async () => {
    const { signal, abort } = aborter();
    const service = await hostileServer(server.rateLimit('30'));
    const onRetry = () => void setTimeout(abort, 20);
    const call = calls.GET(clientOf(service, { hooks: { onRetry } }), { signal });
    expect(await rejectionOf(call)).toMatchObject({ name: 'AbortError', cause: reason, attempts: 1 });
    expect(service.received).toHaveLength(1);
  });

  function aborter() {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort(reason) };
  }
});

/** Returns the server's URL with https:. The server ignores the TLS handshake, so the connection is never made. */
function withoutHandshake(origin: string): { baseUrl: string } {
  return { baseUrl: `${origin.replace('http:', 'https:')}/api/v1` };
}

async function isClosed(socket: Socket | undefined): Promise<boolean> {
  if (socket === undefined) return false;
  // `once` of node:events would reject if a client that gives up resets the connection.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return socket.closed;
}
