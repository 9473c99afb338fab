import { createMock, type Fault } from 'clipwright/mock';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type OpenDoor, openDirectly, throughEveryDoor } from '../support/doors.ts';
import { seedShortSpeech } from '../support/speech.ts';

/** The machine may be busy. */
const patiently = { timeout: 10_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

throughEveryDoor('a fault before the service', (open) => {
  test('answers with an error status, so many times and for one endpoint; nothing has happened', async () => {
    const { client, mock } = await open();
    mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503, times: 2 });
    const before = mock.snapshot();
    for (const attempt of [1, 2]) {
      await expect(client().projects.create({ name: `${attempt}` })).rejects.toMatchObject({
        name: 'ServerError',
        status: 503,
        code: 'internal_error',
      });
      await expect(client().jobs.list('p')).rejects.toMatchObject({ status: 404 });
    }
    expect(mock.snapshot()).toEqual(before);
    await expect(client().projects.create({ name: 'x' })).resolves.toBeDefined();
    expect(mock.faults.list()).toEqual([]);
    expect(mock.requests.map(({ fault }) => fault)).toEqual(['fault-1', null, 'fault-1', null, null]);
  });

  test('answers with the headers that it names; a 429 says when to come back of itself', async () => {
    const { client, mock } = await open();
    mock.faults.add({ status: 429, times: 1 });
    mock.faults.add({ status: 503, headers: { 'Retry-After': '7' }, times: 1 });
    mock.faults.add({ status: 429, headers: { 'Retry-After': '2' }, times: 1 });
    for (const [name, seconds] of [
      ['RateLimitError', 1],
      ['ServerError', 7],
      ['RateLimitError', 2],
    ]) {
      await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ name, retryAfterSeconds: seconds });
    }
  });

  test('drops the connection', async () => {
    const { client, mock } = await open();
    const before = mock.snapshot();
    mock.faults.add({ drop: true, times: 1 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(mock.snapshot()).toEqual(before);
    expect(mock.requests.at(-1)).toMatchObject({ endpoint: 'projects.create', status: null, fault: 'fault-1' });
  });

  test('sends half of a body that was never finished, and breaks the connection', async () => {
    const { client, mock } = await open();
    const before = mock.snapshot();
    mock.faults.add({ cut: true, times: 1 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(mock.snapshot()).toEqual(before);
    expect(mock.requests.at(-1)).toMatchObject({ status: 200, fault: 'fault-1' });
  });

  test('sends half of a body that was never finished, and then nothing', async () => {
    const door = await open();
    const before = door.mock.snapshot();
    door.mock.faults.add({ stall: true, times: 1 });
    expect(await firstPart(door)).toEqual([200, '19', '{"unanswe']);
    expect(door.mock.snapshot()).toEqual(before);
  });

  test('answers with a body that is no JSON', async () => {
    const { client, mock } = await open();
    const before = mock.snapshot();
    mock.faults.add({ malformed: true, times: 1 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ name: 'ResponseValidationError' });
    expect(mock.snapshot()).toEqual(before);
  });

  test('holds a call up that then goes on, to the next fault if there is one', async () => {
    const { client, mock } = await open();
    mock.faults.add({ delay: 1, times: 2 });
    mock.faults.add({ status: 503, times: 1 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ status: 503 });
    await expect(client().projects.create({ name: 'x' })).resolves.toBeDefined();
    expect(mock.requests.map(({ fault }) => fault)).toEqual(['fault-2', 'fault-1']);
    expect(mock.faults.list()).toEqual([]);
  });

  test('holds a call up until it is aborted; the service has done nothing', async () => {
    const door = await open();
    const { mock } = door;
    mock.faults.add({ delay: 2 ** 31 - 1, times: 1 });
    const caller = new AbortController();
    const answer = createProject(door, caller.signal);
    await vi.waitUntil(() => mock.faults.list().length === 0, patiently);
    caller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(mock.snapshot().workspaces).toEqual([]);
  });
});

throughEveryDoor('a fault after the service', (open) => {
  const after = { when: 'after', match: { endpoint: 'projects.create' }, times: 1 } as const;

  test.each([{ drop: true }, { cut: true }, { status: 503 }] as const)(
    'loses an answer (%j): the retry has the same Idempotency-Key, and gets the one project',
    async (kind) => {
      const { client, mock } = await open();
      vi.spyOn(Math, 'random').mockReturnValue(0);
      mock.faults.add({ ...after, ...kind });
      const project = await client({ maxRetries: 1 }).projects.create({ name: 'x' });
      expect(projectsOf(mock)).toEqual([project.id]);
      const [first, second] = mock.requests;
      expect([first?.fault, first?.replayed]).toEqual(['fault-1', false]);
      expect([second?.fault, second?.replayed, second?.status]).toEqual([null, true, 201]);
      expect(first?.idempotencyKey).toEqual(second?.idempotencyKey);
    },
  );

  test('leaves alone what the service refuses', async () => {
    const { client, mock } = await open();
    mock.faults.add({ when: 'after', drop: true });
    await expect(client().jobs.list('none')).rejects.toMatchObject({ status: 404 });
    expect(mock.faults.list()).toHaveLength(1);
    expect(mock.requests[0]?.fault).toBeNull();
  });

  test('hits the replay of an Idempotency-Key, too', async () => {
    const { client, mock } = await open();
    const create = () => client().projects.create({ name: 'x' }, { idempotencyKey: 'the-same-one' });
    const project = await create();
    mock.faults.add({ ...after, status: 500 });
    await expect(create()).rejects.toMatchObject({ status: 500 });
    expect((await create()).id).toBe(project.id);
  });

  test.each([{ drop: true }, { cut: true }] as const)('is not repeated where there is no key: %j', async (kind) => {
    const { client, mock } = await open();
    const { id } = await client().projects.create({ name: 'x' });
    mock.faults.add({ when: 'after', match: { endpoint: 'audio.importFromLibrary' }, ...kind });
    await expect(
      client({ maxRetries: 2 }).audio.importFromLibrary({ provider: 'p', external_id: 'e' }),
    ).rejects.toMatchObject({ name: 'ConnectionError', attempts: 1 });
    expect(mock.snapshot().workspaces[0]?.audio).toHaveLength(1);
    expect(mock.requests.matching({ endpoint: 'audio.importFromLibrary' })).toHaveLength(1);
    expect(id).toBeDefined();
  });

  test('sends half of the answer, and then nothing; the work is done', async () => {
    const door = await open();
    door.mock.faults.add({ ...after, stall: true });
    const [status, length, half] = await firstPart(door);
    const [id] = projectsOf(door.mock);
    expect([status, half.length]).toEqual([201, Math.floor(Number(length) / 2)]);
    expect(half).toContain(`{"id":"${id}"`);
  });

  test('sends half of the answer as if it were the whole', async () => {
    const door = await open();
    door.mock.faults.add({ ...after, malformed: true });
    const response = await createProject(door);
    expect(response.status).toBe(201);
    const text = await response.text();
    expect(text).toContain(`{"id":"${projectsOf(door.mock)[0]}"`);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('leaves a field out', async () => {
    const { client, mock } = await open();
    mock.faults.add({ ...after, omit: 'id' });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({
      name: 'ResponseValidationError',
      issues: [{ path: 'id', message: 'is required' }],
    });
    expect(projectsOf(mock)).toHaveLength(1);
  });

  test('leaves a field of a list out, once there is an answer that has it', async () => {
    const { client, mock } = await open();
    const empty = await client().projects.create({ name: 'x' });
    const project = await seedShortSpeech(mock);
    mock.faults.add({ omit: 'captions[4].words[0].word', times: 1 });
    await client().captions.list(empty.id);
    await client().captions.list(project.id, { limit: 4 });
    expect(mock.faults.list()).toHaveLength(1);
    await expect(client().captions.list(project.id)).rejects.toMatchObject({
      issues: [{ path: 'captions[4].words[0].word' }],
    });
    expect(mock.requests.map(({ fault }) => fault)).toEqual([null, null, null, 'fault-1']);
  });

  test('holds the answer back; a delay before and one after hit the same call', async () => {
    const { client, mock } = await open();
    mock.faults.add({ delay: 1, times: 1 });
    mock.faults.add({ ...after, delay: 1 });
    mock.faults.add({ ...after, status: 500 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ status: 500 });
    expect(mock.requests[0]?.fault).toBe('fault-3');
    expect(mock.faults.list()).toEqual([]);
    expect(projectsOf(mock)).toHaveLength(1);
  });

  test('holds the answer back until the request is aborted; the work is done', async () => {
    const door = await open();
    door.mock.faults.add({ ...after, delay: 2 ** 31 - 1 });
    const caller = new AbortController();
    const answer = createProject(door, caller.signal);
    await vi.waitUntil(() => door.mock.faults.list().length === 0, patiently);
    caller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(projectsOf(door.mock)).toHaveLength(1);
  });
});

throughEveryDoor('which calls a fault hits', (open) => {
  test('those of a project: by its id in the path, or by a job of it', async () => {
    const { client, mock } = await open();
    const [one, other] = [await client().projects.create({ name: '1' }), await client().projects.create({ name: '2' })];
    const job = await client().audio.generateSound({ prompt: 'rain', project_id: one.id });
    const elsewhere = await client().audio.generateSound({ prompt: 'rain', project_id: other.id });
    mock.faults.add({ match: { project: one.id }, status: 500 });
    await expect(client().jobs.list(one.id)).rejects.toMatchObject({ status: 500 });
    await expect(client().jobs.retrieve(job)).rejects.toMatchObject({ status: 500 });
    await expect(client().jobs.list(other.id)).resolves.toHaveLength(1);
    await expect(client().jobs.retrieve(elsewhere)).resolves.toBeDefined();
    await expect(client().projects.create({ name: '3' })).resolves.toBeDefined();
  });

  test('those of a key, which is not shown', async () => {
    const { client, mock } = await open();
    expect(mock.faults.add({ status: 500, apiKey: 'first' })).toEqual({ status: 500, id: 'fault-1' });
    await expect(client({ apiKey: 'second' }).projects.create({ name: 'x' })).resolves.toBeDefined();
    await expect(client({ apiKey: 'first' }).projects.create({ name: 'x' })).rejects.toMatchObject({ status: 500 });
    expect(mock.faults.list()).toEqual([{ status: 500, id: 'fault-1' }]);
  });

  test.each([
    [1, [6, 12, 14, 16, 18]],
    [2, [5, 7, 16, 18]],
  ])('a share of them, the same ones for the same seed (%i)', async (seed, hits) => {
    const { client, mock } = await open({ seed });
    mock.faults.add({ match: { share: 0.25 }, status: 500, times: 5 });
    for (let call = 1; call <= 20; call += 1)
      await client()
        .projects.create({ name: 'x' })
        .catch(() => {});
    expect(mock.requests.flatMap(({ fault }, index) => (fault ? [index] : []))).toEqual(hits);
  });
});

describe('the dice of a share', () => {
  const hitsOf = (mock: ReturnType<typeof createMock>, calls: number) => {
    const call = { endpoint: 'projects.create', apiKey: 'test', project: undefined } as const;
    return Array.from({ length: calls }, () => [...mock.faults.takeForCall(call)].map(({ id }) => id).join());
  };

  test('fall by chance, each fault by its own', () => {
    const mock = createMock();
    mock.faults.add({ match: { share: 0.3 }, delay: 0 });
    const alone = hitsOf(mock, 1000);
    expect(alone.filter((id) => id !== '')).toHaveLength(306);
    mock.reset();
    mock.faults.add({ match: { share: 0.3 }, delay: 0 });
    mock.faults.add({ match: { share: 0.3 }, delay: 0 });
    const together = hitsOf(mock, 1000);
    expect(
      together.map((ids) =>
        ids
          .split(',')
          .filter((id) => id === 'fault-1')
          .join(),
      ),
    ).toEqual(alone);
    expect(together.filter((ids) => ids === 'fault-1,fault-2')).toHaveLength(103);
  });

  test('a share of 1 is all', () => {
    const mock = createMock();
    mock.faults.add({ match: { share: 1 }, status: 500, times: 3 });
    expect(hitsOf(mock, 4)).toEqual(['fault-1', 'fault-1', 'fault-1', '']);
  });
});

describe('what a fault of deliveries hits', () => {
  const delivery = { type: 'job.complete', webhookId: 'w1', apiKey: 'test' } as const;

  test('its type, its webhook and its key; never a call', () => {
    const { faults } = createMock();
    faults.add({ match: { event: 'job.complete', webhook: 'w1' }, drop: true, apiKey: 'test' });
    expect(faults.takeForEvent({ ...delivery, type: 'job.failed' })).toBeUndefined();
    expect(faults.takeForEvent({ ...delivery, webhookId: 'w2' })).toBeUndefined();
    expect(faults.takeForEvent({ ...delivery, apiKey: 'other' })).toBeUndefined();
    expect([...faults.takeForCall({ endpoint: 'jobs.list', apiKey: 'test', project: undefined })]).toEqual([]);
    expect(faults.takeForEvent(delivery)).toEqual({
      id: 'fault-1',
      match: { event: 'job.complete', webhook: 'w1' },
      drop: true,
    });
  });

  test('any, so many times; a fault of calls hits none', () => {
    const { faults } = createMock();
    faults.add({ drop: true });
    faults.add({ match: { event: '*' }, duplicate: 2, times: 1 });
    faults.add({ match: { event: '*' }, delay: 5000, times: 1 });
    expect(faults.takeForEvent(delivery)?.duplicate).toBe(2);
    expect(faults.takeForEvent({ ...delivery, type: 'project.created' })?.delay).toBe(5000);
    expect(faults.takeForEvent(delivery)).toBeUndefined();
    expect(faults.list()).toEqual([{ id: 'fault-1', drop: true }]);
  });
});

throughEveryDoor('faults over HTTP', (open) => {
  const steered = async () => {
    const door = await open();
    const call = async (method: string, body?: unknown, apiKey?: string) => {
      const headers = new Headers(apiKey ? { authorization: `Bearer ${apiKey}` } : {});
      if (body) headers.set('content-type', 'application/json');
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const response = await door.fetch(`${new URL(door.baseUrl).origin}/_mock/faults`, init);
      return Object(await response.json());
    };
    return { ...door, call };
  };

  test('are added, listed and taken back, narrowed to the key that is sent', async () => {
    const { call, client, mock } = await steered();
    const everybodys = { match: { endpoint: 'jobs.list' }, when: 'after', cut: true };
    expect(await call('POST', everybodys)).toEqual({ ...everybodys, id: 'fault-1' });
    expect(await call('POST', { status: 503 }, 'mine')).toEqual({ status: 503, id: 'fault-2' });
    await call('POST', { match: { event: '*' }, duplicate: 3 }, 'yours');
    expect((await call('GET')).faults).toEqual(mock.faults.list());
    expect(await call('GET', undefined, 'mine')).toEqual({ faults: [{ status: 503, id: 'fault-2' }] });
    await expect(client({ apiKey: 'mine' }).projects.create({ name: 'x' })).rejects.toMatchObject({ status: 503 });
    await expect(client().projects.create({ name: 'x' })).resolves.toBeDefined();
    await call('DELETE', undefined, 'mine');
    expect(mock.faults.list().map(({ id }) => id)).toEqual(['fault-1', 'fault-3']);
    await call('DELETE');
    expect(mock.faults.list()).toEqual([]);
  });

  test('lose the answer of a project that is made, and the retry gets it', async () => {
    const { call, client, mock } = await steered();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await call('POST', { match: { endpoint: 'projects.create' }, when: 'after', drop: true, times: 1 });
    const project = await client({ maxRetries: 1 }).projects.create({ name: 'x' });
    expect(projectsOf(mock)).toEqual([project.id]);
    expect(mock.requests.map(({ fault }) => fault)).toEqual(['fault-1', null]);
  });

  test('do not take a key in the body', async () => {
    const { call, mock } = await steered();
    expect((await call('POST', { status: 500, apiKey: 'mine' })).error).toMatchObject({
      param: 'apiKey',
      message: 'An API key is sent as "Authorization: Bearer …", never in the body.',
    });
    expect(mock.faults.list()).toEqual([]);
  });

  test('are refused with the same words as in process, and nothing is in force', async () => {
    const { call, mock } = await steered();
    for (const [fault, message] of refused) {
      const { error } = await call('POST', fault);
      expect([error.code, error.message]).toEqual(['invalid_request', message]);
      expect([fault, error.param]).toEqual([fault, message.split(' ')[0]]);
      // A caller without types can get all of this wrong.
      expect(() => mock.faults.add(fault as Fault)).toThrow(message);
    }
    expect(mock.faults.list()).toEqual([]);
  });
});

const refused: [object, string][] = [
  [{}, 'fault must have exactly one of status, delay, drop, stall, cut, malformed, omit.'],
  [{ times: 1 }, 'fault must have exactly one of status, delay, drop, stall, cut, malformed, omit.'],
  [{ status: 500, drop: true }, 'fault must have exactly one of status, delay, drop, stall, cut, malformed, omit.'],
  [{ match: { event: '*' } }, 'fault must have exactly one of delay, duplicate, drop.'],
  [{ match: { event: '*' }, drop: true, delay: 1 }, 'fault must have exactly one of delay, duplicate, drop.'],
  [{ status: 399 }, 'fault.status must be a whole number from 400 to 599.'],
  [{ status: 600 }, 'fault.status must be a whole number from 400 to 599.'],
  [{ status: '503' }, 'fault.status must be a whole number from 400 to 599.'],
  [{ delay: -1 }, 'fault.delay must be a whole number from 0 to 2147483647.'],
  [{ delay: 2 ** 31 }, 'fault.delay must be a whole number from 0 to 2147483647.'],
  [{ drop: false }, 'fault.drop must be true, or be left out.'],
  [{ stall: 1 }, 'fault.stall must be true, or be left out.'],
  [{ drop: true, times: 0 }, 'fault.times must be a whole number above 0.'],
  [{ drop: true, when: 'afterwards' }, 'fault.when must be "before" or "after".'],
  [{ drop: true, match: [] }, 'fault.match must be an object.'],
  [{ drop: true, match: 'projects.create' }, 'fault.match must be an object.'],
  [
    { status: 503, match: { endpoint: 'project.create' } },
    'fault.match.endpoint must name an endpoint, as "projects.create" does; "project.create" does not.',
  ],
  [{ drop: true, match: { project: '' } }, 'fault.match.project must be a text, not empty.'],
  [
    { drop: true, match: { project: 'p', endpoint: 'projects.create' } },
    'fault.match.project never fits: the path of projects.create names neither a project nor a job.',
  ],
  [{ drop: true, match: { share: 0 } }, 'fault.match.share must be a number above 0 and at most 1.'],
  [{ drop: true, match: { share: 1.1 } }, 'fault.match.share must be a number above 0 and at most 1.'],
  [{ drop: true, headers: { a: 'b' } }, 'fault.headers is for a fault with a status.'],
  [{ status: 500, headers: 'a' }, 'fault.headers must be an object.'],
  [{ status: 500, headers: [['a', 'b']] }, 'fault.headers must be an object.'],
  [
    { status: 500, headers: { 'content-type': 'text/html' } },
    'fault.headers must not set content-type, which every answer has of itself.',
  ],
  [{ status: 500, headers: { 'a b': 'c' } }, 'fault.headers has a value for "a b" that no header can have.'],
  [{ status: 500, headers: { a: 'b\r\nc: d' } }, 'fault.headers has a value for "a" that no header can have.'],
  [{ status: 500, headers: { a: 1 } }, 'fault.headers has a value for "a" that no header can have.'],
  [
    { status: 500, headers: { 'Content-Length': '1' } },
    'fault.headers must not set Content-Length, which every answer has of itself.',
  ],
  [{ status: 500, time: 1 }, 'fault.time is no field of a fault; the nearest is "times".'],
  [{ drop: true, match: { endpont: 'x' } }, 'fault.match.endpont is no field of a fault; the nearest is "endpoint".'],
  [{ duplicate: 1 }, 'fault.duplicate is for webhook deliveries, and match.event names those.'],
  [
    { drop: true, match: { webhook: 'w' } },
    'fault.match.webhook is for webhook deliveries, and match.event names those.',
  ],
  [
    { match: { event: '*' }, status: 500 },
    'fault.status is for calls, and match.event makes this a fault of webhook deliveries.',
  ],
  [
    { match: { event: '*', endpoint: 'jobs.list' }, drop: true },
    'fault.match.endpoint is for calls, and match.event makes this a fault of webhook deliveries.',
  ],
  [
    { match: { event: 'export.redy' }, drop: true },
    'fault.match.event must name a type of event or "*", as "export.ready" does; "export.redy" does not.',
  ],
  [{ match: { event: '*' }, duplicate: 11 }, 'fault.duplicate must be a whole number from 1 to 10.'],
  [{ match: { event: '*' }, duplicate: 0 }, 'fault.duplicate must be a whole number from 1 to 10.'],
  [{ omit: 'id', when: 'before' }, 'fault.when must be "after" with omit, which needs an answer.'],
  [
    { omit: 'items.0.id' },
    'fault.omit must name a field of an answer: none has "items.0.id", the nearest is "items[0].id".',
  ],
  [{ omit: 'items[0]' }, 'fault.omit must be the path of a field, as "id" or "items[0].id"; "items[0]" is none.'],
  [
    { omit: 'captions[0].txt' },
    'fault.omit must name a field of an answer: none has "captions[0].txt", the nearest is "captions[0].text".',
  ],
  [
    { omit: 'batch.batch_id', match: { endpoint: 'projects.create' } },
    'fault.omit must name a field of an answer: none of projects.create has "batch.batch_id", the nearest is "created_at".',
  ],
];

test('a field of an object with any fields can be left out', async () => {
  const { client, mock } = openDirectly();
  const job = await client().audio.generateSound({ prompt: 'rain' });
  mock.faults.add({ omit: 'result.media_id', match: { endpoint: 'jobs.retrieve' } });
  mock.jobs.complete(job.job_id);
  expect((await client().jobs.retrieve(job)).result).not.toHaveProperty('media_id');
  expect(mock.requests.at(-1)?.fault).toBe('fault-1');
});

test('what would lose its entries is refused', () => {
  const { faults } = createMock();
  const headers: object = new Headers({ 'retry-after': '2' });
  // A caller without types can get this wrong.
  expect(() => faults.add({ status: 503, headers } as Fault)).toThrow('fault.headers must be an object.');
  expect(() => faults.add([] as Fault)).toThrow('fault must be an object.');
});

test('two calls that wait for one fault do not both get it', () => {
  const { faults } = createMock();
  faults.add({ delay: 0 });
  faults.add({ drop: true, times: 1 });
  const call = { endpoint: 'projects.create', apiKey: 'test', project: undefined } as const;
  const [one, other] = [faults.takeForCall(call), faults.takeForCall(call)];
  expect([one, other].map((hits) => hits.next().value?.id)).toEqual(['fault-1', 'fault-1']);
  expect([one, other].map((hits) => hits.next().value?.id)).toEqual(['fault-2', undefined]);
});

test('what the caller does with a fault later changes nothing', async () => {
  const { client, mock } = openDirectly();
  const match: { endpoint?: 'jobs.list' } = {};
  mock.faults.add({ match, status: 500 });
  match.endpoint = 'jobs.list';
  await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ status: 500 });
});

/** A raw call: the status and bytes as they came, and nothing sent again. */
function createProject({ baseUrl, fetch }: OpenDoor, signal?: AbortSignal): Promise<Response> {
  return fetch(`${baseUrl}/projects`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: '{"name":"x"}',
    ...(signal && { signal }),
  });
}

/** What comes of an answer before it stalls: status, announced length, text. Ends it then, which rejects the reading. */
async function firstPart(door: OpenDoor): Promise<[number, string | null, string]> {
  const caller = new AbortController();
  const response = await createProject(door, caller.signal);
  const reader = response.body?.getReader();
  const part = await reader?.read();
  const rest = reader?.read();
  caller.abort(new Error('enough'));
  await expect(rest).rejects.toThrow('enough');
  return [response.status, response.headers.get('content-length'), new TextDecoder().decode(part?.value)];
}

function projectsOf(mock: OpenDoor['mock']): unknown[] {
  return mock.snapshot().workspaces.flatMap(({ projects }) => projects.map(({ id }) => id));
}
