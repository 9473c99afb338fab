import { connect } from 'node:net';
import { createMock, type Mock, type MockServer } from 'clipwright/mock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

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
  ])('control refuses %s', async (_, headers) => {
    expect(await raw(server.port, `GET /_mock/state HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 403 /,
    );
  });

  test.each(['127.0.0.1', 'localhost', '[::1]'])('control responds at %s', async (host) => {
    expect(
      await raw(server.port, `GET /_mock/state HTTP/1.1\r\nHost: ${host}:${server.port}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('addresses begin where the request came by', async () => {
    const response = await raw(
      server.port,
      'POST /api/v1/projects HTTP/1.1\r\nHost: mock.internal:8080\r\nAuthorization: Bearer test\r\nContent-Type: application/json\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"name":"x"}',
    );
    expect(response).toContain('"thumbnail_url":"http://mock.internal:8080/media/thumbnails/');
  });

  test('a page of another origin may call the API and read its headers, and may not use control', async () => {
    const preflight = await fetch(`${server.baseUrl}/projects`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      'access-control-allow-methods': expect.stringMatching(/GET.*POST.*PATCH/),
    });
    const response = await fetch(`${server.baseUrl}/projects`, {
      method: 'POST',
      headers: { origin: 'https://app.example' },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    expect(response.headers.get('access-control-expose-headers')).toMatch(/x-request-id.*retry-after/);
    const refusal = await fetch(server.baseUrl.replace('/api/v1', '/_mock/reset'), {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example' },
    });
    expect([refusal.status, refusal.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  test('a request that cannot be represented gets a 400, and nothing is logged of a webhook delivery', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const response = await raw(server.port, 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const logged = [...warn.mock.calls];
    warn.mockRestore();
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(logged).toEqual([]);
  });

  test('a port that is taken is said so', async () => {
    await expect(createMock().listen({ port: server.port })).rejects.toThrow(/^port is not available: .*EADDRINUSE/);
  });

  test('a closed server is gone, the mock is not', async () => {
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
