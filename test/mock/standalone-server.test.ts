import { connect } from 'node:net';
import { createMock, type Mock, type MockServer } from 'clipwright/mock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

test('a restored response whose Content-Length is less than its body is not sent as two responses', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const mock = createMock();
  await using server = await mock.listen();
  const body = '{"name":"Talk"}';
  const headers = `Host: 127.0.0.1\r\nAuthorization: Bearer test\r\nContent-Type: application/json\r\nIdempotency-Key: key-of-1`;
  const create = () =>
    raw(
      server.port,
      `POST /api/v1/projects HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  expect(await create()).toMatch(/^HTTP\/1\.1 2/);
  const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
  snapshot.workspaces[0].idempotency[0].headers.push(['Content-Length', '3']);
  mock.restore(snapshot);
  expect(await create()).not.toMatch(/^HTTP\/1\.1 2/);
});

describe('the standalone server', () => {
  let mock: Mock;
  let server: MockServer;
  beforeEach(async () => {
    mock = createMock();
    server = await mock.listen();
  });
  afterEach(() => server.close());

  test.each([
    ['a foreign Host', 'Host: evil.example'],
    ['a foreign Origin', 'Host: 127.0.0.1\r\nOrigin: https://evil.example'],
    ['a sandboxed Origin', 'Host: 127.0.0.1\r\nOrigin: null'],
    ['the headers of an embedded request from another origin', 'Host: 127.0.0.1\r\nSec-Fetch-Site: cross-site'],
    ['the headers of an embedded request from another port', 'Host: 127.0.0.1\r\nSec-Fetch-Site: same-site'],
    ['a capitalized Sec-Fetch-Site', 'Host: 127.0.0.1\r\nSec-Fetch-Site: Cross-Site'],
    ['two values of Sec-Fetch-Site', 'Host: 127.0.0.1\r\nSec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site'],
    ['an unknown Sec-Fetch-Site', 'Host: 127.0.0.1\r\nSec-Fetch-Site: none-such'],
  ])('rejects control requests with %s', async (_, headers) => {
    expect(await raw(server.port, `GET /_mock/state HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 403 /,
    );
  });

  test.each(['127.0.0.1', 'localhost', '[::1]'])('accepts control requests at %s', async (host) => {
    expect(
      await raw(server.port, `GET /_mock/state HTTP/1.1\r\nHost: ${host}:${server.port}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each(['none', 'same-origin', 'None', 'Same-Origin'])(
    'accepts control requests from a browser with Sec-Fetch-Site: %s',
    async (site) => {
      const headers = `Host: 127.0.0.1:${server.port}\r\nSec-Fetch-Site: ${site}\r\nConnection: close`;
      expect(await raw(server.port, `GET /_mock/state HTTP/1.1\r\n${headers}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test.each(['GET /_mock/state', 'POST /_mock/reset', 'GET /api/v1/projects/x/jobs', 'GET /docs/errors'])(
    'rejects %s with two Host headers',
    async (start) => {
      const hosts = `Host: 127.0.0.1:${server.port}\r\nHost: evil.example`;
      const response = await raw(server.port, `${start} HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toContain('"param":"Host"');
      expect(mock.requests).toHaveLength(0);
    },
  );

  test.each(['/_mock/state#', '/_mock/state?', '\\_mock\\state#', '/api/v1/projects#'])(
    'rejects a Host header that contains the path %s',
    async (path) => {
      const host = `127.0.0.1:${server.port}${path}`;
      const response = await raw(server.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(mock.requests).toHaveLength(0);
    },
  );

  test('returns URLs with the Host of the request', async () => {
    const response = await raw(
      server.port,
      'POST /api/v1/projects HTTP/1.1\r\nHost: mock.test:8080\r\nAuthorization: Bearer test\r\nContent-Type: application/json\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"name":"x"}',
    );
    expect(response).toContain('"thumbnail_url":"http://mock.test:8080/media/thumbnails/');
  });

  test('responds to an invalid request with 400, and does not log it as a rejected webhook delivery', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const response = await raw(server.port, 'TRACE / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n');
    const logged = [...warn.mock.calls];
    warn.mockRestore();
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(logged).toEqual([]);
  });

  test('responds in one piece with a Content-Length, without creating a Request or a Response', async () => {
    const made = vi.fn();
    const [RealRequest, RealResponse] = [Request, Response];
    vi.stubGlobal('Request', new Proxy(RealRequest, { construct: made }));
    vi.stubGlobal('Response', new Proxy(RealResponse, { construct: made }));
    const headers = 'Host: a.test\r\nAuthorization: Bearer test\r\nContent-Type: application/json\r\nConnection: close';
    const response = await raw(
      server.port,
      `POST /api/v1/projects HTTP/1.1\r\n${headers}\r\nContent-Length: 18\r\n\r\n{"name":"Zo\u{eb}\u{20ac}"}`,
    );
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ name: 'Zo\u{eb}\u{20ac}' });
    expect(head.toLowerCase()).toContain(`content-length: ${new TextEncoder().encode(body).length}`);
    expect(head).not.toMatch(/transfer-encoding/i);
    expect(made).not.toHaveBeenCalled();
  });

  test('joins duplicate headers as `Headers` does, so that it accepts neither of two API keys', async () => {
    const keys = 'Authorization: Bearer a\r\nauthorization: Bearer b';
    const start = `GET /api/v1/projects/x/jobs HTTP/1.1\r\nHost: a.test\r\n${keys}\r\nX-A: 1\r\nx-a: 2`;
    expect(await raw(server.port, `${start}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
    expect(mock.requests.at(-1)?.headers).toMatchObject({ authorization: '[redacted]', 'x-a': '1, 2' });
  });

  test('rejects a request line with credentials, because a Request cannot have them', async () => {
    const response = await raw(
      server.port,
      'GET http://user:secret@a/api/v1/projects HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(mock.requests).toHaveLength(0);
  });

  test('passes a Request to its middleware, and sends the Response that the middleware streams', async () => {
    const seen: unknown[] = [];
    await using other = await createMock().listen({
      middleware: async (request, handle) => {
        const response = await handle(request);
        seen.push(request instanceof Request, response instanceof Response, response.status);
        return new Response(new Blob(['streamed']).stream(), { statusText: 'Fine' });
      },
    });
    const response = await fetch(other.baseUrl);
    expect([response.statusText, await response.text(), ...seen]).toEqual(['Fine', 'streamed', true, true, 404]);
  });

  test('cannot listen on a port that is in use', async () => {
    await expect(createMock().listen({ port: server.port })).rejects.toThrow(/^port is not available: .*EADDRINUSE/);
  });

  test('can be closed twice, and its mock keeps working', async () => {
    await server.close();
    await expect(fetch(server.baseUrl)).rejects.toThrow();
    expect((await mock.fetch(`${mock.baseUrl}/projects`, { method: 'POST' })).status).toBe(401);
    await server.close();
  });
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      response += String(chunk);
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}
