import { createMock } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { keyDigest } from '../../mock/scope.ts';
import { eventually } from '../support/patience.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';

describe('a recorded request', () => {
  test('contains the response with the first 8,192 bytes of its body', async () => {
    const { mock, client } = openInProcess();
    const project = await client().projects.create({ name: 'é'.repeat(10_000) });

    const [{ response } = { response: null }] = mock.requests;
    expect(response?.headers['x-request-id']).toBe('req-1');
    expect(response?.bytes).toBe(new TextEncoder().encode(JSON.stringify(project)).length);
    expect(new TextEncoder().encode(response?.body).length).toBeGreaterThanOrEqual(8191);
    expect(response?.body.length).toBeLessThan(4200);
    expect(JSON.stringify(project).startsWith(String(response?.body))).toBe(true);
  });

  test('does not show the secret of a webhook', async () => {
    const { mock, client } = openInProcess({ webhookSecret: 'whsec_"quoted\\' });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });

    expect(JSON.parse(mock.requests[0]?.response?.body ?? '')).toMatchObject({ secret: '[redacted]' });
    expect(JSON.stringify(mock.requests)).not.toContain('quoted');
  });

  test('says why and by what it was rejected, and which parameter was invalid', async () => {
    const { mock, client } = openInProcess({ rateLimit: '3/60s' });
    await client().projects.create({ name: 'Talk' });
    await mock.fetch(`${mock.baseUrl}/projects`, { method: 'POST', headers: { authorization: 'Bearer test' } });
    await mock.fetch(`${mock.baseUrl}/nowhere`, { headers: { authorization: 'Bearer test' } });
    await mock.fetch(`${mock.baseUrl}/projects`, { method: 'POST' });
    for (let n = 0; n < 2; n += 1) {
      await mock.fetch(`${mock.baseUrl}/projects/none/jobs`, { headers: { authorization: 'Bearer test' } });
    }

    expect(mock.requests.map(({ why }) => why && [why.by, why.code, why.param])).toEqual([
      null,
      ['service', 'invalid_request', null],
      ['service', 'not_found', null],
      ['service', 'unauthorized', null],
      ['service', 'not_found', 'projectId'],
      ['service', 'rate_limited', null],
    ]);
    expect(mock.requests[4]?.why?.message).toBe('No project has the id "none".');
  });

  test('has no `why` if a fault only delayed it', async () => {
    const { mock, client } = openInProcess();
    mock.faults.add({ delay: 5 });
    await client().projects.create({ name: 'Talk' });

    const [request] = mock.requests;
    expect(request).toMatchObject({ fault: 'fault-1', why: null });
    expect(request?.took).toBeGreaterThanOrEqual(4);
  });

  test('names the request whose response was replayed, unless the response was restored from a snapshot', async () => {
    const { mock, client } = openInProcess();
    const create = () => client().projects.create({ name: 'Talk' }, { idempotencyKey: 'the-same-key' });
    await client().projects.create({ name: 'Other' });
    await create();
    await create();
    mock.restore(mock.snapshot());
    await create();

    expect(mock.requests.map(({ replayed, replayOf }) => [replayed, replayOf])).toEqual([
      [false, null],
      [false, null],
      [true, 'req-2'],
      [true, null],
    ]);
  });

  test('names the request that used the same Idempotency-Key first, with different input', async () => {
    const { mock, client } = openInProcess();
    const create = (name: string) => client().projects.create({ name }, { idempotencyKey: 'the-same-key' });
    const other = client({ apiKey: 'other' });
    await other.projects.create({ name: 'Other' }, { idempotencyKey: 'the-same-key' });
    await create('One');
    await expect(create('Two')).rejects.toMatchObject({ status: 409 });
    mock.restore(mock.snapshot());
    await expect(create('Three')).rejects.toMatchObject({ status: 409 });

    expect(mock.requests.map(({ replayOf, conflictsWith }) => [replayOf, conflictsWith])).toEqual([
      [null, null],
      [null, null],
      [null, 'req-2'],
      [null, null],
    ]);
  });

  test('lists the jobs and events that it caused, and each delivery names the request', async () => {
    const { mock, client } = openInProcess({ deliver: () => new Response() });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete', 'project.created'] });
    const job = await client().audio.generateSound({ prompt: 'rain' });
    for (let n = 0; n < 4; n += 1) await client().jobs.retrieve(job);
    mock.emit('project.created');
    await mock.settled();

    const [, sound, ...polls] = mock.requests;
    const events = mock.deliveries.map(({ event, requestId }) => [event.id, requestId]);
    expect(sound?.caused).toEqual({ jobs: [job.job_id], events: [events[0]?.[0]] });
    expect(polls.map(({ caused }) => caused.events.length)).toEqual([0, 0, 0, 1]);
    expect(events.map(([, requestId]) => requestId)).toEqual(['req-2', 'req-6', null]);
  });

  test('is hidden by default if it came from the console', async () => {
    const { mock, client } = openInProcess();
    await client({ headers: { 'x-clipwright-console': '1' } }).projects.create({ name: 'Edited' });
    await client().projects.create({ name: 'Talk' });
    const idsOf = (requests: readonly { id: string }[]) => requests.map(({ id }) => id);

    expect(idsOf(mock.requests)).toEqual(['req-2']);
    expect(idsOf(mock.requests.matching({ endpoint: 'projects.create' }))).toEqual(['req-2']);
    expect(idsOf(mock.requests.matching({ source: 'console' }))).toEqual(['req-1']);
    expect(idsOf(mock.requests.matching({ source: 'any', method: 'POST' }))).toEqual(['req-1', 'req-2']);
  });
});

describe('faults', () => {
  test('count how often they were applied, and can be removed individually', async () => {
    const { mock, client } = openInProcess();
    const { id } = await mock.faults.add({ match: { endpoint: 'jobs.list' }, status: 500 });
    await mock.faults.add({ status: 503, times: 3, apiKey: 'test' });
    await client()
      .projects.create({ name: 'Talk' })
      .catch(() => undefined);

    expect(await mock.faults.list()).toMatchObject([
      { id, hits: 0, left: null, scope: 'all' },
      { hits: 1, left: 2, scope: 'key' },
    ]);
    await mock.faults.remove(id);
    expect(await mock.faults.list()).toMatchObject([{ status: 503 }]);
    await expect(async () => mock.faults.remove(id)).rejects.toThrow('id is not known. No fault has the id "fault-1".');
    await expect(async () => mock.faults.remove('fault-2', { apiKey: 'other' })).rejects.toThrow('id is not known');
  });

  test('are named in the deliveries that they affected', async () => {
    const { mock, client } = openInProcess({ deliver: () => new Response() });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    mock.faults.add({ match: { event: 'job.complete' }, drop: true, times: 1 });
    mock.faults.add({ match: { event: 'job.complete' }, duplicate: 1, times: 1 });
    for (let n = 0; n < 3; n += 1) mock.emit('job.complete');
    await mock.settled();

    expect(mock.deliveries.map(({ fault }) => fault)).toEqual(['fault-1', 'fault-2', 'fault-2', null]);
    expect(mock.deliveries[0]?.attempts[0]?.reason).toBe('Dropped by fault-1.');
  });
});

describe('reading the state, the jobs and the clock of a mock', () => {
  test('does not poll jobs, record requests or count for rate limits', async () => {
    const { mock, client } = openInProcess({ rateLimit: '4/60s' });
    await seedShortSpeech(mock);
    const job = await client().audio.generateSound({ prompt: 'rain' });
    const before = await mock.snapshot();
    for (let n = 0; n < 10; n += 1) {
      const [listed] = await mock.state.jobs();
      expect(listed).toMatchObject({ job_id: job.job_id, progress: 0, due_at: '2026-01-01T00:00:02.000Z' });
      const [project] = await mock.state.projects();
      await mock.state.project(String(project?.id));
      await mock.state.webhooks();
      await mock.state.workspaces();
      await mock.clock.status();
    }

    expect(await mock.snapshot()).toEqual(before);
    expect(await mock.requests).toHaveLength(1);
    expect((await client().jobs.retrieve(job)).progress).toBe(25);
  });

  test('returns a project with the times of its words in units', async () => {
    const { mock, client } = openInProcess({ unitsPerSecond: 600 });
    const { id } = await seedShortSpeech(mock);
    const { items: words } = await client().captions.words.list(id);
    const content = await mock.state.project(id);

    expect(content).toMatchObject({ unitsPerSecond: 600, revision: 0, project: { id, words: words.length } });
    expect(
      content.captions.flatMap((caption) => caption.words).map(([wordId, word, start]) => [wordId, word, start / 600]),
    ).toEqual(words.map((word) => [word.id, word.word, word.startSeconds]));
    expect(content.items.map(({ type }) => type).slice(0, 2)).toEqual(['video', 'audio']);
    await expect(async () => mock.state.project('none')).rejects.toThrow(
      'id is not known. No project has the id "none".',
    );
  });

  test('returns a project’s workspace and, until a reset, the content that the project was seeded with', async () => {
    const { mock, client } = openInProcess();
    const created = await client({ apiKey: 'mine' }).projects.create({ name: 'Created' });
    const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nFour\n';
    const { id } = await mock.seed.project({ name: 'Seeded', captions, apiKey: 'mine' });
    const workspace = keyDigest('mine');
    const saved = mock.snapshot({ apiKey: 'mine' });

    expect(mock.state.project(created.id)).toMatchObject({ workspace, seeded: null });
    expect(mock.state.project(id)).toMatchObject({ workspace, seeded: { captions, revision: 1 } });
    mock.restore(saved, { apiKey: 'mine' });
    expect(mock.state.project(id).seeded).toEqual({ captions, revision: 1 });
    mock.reset();
    mock.restore(saved);
    expect(mock.state.project(id).seeded).toBeNull();
  });

  test('is limited to an API key’s workspace, and does not show secrets', async () => {
    const { mock, client } = openInProcess();
    await client({ apiKey: 'mine' }).webhooks.register({ url: 'https://app.example/', events: ['job.failed'] });
    await client({ apiKey: 'theirs' }).projects.create({ name: 'Theirs' });

    expect(await mock.state.workspaces()).toMatchObject([
      { apiKey: 'mine', projects: 0, webhooks: 1 },
      { apiKey: 'theirs', projects: 1, webhooks: 0 },
    ]);
    expect(await mock.state.projects({ apiKey: 'mine' })).toEqual([]);
    expect(await mock.state.workspaces({ apiKey: 'mine' })).toHaveLength(1);
    expect(Object.keys((await mock.state.webhooks())[0] ?? {})).toEqual(['id', 'url', 'events', 'created_at']);
  });

  test('lists the outcomes that are set for the next jobs, until they are cleared', async () => {
    const { mock, client } = openInProcess();
    await mock.jobs.next({ status: 'failed', error: 'By hand.', times: 2 });
    await mock.jobs.next({ status: 'review', apiKey: 'other' });
    await client().audio.generateSound({ prompt: 'rain' });

    expect(await mock.jobs.listNext()).toEqual([
      { status: 'failed', error: 'By hand.', times: 1 },
      { status: 'review', times: 1 },
    ]);
    await mock.jobs.clearNext({ apiKey: 'other' });
    expect(await mock.jobs.listNext()).toHaveLength(1);
    await mock.jobs.clearNext();
    expect(await mock.jobs.listNext()).toEqual([]);
  });

  test('returns when something is due next, in the whole mock and in one workspace', async () => {
    const { mock, client } = openInProcess({ clock: 'manual', deliver: () => new Response(null, { status: 500 }) });
    expect(await mock.clock.status()).toEqual({
      mode: 'manual',
      now: '2026-01-01T00:00:00.000Z',
      speed: null,
      nextDue: null,
    });
    await client({ apiKey: 'hooks' }).webhooks.register({ url: 'https://app.example/', events: ['job.failed'] });
    await mock.emit('job.failed', {}, { apiKey: 'hooks' });
    await mock.settled();
    await client().audio.generateSound({ prompt: 'rain' });
    await mock.clock.advance(10, { apiKey: 'later' });

    expect((await mock.clock.status()).nextDue).toBe('2026-01-01T00:00:01.000Z');
    expect((await mock.clock.status({ apiKey: 'test' })).nextDue).toBe('2026-01-01T00:00:02.000Z');
    expect(await mock.clock.status({ apiKey: 'later' })).toMatchObject({
      now: '2026-01-01T00:00:10.000Z',
      nextDue: null,
    });
    await mock.clock.advance(0.5, { apiKey: 'test' });
    expect((await mock.clock.status()).nextDue).toBe('2026-01-01T00:00:01.000Z');
    expect(createMock({ clock: 'realtime', speed: 60 }).clock.status().speed).toBe(60);
  });
});

forEachTransport('a request whose client does not wait for a delay', (open) => {
  test('is recorded with its body, and with a reason that names the client and the fault', async () => {
    const { mock, client } = await open();
    mock.faults.add({ delay: 60_000 });
    const controller = new AbortController();
    const call = client().projects.create({ name: 'Talk' }, { signal: controller.signal });
    await Promise.all([
      expect(call).rejects.toThrow(),
      eventually(() => expect(mock.faults.list()).toMatchObject([{ hits: 1 }])).then(() => controller.abort()),
    ]);
    await eventually(() => expect(mock.requests).toHaveLength(1));

    const delay = 'fault-1 delayed the request by 60000 ms, before the service saw the request.';
    expect(mock.requests[0]).toMatchObject({
      body: { name: 'Talk' },
      status: null,
      response: null,
      why: { by: 'fault', message: `The client did not wait for the response: ${delay}` },
    });
  });
});
