import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Clipwright } from 'clipwright';
import { type CallFault, createMock, type Mock, type MockOptions, type RequestRecord } from 'clipwright/mock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { controlAt, MockStore } from '../../mock/console/data/mock-store.ts';
import { curlOf } from '../../mock/console/reproduce/code.ts';
import { testOf } from '../../mock/console/reproduce/test.ts';
import { eventually } from '../support/patience.ts';
import { sampleCalls, seedIds } from '../support/sample-calls.ts';
import { shortSpeech } from '../support/speech.ts';
import type { OpenTransport } from '../support/transports.ts';

async function openMock(options: MockOptions = {}, apiKey = 'test') {
  const mock = createMock({ deliver: () => new Response(), ...options });
  const server = await mock.listen();
  onTestFinished(() => server.close());
  const control = controlAt(new URL(server.baseUrl).origin);
  const store = new MockStore(control, await control.call('about'));
  const client = new Clipwright({ apiKey, baseUrl: server.baseUrl, maxRetries: 0 });
  const seed = () => mock.seed.project({ name: 'Speech', captions: shortSpeech });
  const copy = async () => {
    const request = mock.requests.at(-1);
    store.values.faults.value = mock.faults.list();
    return testOf(request ?? assert.fail('There is no request.'), store, 'node:test');
  };
  const transport: OpenTransport = { mock, baseUrl: server.baseUrl, fetch, client: () => client };
  return { mock, client, transport, seed, copy, baseUrl: server.baseUrl };
}

const post = { method: 'POST', headers: { authorization: 'Bearer test', 'content-type': 'application/json' } };

/** Runs a copied program in this process. Returns its mock. */
async function run(program: string): Promise<Mock> {
  const [imports = '', body = ''] = program.split('\n\ntest(');
  expect(imports).toContain("import { createMock } from 'clipwright/mock';");
  let mock: Mock | undefined;
  const make = (options: MockOptions) => {
    mock = createMock(options);
    return mock;
  };
  const start = (_: string, act: () => Promise<void>) => act();
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  await new AsyncFunction('assert', 'test', 'Clipwright', 'createMock', `await test(${body}`)(
    assert,
    start,
    Clipwright,
    make,
  );
  return mock ?? assert.fail('The program has made no mock.');
}

const job = (client: Clipwright) => client.audio.generateSound({ prompt: 'rain' });
const calls = {
  ...sampleCalls,
  'jobs.retrieve': async (client: Clipwright) => client.jobs.retrieve(await job(client)),
  'jobs.cancel': async (client: Clipwright) => client.jobs.cancel(await job(client)),
};

test.each(Object.entries(calls))('a copied test of %s passes unchanged', async (endpoint, call) => {
  const { mock, client, transport, copy } = await openMock();
  await call(client, await seedIds(transport));

  const [copied] = (await run(await copy())).requests.slice(-1);

  expect(copied).toMatchObject({ endpoint, status: mock.requests.at(-1)?.status });
});

test('a copied test repeats all earlier writes, even with another API key and seed', async () => {
  const { mock, client, transport, copy } = await openMock({ seed: 'other' }, 'mine');
  const { project } = mock.seed;
  mock.seed.project = (given) => project.call(mock.seed, { ...given, apiKey: 'mine' });
  for (const call of Object.values(calls)) await call(client, await seedIds(transport));
  const [{ id } = assert.fail('There is no project.')] = mock.state.projects();
  await client.captions.list(id);

  const program = await copy();

  expect(program).not.toContain('Something is missing');
  expect(program).not.toMatch(/\bmine\b/);
  const writes = ({ requests }: Mock) => requests.filter(({ method }) => method !== 'GET').map(outcomeOf);
  expect(writes(await run(program))).toEqual(writes(mock));
});

function outcomeOf({ endpoint, status }: RequestRecord) {
  return { endpoint, status };
}

test.each<[title: string, fault: CallFault]>([
  ['a status', { status: 503 }],
  ['a lost connection', { drop: true }],
  ['a status sent after the work was done', { when: 'after', status: 429 }],
  ['a field that is left out', { omit: 'message', times: 2 }],
  ['a response that was cut', { when: 'after', cut: true }],
  ['a response that stalled', { stall: true }],
  ['a response that stalled after the work was done', { when: 'after', stall: true }],
  ['a body that is not JSON', { malformed: true }],
])('a copied test includes the fault of the request: %s', async (_, fault) => {
  const { mock, client, seed, copy } = await openMock();
  const { id } = await seed();
  mock.faults.add({ times: 1, ...fault, match: { endpoint: 'captions.words.split' } });
  const [word = ''] = mock.state.project(id).captions[0]?.words[0] ?? [];
  const input = { word_id: word, words: ['We', 'all'] };
  await client.captions.words.split(id, input, { timeout: 300 }).catch(() => {});
  await eventually(() => expect(mock.requests).toHaveLength(1));

  const program = await copy();

  const [request] = (await run(program)).requests.slice(-1);
  expect(request).toMatchObject({ status: mock.requests.at(-1)?.status, fault: 'fault-1' });
  await expect(run(program.replace(/mock\.faults\.add\(.*\);/, ''))).rejects.toThrow();
});

test('a copied test of a delay that was too long for the client has a client with a shorter timeout', async () => {
  const { mock, client, seed, copy } = await openMock();
  const { id } = await seed();
  mock.faults.add({ delay: 400, match: { endpoint: 'captions.list' }, times: 1 });
  await client.captions.list(id, {}, { timeout: 100 }).catch(() => {});
  await eventually(() => expect(mock.requests).toHaveLength(1));

  const program = await copy();

  expect(program).toContain('captions.list fails with TimeoutError');
  await run(program);
  await expect(run(program.replace(/mock\.faults\.add\(.*\);/, ''))).rejects.toThrow();
});

test('a copied test of a fault with when: "before" only contains the fault and the call', async () => {
  const { mock, client, seed, copy } = await openMock();
  await seed();
  await client.projects.create({ name: 'Before' });
  mock.faults.add({ status: 503, match: { endpoint: 'projects.create' }, times: 1 });
  await client.projects.create({ name: 'Talk' }).catch(() => {});

  expect((await copy()).replace(/, \{ idempotencyKey: ".*?" \}/, '')).toBe(`import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';

test("projects.create responds with 503", async () => {
  const mock = createMock();
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch, maxRetries: 0 });
  mock.faults.add({ status: 503, match: { endpoint: "projects.create" }, times: 1 });

  await assert.rejects(async () => client.projects.create({ name: "Talk" }), { status: 503 });
});
`);
});

describe('a copied test uses fetch for input that the client would reject and the service has not checked,', () => {
  const headers = { ...post.headers, 'idempotency-key': 'short' };
  const refused = { ...post, headers, body: JSON.stringify({ nam: 'typo' }) };

  test.each<[fault: CallFault, outcome: string]>([
    [{ status: 503 }, 'responds with 503'],
    [{ drop: true }, 'fails with TypeError'],
    [{ cut: true }, 'fails with TypeError'],
    [{ malformed: true }, 'fails with SyntaxError'],
    [{ stall: true }, 'fails with TimeoutError'],
    [{ delay: 60_000 }, 'fails with TimeoutError'],
  ])('because of the fault %j', async (fault, outcome) => {
    const { mock, baseUrl, copy } = await openMock();
    mock.faults.add({ ...fault, match: { endpoint: 'projects.create' }, times: 1 });
    const controller = new AbortController();
    const sent = fetch(`${baseUrl}/projects`, { ...refused, signal: controller.signal }).then((each) => each.text());
    await Promise.all([
      sent.catch(() => {}),
      eventually(() => expect(mock.faults.list()).toEqual([])).then(() => 'delay' in fault && controller.abort()),
      eventually(() => expect(mock.requests).toHaveLength(1)).then(() => 'stall' in fault && controller.abort()),
    ]);

    const program = await copy();

    expect(program).toContain(`projects.create ${outcome}`);
    const [request] = (await run(program)).requests;
    expect(request).toMatchObject({ body: { nam: 'typo' }, fault: 'fault-1', idempotencyKey: 'short' });
    await expect(run(program.replace(/mock\.faults\.add\(.*\);/, ''))).rejects.toThrow();
  });

  test.each<[status: number, options: MockOptions]>([
    [401, { apiKeys: ['secret'] }],
    [429, { rateLimit: '1/60s' }],
  ])('because of a %i', async (status, options) => {
    const { mock, baseUrl, copy } = await openMock(options);
    for (let count = 0; count < 2; count += 1) await fetch(`${baseUrl}/projects`, refused);
    expect(mock.requests.at(-1)?.status).toBe(status);
    expect((await run(await copy())).requests.at(-1)?.status).toBe(status);
  });
});

test('a copied test of a client that gave up without any fault delays the call for longer than the client waits', async () => {
  const { mock, client, seed, copy } = await openMock();
  const { id } = await seed();
  await client.captions.list(id);
  const headers = { authorization: 'Bearer test', 'user-agent': 'clipwright/0' };
  const [{ url } = assert.fail('There is no request.')] = mock.requests;
  await mock.handle(new Request(url, { headers, signal: AbortSignal.abort() })).catch(() => {});
  expect(mock.requests.at(-1)?.why?.by).toBe('client');

  const program = await copy();

  expect(program).toContain('captions.list fails with TimeoutError');
  await run(program);
});

test('a copied test repeats a write whose response was lost to a fault', async () => {
  const { mock, client, copy } = await openMock();
  mock.faults.add({ match: { endpoint: 'projects.create' }, when: 'after', drop: true, times: 1 });
  await client.projects.create({ name: 'Talk' }).catch(() => {});
  const [{ id } = assert.fail('There is no project.')] = mock.state.projects();
  await client.captions.list(id);

  const copied = await run(await copy());

  expect(copied.requests.map(outcomeOf)).toEqual([
    { endpoint: 'projects.create', status: 201 },
    { endpoint: 'captions.list', status: 200 },
  ]);
});

test('a copied call has no Idempotency-Key if its endpoint does not accept one', async () => {
  const { mock, baseUrl, seed, copy } = await openMock();
  const { id } = await seed();
  const headers = { ...post.headers, 'idempotency-key': 'key-00001' };
  await fetch(`${baseUrl}/projects/${id}/timeline/batch-move`, { ...post, headers, body: '{"items":[]}' });

  const program = await copy();

  expect(program).not.toContain('key-00001');
  expect((await run(program)).requests.map(outcomeOf)).toEqual(mock.requests.map(outcomeOf));
});

test.each<[title: string, options: MockOptions, apiKey: string | undefined]>([
  ['unknown API key', { apiKeys: ['secret'] }, 'unknown'],
  ['no API key', {}, undefined],
  ['rate limit exceeded', { rateLimit: '1/60s' }, 'test'],
])('a copied test gets the same error as the request: %s', async (_, options, apiKey) => {
  const { mock, baseUrl, copy } = await openMock(options);
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  for (let count = 0; count < 2; count += 1) {
    await fetch(`${baseUrl}/projects`, { method: 'POST', headers, body: '{"name":"Talk"}' });
  }

  const program = await copy();

  expect((await run(program)).requests.at(-1)?.status).toBe(mock.requests.at(-1)?.status);
  expect(program).not.toMatch(/secret|unknown/);
});

test('a copied test repeats an Idempotency-Key, for a replay and for a conflict', async () => {
  const { client, copy } = await openMock();
  const create = (name: string) => client.projects.create({ name }, { idempotencyKey: 'key-00001' });
  await create('Talk');
  await create('Talk');
  expect((await run(await copy())).requests).toMatchObject([{ status: 201 }, { status: 201, replayed: true }]);
  await create('Other').catch(() => {});
  expect((await run(await copy())).requests).toMatchObject([{ status: 201 }, { status: 409 }]);
});

test('a copied test neither repeats nor misses a write that a fault kept from the service', async () => {
  const { mock, client, seed, copy } = await openMock();
  const { id } = await seed();
  mock.faults.add({ malformed: true, match: { endpoint: 'projects.create' }, times: 1 });
  await client.projects.create({ name: 'Talk' }).catch(() => {});
  await client.captions.list(id);

  const program = await copy();

  expect(program).not.toMatch(/Something is missing|projects\.create/);
});

test('a copied test leaves out a body that was sent to an unknown path', async () => {
  const { baseUrl, copy } = await openMock();
  await fetch(`${baseUrl}/nothing`, { ...post, body: '{"name":"Talk"}' });
  expect((await run(await copy())).requests.at(-1)?.status).toBe(404);
});

test('a copied curl command stops with a reason if the mock did not keep the body', async () => {
  const { mock, baseUrl } = await openMock();
  await fetch(`${baseUrl}/projects`, { ...post, headers: { 'content-type': 'text/plain' }, body: 'name=Talk' });
  const [request = assert.fail('There is no request.')] = mock.requests;
  const { stderr } = await promisify(execFile)('sh', ['-c', curlOf(request)]).catch((error) => error);
  expect(stderr).toContain('The mock did not keep the body of this request');
  expect(mock.requests).toHaveLength(1);
});

describe('a copied test has a comment about missing writes', () => {
  test('if the log has dropped earlier writes', async () => {
    const { client, copy } = await openMock({ logLength: 2 });
    for (const name of ['One', 'Two']) await client.projects.create({ name });
    expect(await copy()).not.toContain('Something is missing');
    await client.projects.create({ name: 'Three' });
    expect(await copy()).toContain('// Something is missing here:');
  });

  test('if a snapshot of this or another mock was restored', async () => {
    const { mock, client, seed, copy } = await openMock();
    const { id } = await seed();
    const saved = mock.snapshot();
    await client.projects.create({ name: 'Lost' });
    mock.restore(saved);
    await client.captions.list(id);
    expect(await copy()).toContain('// Something is missing here:');

    const other = await openMock();
    other.mock.restore(saved);
    await other.client.captions.list(id);
    expect(await other.copy()).toContain('// Something is missing here:');
  });
});

test('a copied test repeats only its workspace’s writes since the last reset', async () => {
  const { mock, client, baseUrl, copy } = await openMock();
  await client.projects.create({ name: 'Before' });
  mock.reset();
  await client.projects.create({ name: 'First' });
  await new Clipwright({ apiKey: 'theirs', baseUrl }).projects.create({ name: 'Theirs' });
  await client.projects.create({ name: 'Second' });

  const program = await copy();

  expect([...program.matchAll(/name: "(\w+)"/g)].map(([, name]) => name)).toEqual(['First', 'Second']);
});

test.each<[reason: string, send: (opened: Opened) => Promise<unknown>]>([
  [
    'keeps only bodies that it has read whole, as JSON',
    ({ baseUrl }) => fetch(`${baseUrl}/projects`, { ...post, body: '{"name":' }),
  ],
  [
    'is no longer in force',
    ({ mock, baseUrl }) => {
      mock.faults.add({ omit: 'id', times: 1 });
      return fetch(`${baseUrl}/projects`, { ...post, body: '{"name":"Talk"}' });
    },
  ],
])('a request is not copied as a test if its body or fault is gone: %s', async (reason, send) => {
  const opened = await openMock();
  await send(opened);
  await expect(opened.copy()).rejects.toThrow(reason);
});

type Opened = Awaited<ReturnType<typeof openMock>>;

test('a copied test gets the same ids as the mock, even if the mock has a webhook secret', async () => {
  const { client, copy } = await openMock({ webhookSecret: 'whsec_shared' });
  await client.webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  const { id } = await client.projects.create({ name: 'Talk' });
  await client.captions.list(id);

  expect((await run(await copy())).requests.at(-1)?.status).toBe(200);
});

test('a copied test does not send deliveries over the network', async () => {
  const { client, copy } = await openMock();
  await client.webhooks.register({ url: 'http://127.0.0.1:9/hook', events: ['project.created'] });
  await client.projects.create({ name: 'Talk' });
  const copied = await run(await copy());
  await copied.settled();
  expect(copied.deliveries).toMatchObject([{ status: 'delivered' }]);
});
