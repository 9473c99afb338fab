import { createServer, type RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { Clipwright, type ConfigurationError } from 'clipwright';
import { createMock, type Fault, type MockOptions } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { mockMatchers } from 'clipwright/vitest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { version } from '../../package.json';
import { freePort } from '../support/free-port.ts';

expect.extend(mockMatchers);

const refusal = (option: string, message: string | RegExp) =>
  expect.objectContaining({ name: 'ConfigurationError', option, message: expect.stringMatching(message) });

describe('a URL where no mock responds is refused', () => {
  const advice = 'Start one with `clipwright mock` or `mock.listen()`, and give the base URL that it prints.';

  test('where nothing listens', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    await expect(connectMock(`${origin}/api/v1`)).rejects.toMatchObject({
      name: 'ConfigurationError',
      option: 'url',
      message: `url is where no mock responds: ${origin} cannot be reached. ${advice}`,
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
  ])('where %s is the response', async (_, found, status, type, body) => {
    const origin = await serve((_, response) => {
      response.writeHead(status, { 'content-type': type, ...(status === 302 && { location: '/' }) }).end(body);
    });
    const message = `url is where no mock responds: ${origin} ${found}. ${advice}`;
    await expect(connectMock(origin)).rejects.toThrow(
      expect.objectContaining({ name: 'ConfigurationError', option: 'url', message }),
    );
  });

  test.each(['at all', 'to the end'])('where it is not responded %s', async (_) => {
    const timeout = new AbortController();
    const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    onTestFinished(() => spy.mockRestore());
    const origin = await serve((_request, response) => {
      if (_ === 'to the end') response.writeHead(200).write('{"version":');
      setImmediate(() => timeout.abort());
    });
    const message = `url is where no mock responds: ${origin} did not respond within 30 s. ${advice}`;
    await expect(connectMock(origin)).rejects.toThrow(expect.objectContaining({ option: 'url', message }));
  });

  test.each(['', 'localhost:4010', '/api/v1', 'ftp://127.0.0.1'])('where it is %j', async (url) => {
    await expect(connectMock(url)).rejects.toThrow(refusal('url', 'must be an absolute http or https URL'));
  });
});

test('a mock of another version is refused, and both versions are named', async () => {
  const about = {
    version: '0.0.1',
    baseUrl: 'http://127.0.0.1/api/v1',
    endpoints: {},
    acceptedKeys: null,
    eventTypes: [],
  };
  const origin = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(about));
  });
  const message = `url leads to a mock of another version: ${origin} has clipwright 0.0.1, and this is ${version}.`;
  await expect(connectMock(origin)).rejects.toThrow(refusal('url', message));
});

describe('the API key of a remote mock', () => {
  test.each<[unknown, string]>([
    ['', 'must be a non-empty string'],
    [5, 'must be a non-empty string'],
    ['\ud800', 'must not contain half of a surrogate pair'],
    ['two words', 'must be without spaces'],
    ['a\x7fb', 'must be without spaces'],
    ['🔑', 'must be without spaces and have only characters that a header can hold'],
  ])('is refused where it is %j', async (apiKey, message) => {
    const { baseUrl } = await listening();
    // Cast: what types would refuse.
    await expect(connectMock(baseUrl, { apiKey: apiKey as string })).rejects.toThrow(refusal('apiKey', message));
  });

  test('is refused where the mock does not accept it, and is not shown', async () => {
    const { baseUrl } = await listening({ apiKeys: ['first'] });
    const error: ConfigurationError = await connectMock(baseUrl, { apiKey: 'stranger' }).then(
      () => Promise.reject(new Error('It was accepted.')),
      (reason) => reason,
    );
    expect(error).toEqual(refusal('apiKey', /^apiKey .*The API key is not among those that this server accepts\.$/));
    expect(String(error)).not.toContain('stranger');
    await expect(connectMock(baseUrl, { apiKey: 'first' })).resolves.toBeDefined();
  });

  test('is not shown where what is no mock repeats it', async () => {
    const origin = await serve(({ headers }, response) => {
      const error = { code: 'invalid_api_key', message: `Incorrect key: ${headers.authorization}`, param: null };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    const error: unknown = await connectMock(origin, { apiKey: 'sk-secret' }).catch((reason) => reason);
    expect(error).toEqual(refusal('apiKey', /^apiKey was refused with 401 at /));
    expect(inspect(error)).not.toContain('sk-secret');
  });

  test('limits what is read, and what is done, to its workspace', async () => {
    const { mock, baseUrl } = await listening({ clock: 'manual', deliver: () => new Response() });
    const mine = await connectMock(baseUrl, { apiKey: 'mine' });
    for (const apiKey of ['mine', 'theirs']) {
      const client = new Clipwright({ apiKey, baseUrl });
      await client.webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
      await client.projects.create({ name: apiKey });
      mock.emit('job.complete', {}, { apiKey });
      mock.faults.add({ status: 503, match: { endpoint: 'jobs.list' }, apiKey });
    }
    await mine.settled();
    expect((await mine.requests).matching({ endpoint: 'projects.create' })).toMatchObject([{ body: { name: 'mine' } }]);
    expect([(await mine.deliveries).length, mock.deliveries.length]).toEqual([1, 2]);
    expect(await mine.state.projects()).toMatchObject([{ name: 'mine' }]);
    expect((await mine.snapshot()).workspaces.map(({ apiKey }) => apiKey)).toEqual(['mine']);

    await mine.clock.advance(60);
    expect([await mine.clock.now(), mock.clock.now()]).toEqual([Date.UTC(2026, 0, 1, 0, 1), Date.UTC(2026, 0, 1)]);
    await mine.faults.clear();
    expect(mock.faults.list()).toMatchObject([{ id: 'fault-2' }]);
    expect((await mine.seed.project({ name: 'seeded' })).id).toBe(mock.state.projects({ apiKey: 'mine' })[1]?.id);
    await mine.reset();
    expect(mock.state.projects()).toMatchObject([{ name: 'theirs' }]);
  });

  test('is the only one that its calls and filters can name', async () => {
    const { baseUrl, mock } = await listening();
    const mine = await connectMock(baseUrl, { apiKey: 'mine' });
    const before = mock.snapshot();
    const theirs = { apiKey: 'theirs' };
    const message = 'must be the API key that this mock is connected with.';
    for (const [option, call] of [
      ['scope.apiKey', () => mine.reset(theirs)],
      ['scope.apiKey', () => mine.clock.advance(1, theirs)],
      ['scope.apiKey', () => mine.emit('job.complete', {}, theirs)],
      ['apiKey', () => mine.seed.project({ name: 'x', ...theirs })],
      ['outcome.apiKey', () => mine.jobs.next({ status: 'failed', ...theirs })],
      ['fault.apiKey', () => mine.faults.add({ status: 500, ...theirs })],
      ['apiKey', async () => (await mine.requests).matching(theirs)],
      ['apiKey', async () => (await mine.deliveries).matching(theirs)],
    ] as const) {
      await expect(call()).rejects.toThrow(refusal(option, message));
    }
    expect([mock.snapshot(), mock.faults.list(), mock.jobs.listNext()]).toEqual([before, [], []]);
    await mine.reset({ apiKey: 'mine' });
  });
});

test('what the mock no longer keeps of one workspace makes no matcher of another unsure', async () => {
  const { baseUrl } = await listening({ logLength: 2 });
  const create = async (apiKey: string, times: number) => {
    const client = new Clipwright({ apiKey, baseUrl });
    for (let count = 0; count < times; count += 1) await client.projects.create({ name: 'Talk' });
    return connectMock(baseUrl, { apiKey });
  };
  const [quiet, busy] = [await create('quiet', 1), await create('busy', 5)];

  await expect(quiet).toHaveReceivedTimes('projects.create', 1);
  expect((await quiet.requests).dropped('projects.create')).toBe(0);
  expect((await busy.requests).dropped('projects.create')).toBe(3);
});

test('the records of a mock for all workspaces are filtered by API key, though they do not show it', async () => {
  const { baseUrl } = await listening();
  const remote = await connectMock(baseUrl);
  for (const name of ['one', 'other'])
    await new Clipwright({ apiKey: `key-${name}`, baseUrl }).projects.create({ name });
  expect((await remote.requests).matching({ apiKey: 'key-one' })).toMatchObject([{ body: { name: 'one' } }]);
  expect((await remote.requests).matching({ apiKey: expect.any(String) })).toHaveLength(2);
  const response = await fetch(new URL('/_mock/requests', baseUrl));
  expect(await response.text()).not.toContain('key-one');
});

describe('what JSON cannot carry', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.cyclic = cyclic;

  test.each<[what: string, fault: object, message: string]>([
    ['a function for a number', { status: () => 503 }, 'fault.status must be a whole number from 400 to 599.'],
    ['a BigInt', { status: 503n }, 'fault.status must be a whole number from 400 to 599.'],
    ['NaN', { delay: Number.NaN }, 'fault.delay must be a whole number from 0 to 2147483647.'],
    ['a function for an option', { drop: true, times: () => 2 }, 'fault.times must be a whole number above 0.'],
    ['a Map', { drop: true, match: new Map([['project', 'x']]) }, 'fault.match must be a plain object.'],
    ['a Map of headers', { status: 503, headers: new Map() }, 'fault.headers must be a plain object.'],
    ['a symbol in a value', { set: { id: [Symbol('x')] } }, 'fault.set must be an object of JSON values'],
    ['a circle', { drop: true, match: cyclic }, 'fault is not plain JSON.'],
  ])('is refused in a fault: %s', async (_, fault, message) => {
    const { baseUrl, mock } = await listening();
    const { faults } = await connectMock(baseUrl);
    // Cast: what types would refuse.
    await expect(faults.add(fault as Fault)).rejects.toThrow(message);
    expect(mock.faults.list()).toEqual([]);
  });
});

test.each(['a function', 'a symbol'])(
  '%s in the data of an event leaves the field out, as in process',
  async (what) => {
    const { baseUrl, mock } = await listening();
    const remote = await connectMock(baseUrl);
    const job_id: unknown = what === 'a symbol' ? Symbol('x') : () => 'x';
    const inProcess: unknown = JSON.parse(JSON.stringify(mock.emit('job.complete', { job_id })));
    await remote.reset();
    expect(await remote.emit('job.complete', { job_id })).toEqual({ ...Object(inProcess), id: expect.any(String) });
  },
);

test.each([undefined, null, 5, 5n, Symbol('x'), 'job.completed'])(
  'the event type %s is refused as in process',
  async (type) => {
    const { baseUrl, mock } = await listening();
    const remote = await connectMock(baseUrl);
    // Cast: what types would refuse.
    const messageOf = async (emit: (given: 'job.complete') => unknown) => {
      const error: unknown = await (async () => emit(type as 'job.complete'))().catch((reason) => reason);
      return String(error);
    };
    expect(await messageOf((given) => remote.emit(given))).toBe(await messageOf((given) => mock.emit(given)));
  },
);

test('a refusal that is too long for a header is told all the same', async () => {
  const { baseUrl } = await listening();
  const remote = await connectMock(baseUrl);
  const name = '漢'.repeat(3000);
  await expect(remote.faults.add({ [name]: 1 } as Fault)).rejects.toThrow(refusal(`fault.${name}`, /^fault\.漢+/));
});

test('an id that is empty, or longer than a request line can be, is not known, as in process', async () => {
  const { baseUrl } = await listening();
  const { jobs } = await connectMock(baseUrl);
  for (const call of [jobs.complete, jobs.fail, jobs.cancel, jobs.hold]) {
    for (const id of ['', '漢'.repeat(3000)])
      await expect(call(id)).rejects.toThrow(refusal('id', /^id is not known\. No /));
  }
});

test.each(['.', '..', '../reset', 'a/b', '?', '\ud800'])('the identifier %j leads to no other path', async (id) => {
  const { baseUrl, mock } = await listening();
  mock.emit('job.complete');
  const before = mock.snapshot();
  const remote = await connectMock(baseUrl);
  for (const call of [() => remote.redeliver(id), () => remote.jobs.complete(id), () => remote.faults.remove(id)]) {
    await expect(call()).rejects.toThrow(refusal('id', /^id is not known\. No /));
  }
  await expect(remote.state.project(id)).rejects.toThrow(refusal('id', /^id is not known\. No /));
  expect(mock.snapshot()).toEqual(before);
});

test('a matcher of a remote mock is awaited, and explains a failure as in process', async () => {
  const { baseUrl, mock } = await listening({ deliver: () => new Response() });
  const remote = await connectMock(baseUrl);
  await new Clipwright({ apiKey: 'test', baseUrl }).projects.create({ name: 'Talk' });
  await expect(remote).toHaveReceived('projects.create', { name: 'Talk' });
  for (const fail of [
    (given: object) => expect(given).toHaveReceived('projects.create', { name: 'Walk' }),
    (given: object) => expect(given).not.toHaveReceived('projects.create'),
    (given: object) => expect(given).toHaveReceivedTimes('projects.create', 2),
    (given: object) => expect(given).toHaveDelivered('job.complete'),
    (given: object) => expect(given).toHaveReceived('projects.crate' as 'projects.create'),
  ]) {
    const messageOf = async (given: object) => {
      const error: unknown = await (async () => fail(given))().catch((reason) => reason);
      return error instanceof Error ? error.message : 'It passed.';
    };
    expect(await messageOf(remote)).toBe(await messageOf(mock));
    expect(await messageOf(remote)).not.toBe('It passed.');
  }
});

async function listening(options: MockOptions = {}) {
  const mock = createMock(options);
  const server = await mock.listen();
  onTestFinished(() => server.close());
  return { mock, baseUrl: server.baseUrl };
}

/** The origin of a server that is no mock. */
async function serve(listener: RequestListener): Promise<string> {
  const port = await freePort();
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}`;
}
