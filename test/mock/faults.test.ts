import type { CallFault, CallFaultEffects, FileFaultEffects } from 'clipwright/mock';
import { expect, test, vi } from 'vitest';
import { fileFaultKinds } from '../../mock/faults/fault-kinds.ts';
import { patience } from '../support/patience.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';
import { createProject, firstPart, projectIdsOf } from './support/faults.ts';

forEachTransport('a fault with when: "before"', (open) => {
  test('responds with an error status `times` times, only to its endpoint, and does not change the state', async () => {
    const { client, mock } = await open();
    await mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503, times: 2 });
    const before = await mock.snapshot();
    for (const attempt of [1, 2]) {
      await expect(client().projects.create({ name: `${attempt}` })).rejects.toMatchObject({
        name: 'ServerError',
        status: 503,
        code: 'internal_error',
      });
      await expect(client().jobs.list('p')).rejects.toMatchObject({ status: 404 });
    }
    expect(await mock.snapshot()).toEqual(before);
    await expect(client().projects.create({ name: 'x' })).resolves.toBeDefined();
    expect(await mock.faults.list()).toEqual([]);
    expect((await mock.requests).map(({ fault }) => fault)).toEqual(['fault-1', null, 'fault-1', null, null]);
  });

  test('responds with its headers, and adds a default Retry-After to a 429', async () => {
    const { client, mock } = await open();
    await mock.faults.add({ status: 429, times: 1 });
    await mock.faults.add({ status: 503, headers: { 'Retry-After': '7' }, times: 1 });
    await mock.faults.add({ status: 429, headers: { 'Retry-After': '2' }, times: 1 });
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
    const before = await mock.snapshot();
    await mock.faults.add({ drop: true, times: 1 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(await mock.snapshot()).toEqual(before);
    expect((await mock.requests).at(-1)).toMatchObject({ endpoint: 'projects.create', status: null, fault: 'fault-1' });
  });

  test('sends half of a placeholder body, then breaks the connection', async () => {
    const { client, mock } = await open();
    const before = await mock.snapshot();
    await mock.faults.add({ cut: true, times: 1 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(await mock.snapshot()).toEqual(before);
    expect((await mock.requests).at(-1)).toMatchObject({ status: 200, fault: 'fault-1' });
  });

  test('sends half of a placeholder body, then nothing', async () => {
    const transport = await open();
    const before = await transport.mock.snapshot();
    await transport.mock.faults.add({ stall: true, times: 1 });
    expect(await firstPart(transport)).toEqual([200, '20', '{"placehol']);
    expect(await transport.mock.snapshot()).toEqual(before);
  });

  test('responds with a body that is not JSON', async () => {
    const { client, mock } = await open();
    const before = await mock.snapshot();
    await mock.faults.add({ malformed: true, times: 1 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ name: 'ResponseValidationError' });
    expect(await mock.snapshot()).toEqual(before);
  });

  test('delays a request, then applies the next fault if there is one', async () => {
    const { client, mock } = await open();
    await mock.faults.add({ delay: 1, times: 2 });
    await mock.faults.add({ status: 503, times: 1 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ status: 503 });
    await expect(client().projects.create({ name: 'x' })).resolves.toBeDefined();
    expect((await mock.requests).map(({ fault }) => fault)).toEqual(['fault-2', 'fault-1']);
    expect(await mock.faults.list()).toEqual([]);
  });

  test('delays a request until it is aborted, without calling the service', async () => {
    const transport = await open();
    const { mock } = transport;
    await mock.faults.add({ delay: 2 ** 31 - 1, times: 1 });
    const controller = new AbortController();
    const response = createProject(transport, controller.signal);
    await vi.waitUntil(async () => (await mock.faults.list()).length === 0, patience);
    controller.abort(new Error('enough'));
    await expect(response).rejects.toThrow('enough');
    expect((await mock.snapshot()).workspaces).toEqual([]);
  });
});

forEachTransport('a fault with when: "after"', (open) => {
  const after = { when: 'after', match: { endpoint: 'projects.create' }, times: 1 } as const;

  test.each([{ drop: true }, { cut: true }, { status: 503 }] as const)(
    'lets a retry with the same Idempotency-Key get the created project: %j',
    async (kind) => {
      const { client, mock } = await open();
      vi.spyOn(Math, 'random').mockReturnValue(0);
      await mock.faults.add({ ...after, ...kind });
      const project = await client({ maxRetries: 1 }).projects.create({ name: 'x' });
      expect(await projectIdsOf(mock)).toEqual([project.id]);
      const [first, second] = await mock.requests;
      expect([first?.fault, first?.replayed]).toEqual(['fault-1', false]);
      expect([second?.fault, second?.replayed, second?.status]).toEqual([null, true, 201]);
      expect(first?.idempotencyKey).toEqual(second?.idempotencyKey);
    },
  );

  test('is not applied to a request that the service rejects', async () => {
    const { client, mock } = await open();
    await mock.faults.add({ when: 'after', drop: true });
    await expect(client().jobs.list('none')).rejects.toMatchObject({ status: 404 });
    expect(await mock.faults.list()).toHaveLength(1);
    expect((await mock.requests)[0]?.fault).toBeNull();
  });

  test('is applied to a replayed response', async () => {
    const { client, mock } = await open();
    const create = () => client().projects.create({ name: 'x' }, { idempotencyKey: 'the-same-one' });
    const project = await create();
    await mock.faults.add({ ...after, status: 500 });
    await expect(create()).rejects.toMatchObject({ status: 500 });
    expect((await create()).id).toBe(project.id);
  });

  test.each([{ drop: true }, { cut: true }] as const)(
    'does not cause a retry of a request without an Idempotency-Key: %j',
    async (kind) => {
      const { client, mock } = await open();
      const { id } = await client().projects.create({ name: 'x' });
      await mock.faults.add({ when: 'after', match: { endpoint: 'audio.importFromLibrary' }, ...kind });
      await expect(
        client({ maxRetries: 2 }).audio.importFromLibrary({ provider: 'p', external_id: 'e' }),
      ).rejects.toMatchObject({ name: 'ConnectionError', attempts: 1 });
      expect((await mock.snapshot()).workspaces[0]?.audio).toHaveLength(1);
      expect((await mock.requests).matching({ endpoint: 'audio.importFromLibrary' })).toHaveLength(1);
      expect(id).toBeDefined();
    },
  );

  test('lets the service create the project, then sends half of the response and nothing more', async () => {
    const transport = await open();
    await transport.mock.faults.add({ ...after, stall: true });
    const [status, length, half] = await firstPart(transport);
    const [id] = await projectIdsOf(transport.mock);
    expect([status, half.length]).toEqual([201, Math.floor(Number(length) / 2)]);
    expect(half).toContain(`{"id":"${id}"`);
  });

  test('sends half of the response as if it were complete', async () => {
    const transport = await open();
    await transport.mock.faults.add({ ...after, malformed: true });
    const response = await createProject(transport);
    expect(response.status).toBe(201);
    const text = await response.text();
    expect(text).toContain(`{"id":"${(await projectIdsOf(transport.mock))[0]}"`);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('omits a field', async () => {
    const { client, mock } = await open();
    await mock.faults.add({ ...after, omit: 'id' });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({
      name: 'ResponseValidationError',
      issues: [{ path: 'id', message: 'is required' }],
    });
    expect(await projectIdsOf(mock)).toHaveLength(1);
  });

  test('omits a field of a list item from the first response that has the field', async () => {
    const { client, mock } = await open();
    const empty = await client().projects.create({ name: 'x' });
    const project = await seedShortSpeech(mock);
    await mock.faults.add({ omit: 'captions[4].words[0].id', times: 1 });
    await client().captions.list(empty.id);
    await client().captions.list(project.id, { limit: 4 });
    expect(await mock.faults.list()).toHaveLength(1);
    await expect(client().captions.list(project.id)).rejects.toMatchObject({
      issues: [{ path: 'captions[4].words[0].id' }],
    });
    expect((await mock.requests).map(({ fault }) => fault)).toEqual([null, null, null, 'fault-1']);
  });

  test('delays the response, even if a delay with when: "before" already delayed the request', async () => {
    const { client, mock } = await open();
    await mock.faults.add({ delay: 1, times: 1 });
    await mock.faults.add({ ...after, delay: 1 });
    await mock.faults.add({ ...after, status: 500 });
    await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ status: 500 });
    expect((await mock.requests)[0]?.fault).toBe('fault-3');
    expect(await mock.faults.list()).toEqual([]);
    expect(await projectIdsOf(mock)).toHaveLength(1);
  });

  test('lets the service create the project, then delays the response until the request is aborted', async () => {
    const transport = await open();
    await transport.mock.faults.add({ ...after, delay: 2 ** 31 - 1 });
    const controller = new AbortController();
    const response = createProject(transport, controller.signal);
    await vi.waitUntil(async () => (await transport.mock.faults.list()).length === 0, patience);
    controller.abort(new Error('enough'));
    await expect(response).rejects.toThrow('enough');
    expect(await projectIdsOf(transport.mock)).toHaveLength(1);
  });
});

/** A fault of each kind with its description in the log. If you add a kind, also test its effect above. */
const described: { readonly [Kind in keyof CallFaultEffects]: readonly [CallFault, why: string] } = {
  status: [{ status: 503 }, 'fault-1 responded with 503, before the service saw the request.'],
  delay: [
    { delay: 60_000 },
    'The client did not wait for the response: fault-1 delayed the request by 60000 ms, before the service saw the request.',
  ],
  drop: [{ drop: true, when: 'after' }, 'fault-1 dropped the connection, after the service had done the work.'],
  stall: [{ stall: true }, 'fault-1 sent half of the response, then nothing more, before the service saw the request.'],
  cut: [
    { cut: true },
    'fault-1 sent half of the response and broke the connection, before the service saw the request.',
  ],
  malformed: [{ malformed: true }, 'fault-1 sent a body that is not valid JSON, before the service saw the request.'],
  omit: [{ omit: 'id' }, 'fault-1 removed id from the response, after the service had done the work.'],
  set: [{ set: { status: 'odd' } }, 'fault-1 changed status in the response, after the service had done the work.'],
};

test.each(Object.values(described))('the log describes the fault %j', async (fault, why) => {
  const { mock, client } = openInProcess();
  mock.faults.add(fault);
  await client({ timeout: 0.05 })
    .projects.create({ name: 'Talk' })
    .catch(() => undefined);

  await vi.waitUntil(() => mock.requests.length === 1, patience);
  const applied = { kind: Object.keys(fault)[0], when: why.includes('after') ? 'after' : 'before' };
  expect(mock.requests[0]).toMatchObject({
    fault: 'fault-1',
    why: {
      by: 'fault',
      code: fault.status ? 'internal_error' : null,
      param: null,
      message: why,
      fault: applied,
    },
  });
});

test.each(Object.keys(fileFaultKinds) as (keyof FileFaultEffects)[])(
  'a fault of files can have the effect %s',
  async (kind) => {
    const { mock, fetch } = openInProcess();
    const url = String(mock.emit('export.ready').data.download_url);
    const [{ when: _, ...fault }] = described[kind];
    const controller = new AbortController();
    const body = JSON.stringify({ ...fault, match: { file: 'samples' } });
    const headers = { 'content-type': 'application/json' };
    await mock.fetch('http://127.0.0.1/_mock/faults', { method: 'POST', headers, body });
    const response = fetch(url, { signal: controller.signal }).catch(() => undefined);

    await vi.waitUntil(() => mock.faults.list()[0]?.hits === 1, patience);
    expect(mock.faults.list()).toEqual([
      { ...fault, match: { file: 'samples' }, id: 'fault-1', hits: 1, left: null, scope: 'all' },
    ]);
    controller.abort();
    await response;
  },
);
