import { connect } from 'node:net';
import { createMock, type Mock, type MockServer } from 'clipwright/mock';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../support/amount.ts';
import { errorInexactness } from '../support/exactness.ts';
import { seedShortSpeech } from '../support/speech.ts';

let mock: Mock;
let server: MockServer;

beforeAll(async () => {
  mock = createMock();
  await seedShortSpeech(mock);
  server = await mock.listen();
});
afterAll(() => server.close());

const usualHeaders = ['Host: 127.0.0.1', 'Authorization: Bearer test', 'Content-Type: application/json'];
const requestLine = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('POST /api/v1/projects HTTP/1.1', 'GET /api/v1/projects/x/jobs HTTP/1.1') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      'GET',
      'GET /',
      'GET / HTTP/9.9',
      'GET /api/v1/projects HTTP/1.0',
      'G\0T / HTTP/1.1',
      'POST  /api/v1/projects  HTTP/1.1',
      'POST http://[::1 HTTP/1.1',
      'POST http://user:pass@evil.example/_mock/reset HTTP/1.1',
      'GET //evil.example/_mock/state HTTP/1.1',
      'GET /../../_mock/../etc/passwd HTTP/1.1',
      'GET /\xff\xfe HTTP/1.1',
      'GET /%zz%00 HTTP/1.1',
      'TRACE / HTTP/1.1',
      'CONNECT evil.example:443 HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'PRI * HTTP/2.0',
      `GET /${'x'.repeat(20_000)} HTTP/1.1`,
      '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
    ),
  },
);
const header = fc.constantFrom(
  'Host: evil.example',
  'Host:',
  'Host: [',
  'Content-Length: 11',
  'Content-Length: 5',
  'Content-Length: 500',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Expect: 100-continue',
  'Expect: nonsense',
  ' folded: x',
  'no colon',
  'X: \0',
  'X: \x7f\xff',
  `X: ${'x'.repeat(17_000)}`,
  Array.from({ length: 3000 }, (_, n) => `X${n}: y`).join('\r\n'),
  'Idempotency-Key: \xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9',
);
/** None of them creates a project. */
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{"name":""}',
    '{"name":',
    'b\r\n{"name":""}\r\n0\r\n\r\n',
    'fffffffff\r\n{"name":""}\r\n',
    '-1\r\nx\r\n',
    'zz\r\n',
    '5;x=y\r\n{"na\r\n0\r\n\r\n',
  ),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const message = fc
  .tuple(requestLine, fc.boolean(), fc.array(header, { maxLength: 3 }), body)
  .map(
    ([start, normal, more, rest]) => `${[start, ...(normal ? usualHeaders : []), ...more].join('\r\n')}\r\n\r\n${rest}`,
  );

test('connections with malformed HTTP leave the mock running and unchanged', async () => {
  const before = mock.snapshot();
  const statuses = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 4 }), fc.nat({ max: 3 }), async (messages, cut) => {
      const bytes = messages.join('');
      const response = await exchange(cut === 0 ? bytes.slice(0, bytes.length / 2) : bytes);
      for (const [head, status = ''] of response.matchAll(/^HTTP\/1\.1 (\d+)(?:.*?\r\n\r\n|)/gms)) {
        // The page at `/` is for everyone.
        if (head.includes('\r\ncontent-security-policy: ')) continue;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(['500', '200', '201', '202'], response).not.toContain(status);
      }
    }),
    { numRuns: runs(2000) },
  );
  expect(mock.snapshot()).toEqual(before);
  expect(await exchange(`GET /docs HTTP/1.1\r\n${usualHeaders.join('\r\n')}\r\nConnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 /,
  );
  expect([...statuses.keys()]).toEqual(expect.arrayContaining(['400', '404', '431']));
});

test.each([
  ['GARBAGE', 400, 'invalid_request'],
  [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}`, 431, 'invalid_request'],
  [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a`, 431, 'invalid_request'],
  [`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`, 413, 'payload_too_large'],
])('an unreadable request gets a response with an error body: %.20s', async (bytes, status, code) => {
  const [head = '', body = ''] = (await exchange(`${bytes}\r\n\r\n`)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*content-type: application/json`, 's'));
  expect(errorInexactness(JSON.parse(body))).toEqual([]);
  expect(JSON.parse(body)).toMatchObject({
    error: { code, doc_url: `http://127.0.0.1:${server.port}/docs/errors#${code}` },
  });
});

test('an unreadable request causes no second response within one that has begun', async () => {
  const good = `GET /openapi.json HTTP/1.1\r\n${usualHeaders.join('\r\n')}\r\n\r\n`;
  const response = await exchange(`${good}GARBAGE\r\n\r\n`);
  expect(response.match(/^HTTP/gm)?.length ?? 0).toBeLessThanOrEqual(1);
});

const many = 300;

test('hundreds of connections that never finish their bodies do not block other requests', async () => {
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

describe('control', () => {
  const at = (port: number) => `127.0.0.1:${port}`;
  const statusOf = async (start: string, headers: string[]) => {
    const response = await exchange(`${start} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    return Number(response.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  };

  test('is allowed for a loopback Host and, from a page, for the server’s own origin', async () => {
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
  ])('is refused for the Host %s', async (host) => {
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
  ])('is refused for the Origin %j', async (origin) => {
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
  ])('is refused through a proxy on this machine, which sends %j', async (header) => {
    expect(await statusOf('POST /_mock/reset', [`Host: ${at(server.port)}`, header])).toBe(403);
    expect(mock.snapshot().workspaces).toHaveLength(1);
  });

  test('is refused if the request line and the Host header name different hosts, of which only one is loopback', async () => {
    const own = at(server.port);
    expect(await statusOf('POST http://evil.example/_mock/reset', [`Host: ${own}`])).toBe(403);
    expect(await statusOf(`POST http://${own}/_mock/reset`, ['Host: evil.example'])).toBe(403);
    expect(mock.snapshot().workspaces).toHaveLength(1);
  });

  test.each(['/%5fmock/reset', '//_mock/reset', '/api/v1/_mock/reset', '/_MOCK/reset', '/_mock\\reset'])(
    'is not reached by the path %s',
    async (path) => {
      expect(await statusOf(`POST ${path}`, ['Host: evil.example'])).toBeGreaterThanOrEqual(400);
      expect(mock.snapshot().workspaces).toHaveLength(1);
    },
  );
});

/** Sends one byte per character, and returns everything that is received until the connection is closed. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    // A server that has refused the first bytes resets the connection while the rest is being sent.
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}
