import { connect } from 'node:net';
import { createMock, type Mock, type MockServer } from 'clipwright/mock';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorInexactness } from '../support/exactness.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { exchange } from './support/exchange.ts';

let mock: Mock;
let server: MockServer;

beforeAll(async () => {
  mock = createMock();
  await seedShortSpeech(mock);
  server = await mock.listen();
});
afterAll(() => server.close());

const usualHeaders = ['Host: 127.0.0.1', 'Authorization: Bearer test', 'Content-Type: application/json'];

test.each([
  ['GARBAGE', 400, 'invalid_request'],
  [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}`, 431, 'invalid_request'],
  [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a`, 431, 'invalid_request'],
  [`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`, 413, 'payload_too_large'],
])('the response to a malformed request has an error body: %.20s', async (bytes, status, code) => {
  const [head = '', body = ''] = (await exchange(server, `${bytes}\r\n\r\n`)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*content-type: application/json`, 's'));
  expect(errorInexactness(JSON.parse(body))).toEqual([]);
  expect(JSON.parse(body)).toMatchObject({
    error: { code, doc_url: `http://127.0.0.1:${server.port}/docs/errors#${code}` },
  });
});

test('the error response for a malformed request is not written into a response that has started', async () => {
  const good = `GET /openapi.json HTTP/1.1\r\n${usualHeaders.join('\r\n')}\r\n\r\n`;
  const response = await exchange(server, `${good}GARBAGE\r\n\r\n`);
  expect(response.match(/^HTTP/gm)?.length ?? 0).toBeLessThanOrEqual(1);
});

const many = 300;

test('hundreds of requests whose bodies never end do not block other requests', async () => {
  const head = `POST /api/v1/projects HTTP/1.1\r\n${usualHeaders.join('\r\n')}\r\nContent-Length: 1000\r\n\r\n{"name":`;
  const sockets = Array.from({ length: many }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
  for (const socket of sockets) socket.write(head);
  const before = mock.snapshot();
  expect((await fetch(`${server.baseUrl}/projects`, { method: 'POST' })).status).toBe(401);
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  expect((await fetch(`${server.baseUrl}/projects`, { method: 'POST' })).status).toBe(401);
  expect(mock.snapshot()).toEqual(before);
});

test.each([
  ['of an unstated length', 'Transfer-Encoding: chunked\r\n\r\n40000000'],
  ['of a stated length', 'Content-Length: 1073741824\r\n'],
])('a client that sends an endless body %s gets a 413, and is disconnected', async (_, framing) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const client = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  let response = '';
  client.on('data', (chunk) => {
    response += chunk;
  });
  const halfClosed = new Promise((resolve) => client.on('end', resolve));
  const closed = new Promise((resolve) => client.on('close', resolve));
  client.write(`POST /api/v1/projects HTTP/1.1\r\n${usualHeaders.join('\r\n')}\r\n${framing}\r\n`);
  const chunk = Buffer.alloc(2 ** 20);
  const write = () => client.writable && client.write(chunk, write);
  write();
  await halfClosed;
  expect(response).toMatch(/^HTTP\/1.1 413 /);
  vi.advanceTimersByTime(1000);
  await closed;
  expect(client.bytesWritten).toBeLessThan(2 ** 25);
});

describe('the control API', () => {
  // Load its code, because the server closes a half-closed connection, such as those of `exchange`, without waiting.
  beforeAll(() => fetch(new URL('/_mock/state', server.baseUrl)));
  const at = (port: number) => `127.0.0.1:${port}`;
  const statusOf = async (start: string, headers: string[]) => {
    const response = await exchange(
      server,
      `${start} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`,
    );
    return Number(response.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  };

  test('allows requests with a loopback Host, and requests from the server’s own pages', async () => {
    for (const host of [at(server.port), `localhost:${server.port}`, `[::1]:${server.port}`, '127.0.0.1:1']) {
      expect(await statusOf('GET /_mock/state', [`Host: ${host}`]), host).toBe(200);
    }
    const own = at(server.port);
    expect(await statusOf('GET /_mock/state', [`Host: ${own}`, `Origin: http://${own}`])).toBe(200);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost.',
    '0.0.0.0',
    '[::]',
    '[::ffff:a00:1]',
    '169.254.169.254',
    '10.0.0.1',
    'evil.example:80',
  ])('rejects the Host %s', async (host) => {
    expect(await statusOf('GET /_mock/state', [`Host: ${host}`])).toBe(403);
    expect(await statusOf('POST /_mock/reset', [`Host: ${host}`, `Origin: http://${host}`])).toBe(403);
  });

  test.each([
    'null',
    'http://evil.example',
    'http://127.0.0.1',
    'https://127.0.0.1:PORT',
    'http://localhost:PORT',
    'http://127.0.0.1:PORT.evil.example',
    'http://127.0.0.1:PORT@evil.example',
    'file://',
    '',
  ])('rejects the Origin %j', async (origin) => {
    const headers = [`Host: ${at(server.port)}`, `Origin: ${origin.replace('PORT', String(server.port))}`];
    expect(await statusOf('POST /_mock/reset', headers)).toBe(403);
    expect(mock.snapshot().workspaces).toHaveLength(1);
  });

  test.each([
    'Forwarded: for=203.0.113.9',
    'Via: 1.1 proxy',
    'X-Forwarded-For: 203.0.113.9',
    'X-Forwarded-Host: elsewhere.example',
    'x-forwarded-proto: https',
    'X-Forwarded-For:',
    'X-Real-IP: 203.0.113.9',
    'CF-Connecting-IP: 203.0.113.9',
    'True-Client-IP: 203.0.113.9',
  ])('rejects requests with the header %j, which proxies send', async (header) => {
    expect(await statusOf('POST /_mock/reset', [`Host: ${at(server.port)}`, header])).toBe(403);
    expect(mock.snapshot().workspaces).toHaveLength(1);
  });

  test.each(['X-Via: 1.1', 'Via-X: 1.1', 'X-Forwarded: 1', 'My-X-Real-IP: 203.0.113.9'])(
    'allows the header %j, which proxies do not send',
    async (header) => {
      expect(await statusOf('GET /_mock/state', [`Host: ${at(server.port)}`, header])).toBe(200);
    },
  );

  test('requires a loopback host both in the request line and in the Host header', async () => {
    const own = at(server.port);
    expect(await statusOf('POST http://evil.example/_mock/reset', [`Host: ${own}`])).toBe(403);
    expect(await statusOf(`POST http://${own}/_mock/reset`, ['Host: evil.example'])).toBe(403);
    expect(mock.snapshot().workspaces).toHaveLength(1);
  });

  test.each(['/%5fmock/reset', '//_mock/reset', '/api/v1/_mock/reset', '/_MOCK/reset', '/_mock\\reset'])(
    'cannot be reached by the path %s',
    async (path) => {
      expect(await statusOf(`POST ${path}`, ['Host: evil.example'])).toBeGreaterThanOrEqual(400);
      expect(mock.snapshot().workspaces).toHaveLength(1);
    },
  );
});
