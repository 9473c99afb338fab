// Tests which requests of browser pages a listening mock allows.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createMock, type ListenOptions, type MockServer } from 'clipwright/mock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { httpMethods } from '../../src/contract/endpoint.ts';

const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };

async function listen(options: ListenOptions = {}) {
  const mock = createMock({ rateLimit: '1/3600s' });
  const server = await mock.listen(options);
  onTestFinished(() => server.close());
  return { mock, server };
}

/** Creates a project like a page in a browser: sends a preflight, then the request. */
async function create({ baseUrl }: MockServer, origin: string): Promise<[preflight: Response, response: Response]> {
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const preflight = await fetch(`${baseUrl}/projects`, { method: 'OPTIONS', headers: { origin, ...asked } });
  const body = JSON.stringify({ name: 'Talk' });
  return [preflight, await fetch(`${baseUrl}/projects`, { method: 'POST', headers: { ...headers, origin }, body })];
}

const foreign = [
  'https://app.example',
  'http://evil.example:4010',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://test.evil.example',
  'http://localhost.',
  'http://0.0.0.0',
  'http://10.0.0.5',
  'chrome-extension://localhost',
  'file://',
  'http://localhost, http://evil.example',
  'null',
  '',
];

describe('a page of another origin', () => {
  test.each(foreign)('gets 403 for its preflight and its request, and changes nothing: %j', async (origin) => {
    const { mock, server } = await listen();
    const before = mock.snapshot();
    for (const response of await create(server, origin)) {
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
      const { error } = Object(await response.json());
      expect(error.code).toBe('forbidden');
      expect(error.message).toMatch(
        /To allow them, start the mock with --cors \S+, or with the option cors of mock\.listen\.$/,
      );
    }
    expect([mock.snapshot(), mock.requests.length]).toEqual([before, 0]);
    // The rejected request does not count for the rate limit.
    const own = await fetch(`${server.baseUrl}/projects`, { method: 'POST', headers, body: '{"name":"Talk"}' });
    expect(own.status).toBe(201);
  });

  test('gets 403 because of its Origin if it rebinds its host name to this machine', async () => {
    const { mock, server } = await listen();
    const host = `evil.example:${server.port}`;
    expect([await statusFor(server, host, `http://${host}`), mock.requests.length]).toEqual([403, 0]);
  });

  test.each([['https://app.example'], ['https://app.example/'], ['http://other.example', 'https://app.example']])(
    'can call the API if cors contains its origin: %s',
    async (...cors) => {
      const { server } = await listen({ cors });
      const [preflight, response] = await create(server, 'https://app.example');
      expect([preflight.status, preflight.headers.get('vary')]).toEqual([
        204,
        'access-control-request-headers, origin',
      ]);
      expect(Object.fromEntries(preflight.headers)).toMatchObject({
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-headers': 'authorization',
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
        'access-control-max-age': '600',
      });
      expect([response.status, response.headers.get('vary')]).toEqual([201, 'origin']);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect(response.headers.get('access-control-expose-headers')).toMatch(/x-request-id.*retry-after/);
      for (const other of ['http://app.example', 'https://app.example:8443', 'https://sub.app.example', 'null']) {
        expect((await create(server, other)).map(({ status }) => status)).toEqual([403, 403]);
      }
    },
  );

  test.each(httpMethods)('can send %s and read the response, even if no endpoint has this method', async (method) => {
    const origin = 'https://app.example';
    const { server } = await listen({ cors: [origin] });
    const url = `${server.baseUrl}/projects`;
    const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'authorization' };
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin, ...asked } });
    expect(preflight.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    const response = await fetch(url, { method, headers: { origin, authorization: 'Bearer test' } });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      method === 'POST' ? 400 : 405,
      origin,
    ]);
  });

  test.each(['https://app.example', 'null'])('can call the API if cors is "*": %s', async (origin) => {
    const { server } = await listen({ cors: ['*'] });
    const responses = await create(server, origin);
    expect(responses.map(({ status }) => status)).toEqual([204, 201]);
    expect(responses.map((response) => response.headers.get('access-control-allow-origin'))).toEqual(['*', '*']);
  });

  test('cannot use the control API, whatever the cors option is', async () => {
    const { mock, server } = await listen({ cors: ['*', 'https://app.example'] });
    await mock.seed.project({ name: 'Kept' });
    for (const method of ['POST', 'OPTIONS']) {
      const init = { method, headers: { origin: 'https://app.example' } };
      const response = await fetch(new URL('/_mock/reset', server.baseUrl), init);
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
    expect(mock.snapshot().workspaces).toHaveLength(1);
  });

  test('can call an in-process mock', async () => {
    const mock = createMock();
    const init = { method: 'POST', headers: { ...headers, origin: 'https://app.example' }, body: '{"name":"Talk"}' };
    const response = await mock.fetch(`${mock.baseUrl}/projects`, init);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
  });
});

describe('a request with a Host header', () => {
  const host = 'evil.example:4010';
  const paths = ['/api/v1/projects/x/jobs', '/openapi.json', '/', '/media/x.mp4'];

  test.each(paths)('gets 403 for a host that does not belong to this machine, and has no effect: %s', async (path) => {
    const { mock, server } = await listen();
    const { status, body } = await get(server, path, host);
    expect([status, Object(JSON.parse(body)).error]).toEqual([
      403,
      expect.objectContaining({
        code: 'forbidden',
        message:
          'This mock does not respond to requests for the host evil.example:4010. To allow them, start the mock ' +
          'with --cors http://evil.example:4010, or with the option cors of mock.listen.',
      }),
    ]);
    expect(mock.requests).toHaveLength(0);
    // The rejected request does not count for the rate limit.
    expect((await get(server, '/api/v1/projects/x/jobs', '127.0.0.1')).status).toBe(404);
  });

  test.each(['localhost.', '0.0.0.0', '10.0.0.5', 'test.evil.example', 'evil-localhost', '127.0.0.1.evil.example'])(
    'gets 403 for the host %s',
    async (name) => {
      expect((await get((await listen()).server, '/', name)).status).toBe(403);
    },
  );

  test.each(['localhost:1', '127.8.8.8', '[::1]:80', 'app.localhost:3000', 'app.test'])(
    'gets a response for the local host %s',
    async (name) => {
      expect((await get((await listen()).server, '/', name)).status).toBe(200);
    },
  );

  test.each<[string, ListenOptions]>([
    ['cors names the host', { cors: ['https://app.example', 'http://evil.example'] }],
    ['cors is "*"', { cors: ['*'] }],
    ['the mock listens beyond loopback', { host: '0.0.0.0' }],
  ])('gets a response if %s', async (_, options) => {
    const { server } = await listen(options);
    for (const path of ['/', '/openapi.json']) expect((await get(server, path, host)).status).toBe(200);
    expect((await get(server, '/_mock/state', host)).status).toBe(403);
  });
});

test('a mock that listens on an IPv4-mapped IPv6 address responds at its base URL', async () => {
  const { server } = await listen({ host: '::ffff:127.0.0.1' });
  const { hostname, port } = new URL(server.baseUrl);
  expect((await get(server, '/', `${hostname}:${port}`)).status).toBe(200);
});

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:5173',
  'http://127.8.8.8',
  'https://[::1]:8443',
  'http://shop.localhost:3000',
  'https://app.test',
])('a page of %s can call the API and read responses, but cannot use the control API', async (origin) => {
  const { server } = await listen();
  const responses = await create(server, origin);
  expect(responses.map(({ status }) => status)).toEqual([204, 201]);
  expect(responses.map((response) => response.headers.get('access-control-allow-origin'))).toEqual([origin, origin]);
  const control = await fetch(new URL('/_mock/state', server.baseUrl), { headers: { origin } });
  expect([control.status, control.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test('the response to a request without an Origin cannot be read by a page of another origin', async () => {
  const { server } = await listen();
  const response = await fetch(`${server.baseUrl}/projects`, { method: 'POST', headers });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(response.headers.get('vary')).toBe('origin');
});

describe.each(['cross-site', 'same-site', 'Cross-Site', 'none, cross-site', 'unknown', ''])(
  'a page with Sec-Fetch-Site: %j',
  (site) => {
    const get = ({ baseUrl }: MockServer, path: string) =>
      fetch(new URL(path, baseUrl), { headers: { 'sec-fetch-site': site } });

    test('can embed a file', async () => {
      const { mock, server } = await listen();
      const { thumbnail_url } = await mock.seed.project({ name: 'Talk' });
      expect((await get(server, new URL(String(thumbnail_url)).pathname)).status).toBe(200);
      expect((await get(server, '/docs/errors')).status).toBe(200);
    });

    test.each(['/api/v1/projects/x/jobs', '/nowhere'])(
      'gets 403 if it embeds another path, and the request is not recorded: %s',
      async (path) => {
        const { mock, server } = await listen();
        expect((await get(server, path)).status).toBe(403);
        expect(mock.requests).toHaveLength(0);
      },
    );
  },
);

/** Sends a GET request with `node:http`, because `fetch` cannot set a Host. */
function get({ port }: MockServer, path: string, host: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { authorization: 'Bearer test', host } }, async (response) => {
      resolve({ status: response.statusCode, body: await text(response) });
    })
      .on('error', reject)
      .end();
  });
}

/** Sends a POST request with `node:http`, because `fetch` cannot set a Host. */
function statusFor({ port }: MockServer, host: string, origin: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/api/v1/projects', headers: { ...headers, host, origin } },
      ({ statusCode }) => resolve(statusCode),
    );
    sent.on('error', reject).end('{"name":"Talk"}');
  });
}
