import { createMock, type Mock, type MockEvent } from 'clipwright/mock';
import { describe, expect, test, vi } from 'vitest';
import { Subscription } from '../../mock/stream/changes.ts';
import { openInProcess } from '../support/transports.ts';

/** Reads `count` events, then stops. */
async function take(events: AsyncGenerator<MockEvent, void>, count: number): Promise<MockEvent[]> {
  const taken: MockEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

function typesOf(events: readonly MockEvent[]): string[] {
  return events.map(({ type }) => type);
}

function emitMany(mock: Mock, count: number): void {
  for (let n = 0; n < count; n += 1) mock.clock.advance(1);
}

/** Splits a response at empty lines, regardless of how its body is chunked. */
async function* blocksOf({ body }: Response): AsyncGenerator<string, void> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + part).split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
}

describe('mock.events()', () => {
  test('starts with hello, then reports each request with its record', async () => {
    const { mock, client } = openInProcess();
    const events = mock.events();
    await client().projects.create({ name: 'Talk' });

    const [hello, project, request] = await take(events, 3);
    expect(hello).toMatchObject({ type: 'hello', clock: { mode: 'stepped', now: '2026-01-01T00:00:00.000Z' } });
    expect(project).toMatchObject({ type: 'project', projectId: null, revision: 1 });
    expect(request).toMatchObject({ type: 'request', request: mock.requests[0] });
  });

  test('continues after a `project` event if `after` is the id of this event', async () => {
    const { mock, client } = openInProcess();
    const events = mock.events();
    await client().projects.create({ name: 'Talk' });
    const [, project] = await take(events, 3);

    expect(typesOf(await take(mock.events({ after: project?.id }), 2))).toEqual(['hello', 'request']);
  });

  test('reports resets, and changes of jobs, deliveries, faults and time', async () => {
    const { mock, client } = openInProcess({ clock: 'manual', deliver: () => new Response() });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    const events = mock.events();
    const { project_id } = await client().audio.generateSound({ prompt: 'rain' });
    mock.faults.add({ status: 500, times: 1 });
    await client()
      .jobs.list(String(project_id))
      .catch(() => undefined);
    mock.clock.advance(2);
    await mock.settled();
    mock.reset();

    const told = await take(events, 13);
    expect(typesOf(told)).toEqual([
      'hello',
      'job',
      'project',
      'request',
      'faults',
      'faults',
      'request',
      'job',
      'delivery',
      'clock',
      'delivery',
      'faults',
      'reset',
    ]);
    const jobs = told.flatMap((event) => (event.type === 'job' ? [event.job.status] : []));
    expect(jobs).toEqual(['queued', 'completed']);
    const deliveries = told.flatMap((event) => (event.type === 'delivery' ? [event.delivery.status] : []));
    expect(deliveries).toEqual(['pending', 'delivered']);
  });

  test('reports the progress that a job had at each poll', async () => {
    const { mock, client } = openInProcess();
    const job = await client().audio.generateSound({ prompt: 'rain' });
    const events = mock.events();
    await client().jobs.wait(job);

    const told = await take(events, 9);
    expect(told.flatMap((event) => (event.type === 'job' ? [event.job.progress] : []))).toEqual([25, 50, 75, 100]);
  });

  test('with an API key, reports the changes of its workspace and changes of all workspaces, but no others', async () => {
    const { mock, client } = openInProcess();
    const events = mock.events({ apiKey: 'mine' });
    await client({ apiKey: 'theirs' }).projects.create({ name: 'Theirs' });
    await mock.fetch(`${mock.baseUrl}/projects`, { method: 'POST' });
    mock.clock.advance(5, { apiKey: 'theirs' });
    mock.clock.advance(1);
    await client({ apiKey: 'mine' }).projects.create({ name: 'Mine' });

    const told = await take(events, 4);
    expect(typesOf(told)).toEqual(['hello', 'clock', 'project', 'request']);
    expect(told[3]).toMatchObject({ request: { body: { name: 'Mine' } } });
  });

  test('continues after a given event, and ends when the signal aborts', async () => {
    const mock = createMock({ clock: 'manual' });
    const controller = new AbortController();
    const events = mock.events();
    emitMany(mock, 3);
    const [, first] = await take(events, 2);
    emitMany(mock, 1);

    const resumed = mock.events({ after: first?.id, signal: controller.signal });
    expect(typesOf(await take(resumed, 4))).toEqual(['hello', 'clock', 'clock', 'clock']);
    const aborted = mock.events({ signal: controller.signal });
    await aborted.next();
    const pending = aborted.next();
    controller.abort();
    expect(await pending).toEqual({ done: true, value: undefined });
  });

  test('tells a slow reader how many events it has missed, then continues', async () => {
    const mock = createMock({ clock: 'manual' });
    const events = mock.events();
    await events.next();
    emitMany(mock, 1001);
    const told = mock.events();
    emitMany(mock, 2);

    const [gap, ...later] = await take(events, 3);
    expect(gap).toMatchObject({ type: 'gap', missed: 1001 });
    expect(later.map((event) => event.type === 'clock' && event.clock.now)).toEqual([
      '2026-01-01T00:16:42.000Z',
      '2026-01-01T00:16:43.000Z',
    ]);
    await told.return();
  });

  test('reports a gap if the given event is too old or from another mock', async () => {
    const mock = createMock({ clock: 'manual' });
    const [hello] = await take(mock.events(), 1);
    emitMany(mock, 1001);
    emitMany(createMock({ clock: 'manual' }), 1);

    expect((await take(mock.events({ after: hello?.id }), 2))[1]).toMatchObject({ type: 'gap', missed: 1001 });
    expect((await take(mock.events({ after: 'other-1' }), 2))[1]).toMatchObject({ type: 'gap', missed: null });
    expect((await take(mock.events({ after: `${hello?.id}99999` }), 2))[1]).toMatchObject({ missed: null });
  });

  test('treats a malformed event id like an id from another mock', async () => {
    const mock = createMock({ clock: 'manual' });
    const [hello] = await take(mock.events(), 1);
    emitMany(mock, 2);
    const epoch = hello?.id.split('-')[0];

    for (const after of [`${epoch}-`, `${epoch}--1`, `${epoch}-0x1`, `${epoch}-1.5`, `${epoch}-0, ${epoch}-1`]) {
      expect((await take(mock.events({ after }), 2))[1]).toMatchObject({ type: 'gap', missed: null });
    }
  });

  test('continues with the events that followed a `hello` if `after` is the id of this `hello`', async () => {
    const mock = createMock({ clock: 'manual' });
    const events = mock.events();
    const [first] = await take(events, 1);
    emitMany(mock, 2);

    const [hello] = await take(mock.events({ after: first?.id }), 1);
    expect(typesOf(await take(mock.events({ after: hello?.id }), 3))).toEqual(['hello', 'clock', 'clock']);
    const [stranger] = await take(mock.events({ after: 'other-1' }), 1);
    expect(typesOf(await take(mock.events({ after: stranger?.id }), 2))).toEqual(['hello', 'gap']);
  });

  test('sends each reader the time of the workspace that it reads', async () => {
    const mock = createMock({ clock: 'manual' });
    const mine = mock.events({ apiKey: 'mine' });
    const all = mock.events();
    await Promise.all([mine.next(), all.next()]);

    for (const scope of [{ apiKey: 'mine' }, {}]) {
      mock.clock.advance(60, scope);
      expect((await mine.next()).value).toMatchObject({ clock: mock.clock.status({ apiKey: 'mine' }) });
      expect((await all.next()).value).toMatchObject({ clock: mock.clock.status() });
    }
  });

  test.each(['return', 'throw'] as const)('can be ended by %s while a read is pending', async (end) => {
    const events = createMock().events();
    await events.next();
    const pending = events.next();
    await events[end](undefined).catch(() => undefined);
    expect(await pending).toEqual({ done: true, value: undefined });
  });

  test('does not store anything for readers that end before their first read', async () => {
    const mock = createMock({ clock: 'manual' });
    const controller = new AbortController();
    await mock.events().return();
    mock.events({ signal: controller.signal });
    controller.abort();
    mock.events({ signal: AbortSignal.abort() });

    const add = vi.spyOn(Subscription.prototype, 'add');
    emitMany(mock, 1);
    expect(add).not.toHaveBeenCalled();
  });

  test('rejects invalid options', () => {
    const mock = createMock({ apiKeys: ['mine'] });

    expect(() => mock.events({ apiKey: 'yours' })).toThrow('apiKey must be one of the API keys that the mock accepts');
    expect(() => mock.events({ after: '' })).toThrow('after must be a non-empty string.');
    expect(() => mock.events({ signal: 5 as never })).toThrow('signal must be an AbortSignal.');
  });
});

describe('GET /_mock/stream', () => {
  const headers = { authorization: 'Bearer test' };

  test('sends events as they happen, beginning after Last-Event-ID', async () => {
    const mock = createMock({ clock: 'manual' });
    await using server = await mock.listen();
    const url = new URL('/_mock/stream', server.baseUrl);
    const controller = new AbortController();
    const { signal } = controller;
    const response = await fetch(url, { headers, signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const sent = blocksOf(response);
    expect((await sent.next()).value).toMatch(/^id: [\w-]+-0\ndata: \{"type":"hello",.*\}$/);
    mock.clock.advance(1, { apiKey: 'test' });
    const { value: last = '' } = await sent.next();
    expect(last).toMatch(/^id: [\w-]+-1\ndata: \{"type":"clock",.*\}$/);
    mock.clock.advance(1);
    controller.abort();

    const id = /^id: (.*)$/m.exec(last)?.[1] ?? '';
    const resumed = blocksOf(await fetch(url, { headers: { ...headers, 'last-event-id': id } }));
    expect((await resumed.next()).value).toMatch(/"type":"hello"/);
    expect((await resumed.next()).value).toMatch(/-2\ndata: \{"type":"clock"/);
    await resumed.return();
  });

  test('is not recorded, and only accepts the mock’s keys', async () => {
    const mock = createMock({ apiKeys: ['mine'] });
    const refused = await mock.fetch('https://mock.test/_mock/stream', { headers });
    const allowed = await mock.fetch('https://mock.test/_mock/stream', { headers: { authorization: 'Bearer mine' } });

    expect([refused.status, allowed.status]).toEqual([401, 200]);
    expect(mock.requests).toEqual([]);
    await allowed.body?.cancel();
  });
});
