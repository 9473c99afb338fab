import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { ConfigurationError } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { version } from '../../../package.json';
import { freePort } from '../../support/free-port.ts';
import { patience } from '../../support/patience.ts';
import { connected } from './support/twins.ts';

const refusal = (option: string, message: string | RegExp) =>
  expect.objectContaining({ name: 'ConfigurationError', option, message: expect.stringMatching(message) });

describe('connecting to a URL without a running mock', () => {
  const advice = 'Start one with `clipwright mock` or `mock.listen()`, and give the base URL that it prints.';

  test('rejects if nothing listens', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    await expect(connectMock(`${origin}/api/v1`)).rejects.toMatchObject({
      name: 'ConfigurationError',
      option: 'url',
      message: `url ${origin} cannot be reached: no mock is running there. ${advice}`,
      cause: expect.any(Error),
    });
  });

  test.each<[what: string, found: string, status: number, type: string, body: string]>([
    ['a page', 'responded with something else', 200, 'text/html', '<!doctype html><title>Hi</title>'],
    ['JSON', 'responded with something else', 200, 'application/json', '{"status":"ok"}'],
    ['null', 'responded with something else', 200, 'application/json', 'null'],
    ['a page of a 404', 'responded with 404', 404, 'text/html', '<h1>Not found</h1>'],
    ['a 404 in JSON', 'responded with 404', 404, 'application/json', '{"message":"Not found"}'],
    [
      'an API with errors of the same form',
      'responded with 404',
      404,
      'application/json',
      '{"error":{"code":"not_found","message":"No such path.","param":null}}',
    ],
    ['a redirect', 'responded with 302', 302, 'text/html', ''],
  ])('rejects if the response is %s', async (_, found, status, type, body) => {
    const origin = await serve((_, response) => {
      response.writeHead(status, { 'content-type': type, ...(status === 302 && { location: '/' }) }).end(body);
    });
    const message = `url ${origin} ${found}: no mock is running there. ${advice}`;
    await expect(connectMock(origin)).rejects.toThrow(
      expect.objectContaining({ name: 'ConfigurationError', option: 'url', message }),
    );
  });

  test.each(['at all', 'to the end'])('rejects if the response is not sent %s', async (extent) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const fetched = vi.spyOn(globalThis, 'fetch');
    const requested = vi.fn();
    const origin = await serve((_request, response) => {
      if (extent === 'to the end') response.writeHead(200).write('{"version":');
      requested();
    });
    const message =
      `url ${origin} did not respond within 30 s: it is paused, for example at a breakpoint, ` +
      `or no mock is running there. ${advice}`;
    const rejected = expect(connectMock(origin)).rejects.toThrow(expect.objectContaining({ option: 'url', message }));
    await vi.waitUntil(() => requested.mock.calls.length > 0, { ...patience, interval: 1 });
    if (extent === 'to the end') await fetched.mock.results[0]?.value;
    vi.advanceTimersByTime(30_000);
    await rejected;
  });

  test.each(['', 'localhost:4010', '/api/v1', 'ftp://127.0.0.1'])('rejects if the URL is %j', async (url) => {
    await expect(connectMock(url)).rejects.toThrow(refusal('url', 'must be an absolute http or https URL'));
  });
});

test.each(['', '/', '/api/v1', '/api/v1/projects?limit=1#top'])(
  'connectMock uses only the origin of a URL: %j',
  async (rest) => {
    const { origin } = await connected();
    expect((await connectMock(origin + rest)).baseUrl).toBe(`${origin}/api/v1`);
    expect((await connectMock(new URL(origin + rest))).baseUrl).toBe(`${origin}/api/v1`);
  },
);

test.each<[given: unknown[], option: string, message: string]>([
  [[], 'url', 'must be an absolute http or https URL'],
  [[null], 'url', 'must be an absolute http or https URL'],
  [[{ href: 5 }], 'url', 'must be an absolute http or https URL'],
  [['http://127.0.0.1:1', { key: 'mine' }], 'key', 'is not an option'],
  [['http://127.0.0.1:1', 'mine'], 'options', 'must be a plain object'],
])('connectMock rejects invalid URLs and options without sending a request: %j', async (given, option, message) => {
  // Cast: the types would reject this mistake.
  const connect = connectMock as (...given: unknown[]) => Promise<unknown>;
  await expect(connect(...given)).rejects.toThrow(refusal(option, message));
});

test.each(['0.0.1', '9'.repeat(1000)])(
  'connectMock rejects a mock of another version, and names both versions: %s',
  async (other) => {
    const about = {
      version: other,
      baseUrl: 'http://127.0.0.1/api/v1',
      endpoints: {},
      acceptedKeys: null,
      eventTypes: [],
    };
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(about));
    });
    await expect(connectMock(origin)).rejects.toMatchObject({
      option: 'url',
      message: `url ${origin} is a mock of another version: it has clipwright ${other.slice(0, 50)}, and this is ${version}. Use the same version in both.`,
    });
  },
);

test('a call rejects with an explanation if the mock has stopped since connectMock', async () => {
  const mock = createMock();
  const server = await mock.listen({
    middleware: async (request, handle) => (request.url.endsWith('/clock') ? new Response('<html>') : handle(request)),
  });
  const remote = await connectMock(server.baseUrl);
  const message = `url ${new URL(server.baseUrl).origin}`;
  await expect(remote.clock.now()).rejects.toThrow(
    `${message} responded with something else: no mock is running there.`,
  );

  await server.close();
  await expect(remote.reset()).rejects.toMatchObject({
    name: 'ConfigurationError',
    option: 'url',
    message: expect.stringContaining(`${message} cannot be reached: no mock is running there.`),
    cause: expect.any(TypeError),
  });
});

describe('the API key of a remote mock', () => {
  test.each<[unknown, string]>([
    ['', 'must be a non-empty string'],
    [5, 'must be a non-empty string'],
    ['\ud800', 'must not contain half of a surrogate pair'],
    ['two words', 'must be without spaces'],
    ['a\x7fb', 'must be without spaces'],
    ['🔑', 'must be without spaces and have only characters that an HTTP header can hold'],
  ])('is rejected if it is %j', async (apiKey, message) => {
    const { baseUrl } = await connected();
    // Cast: the types would reject this mistake.
    await expect(connectMock(baseUrl, { apiKey: apiKey as string })).rejects.toThrow(refusal('apiKey', message));
  });

  test('is rejected if the mock does not accept it, and is not shown', async () => {
    const { baseUrl } = await connected({ apiKeys: ['first'] });
    const error: ConfigurationError = await connectMock(baseUrl, { apiKey: 'stranger' }).then(
      () => Promise.reject(new Error('It was accepted.')),
      (reason) => reason,
    );
    expect(error).toEqual(refusal('apiKey', /^apiKey .*This server does not accept the API key\.$/));
    expect(error.cause).toMatchObject({ status: 401, code: 'unauthorized', param: null });
    expect(inspect(error)).not.toContain('stranger');
    await expect(connectMock(baseUrl, { apiKey: 'first' })).resolves.toBeDefined();
  });

  test('is not in the error if a server that is not a mock echoes it', async () => {
    const origin = await serve(({ headers }, response) => {
      const error = { code: 'invalid_api_key', message: `Incorrect key: ${headers.authorization}`, param: null };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    const error: unknown = await connectMock(origin, { apiKey: 'sk-secret' }).catch((reason) => reason);
    expect(error).toEqual(refusal('apiKey', /^apiKey was rejected with 401 at /));
    expect(inspect(error)).not.toContain('sk-secret');
  });
});

/** Starts a server that is not a mock, and resolves to its origin. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on TCP has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
