import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { mockMatchers } from 'clipwright/vitest';
import { describe, expect, test, vi } from 'vitest';
import { type ApiName, apiNames } from '../../mock/http/api.ts';
import { eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';

expect.extend(mockMatchers);

const url = 'https://app.example/';

forEachTransport('matchers', (open) => {
  test('check what a mock has received and how often', async () => {
    const { client, mock } = await open();
    const { id } = await client().projects.create({ name: 'x' });
    await client().projects.create({ name: 'y' });
    await client().captions.list(id, { limit: 2 });

    await expect(mock).toHaveReceived('projects.create');
    await expect(mock).toHaveReceived('projects.create', { name: expect.stringMatching(/^x$/) });
    await expect(mock).toHaveReceived('captions.list', { projectId: id, limit: 2 });
    await expect(mock).not.toHaveReceived('projects.create', { name: 'z' });
    await expect(mock).not.toHaveReceived('jobs.list');
    await expect(mock).toHaveReceivedTimes('projects.create', 2);
    await expect(mock).toHaveReceivedTimes('projects.create', 1, { name: 'x' });
    await expect(mock).toHaveReceivedTimes('jobs.list', 0);
    await expect(mock).not.toHaveReceivedTimes('projects.create', 1);
  });

  test('check what a mock has delivered', async () => {
    let accept = () => {};
    const accepted = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const { client, mock } = await open({
      deliver: async (request) => {
        if ((await request.text()).includes('job.failed')) return new Response(null, { status: 500 });
        await accepted;
        return new Response();
      },
    });
    await client().webhooks.register({ url, events: ['job.complete', 'job.failed'] });
    await mock.emit('job.failed', { job_id: 'a' });
    await mock.settled();
    await mock.emit('job.complete', { job_id: 'b' });
    await expect(mock).not.toHaveDelivered('job.complete');
    accept();
    await mock.settled();

    await expect(mock).toHaveDelivered('job.complete');
    await expect(mock).toHaveDelivered('job.complete', { job_id: 'b' });
    await expect(mock).not.toHaveDelivered('job.complete', { job_id: 'a' });
    await expect(mock).not.toHaveDelivered('job.failed');
  });
});

test('a failure without requests to the endpoint lists the other requests', async () => {
  const { mock, client } = await mockWithProjects('x', 'y');
  expect(failureMessage(() => expect(createMock()).toHaveReceived('jobs.list'))).toMatchInlineSnapshot(`
    "The mock has received no jobs.list.
    It has received nothing."
  `);
  await client.jobs.list('none').catch(() => {});
  await mock.fetch(`${mock.baseUrl}/nowhere`);
  expect(failureMessage(() => expect(mock).toHaveReceived('clips.generate', { source: {} }))).toMatchInlineSnapshot(`
    "The mock has received no clips.generate with { source: {} }.
    It has received projects.create 2 times, jobs.list once, an unknown path once."
  `);
  expect(failureMessage(() => expect(mock).toHaveReceivedTimes('clips.generate', 2))).toMatchInlineSnapshot(`
    "The mock has received clips.generate 0 times, not 2 times.
    It has received projects.create 2 times, jobs.list once, an unknown path once."
  `);
  expect(failureMessage(() => expect(mock).toHaveDelivered('job.complete'))).toMatchInlineSnapshot(`
    "The mock has delivered no job.complete.
    It has sent nothing.
    No webhook is registered, so no event is sent."
  `);
});

test('a failure without deliveries of an event lists the events that webhooks are registered for', async () => {
  const mock = createMock({ deliver: () => new Response() });
  const failure = () => failureMessage(() => expect(mock).toHaveDelivered('export.ready'));
  const register = async (apiKey: string, events: KnownEventType[]) => {
    const client = new Clipwright({ apiKey, baseUrl: mock.baseUrl, fetch: mock.fetch });
    await client.webhooks.register({ url: 'https://app.example/', events });
  };
  await register('test', ['job.complete', 'job.failed']);
  await register('other', ['job.failed']);
  mock.emit('export.ready');
  await mock.settled();
  expect(failure()).toMatchInlineSnapshot(`
    "The mock has delivered no export.ready.
    It has sent nothing.
    No webhook is registered for export.ready; there are webhooks for job.complete, job.failed."
  `);
  await register('other', ['export.ready']);
  mock.emit('export.ready');
  mock.emit('job.complete');
  await mock.settled();
  expect(failure()).toMatchInlineSnapshot(`
    "The mock has delivered no export.ready.
    It has sent job.complete once.
    A webhook is registered for export.ready, but receives only events of its own API key that are emitted after its registration."
  `);
  mock.emit('export.ready', {}, { apiKey: 'other' });
  await mock.settled();
  expect(mock).toHaveDelivered('export.ready');
});

test('a failure shows the nearest requests with their differences, beginning with the fewest differences', async () => {
  const { mock, client } = await mockWithProjects('a', 'b');
  const source = { video_site_url: 'https://video.example/1', quality: '720p' };
  await client.clips.generate({ source, target: { min_duration_seconds: 10 } });
  await client.clips.generate({ source: { ...source, quality: '2160p' }, captions: { enabled: true } });
  await client.clips.generate({ source });
  mock.faults.add({ drop: true, times: 1 });
  await client.clips.generate({ source: { video_site_url: 'https://video.example/2' } }).catch(() => {});
  const wanted = {
    source: { ...source, quality: expect.stringMatching(/^(?:1080|2160)p$/) },
    target: { min_duration_seconds: 10 },
    captions: { enabled: true },
  };
  expect(failureMessage(() => expect(mock).toHaveReceived('clips.generate', wanted))).toMatchInlineSnapshot(`
    "The mock has received no clips.generate with { source: { video_site_url: "https://video.example/1", quality: StringMatching /^(?:1080|2160)p$/ }, target: { min_duration_seconds: 10 }, captions: { enabled: true } }.
    The nearest of 4 others:
      req-4 (202)
        target: expected { min_duration_seconds: 10 }, received nothing
      req-3 (202)
        source.quality: expected StringMatching /^(?:1080|2160)p$/, received "720p"
        captions: expected { enabled: true }, received nothing
      req-5 (202)
        source.quality: expected StringMatching /^(?:1080|2160)p$/, received "720p"
        target: expected { min_duration_seconds: 10 }, received nothing
        captions: expected { enabled: true }, received nothing
      … and 1 more"
  `);
  expect(failureMessage(() => expect(mock).toHaveReceived('projects.create', { name: 'c' }))).toMatchInlineSnapshot(`
    "The mock has received no projects.create with { name: "c" }.
    The nearest of 2 others:
      req-2 (201)
        name: expected "c", received "b"
      req-1 (201)
        name: expected "c", received "a""
  `);
});

test('a failure shows which fault was applied to a request', async () => {
  const { mock, client } = await mockWithProjects();
  mock.faults.add({ status: 503, times: 1 });
  mock.faults.add({ drop: true, times: 1 });
  for (const name of ['a', 'b']) await client.projects.create({ name }).catch(() => {});
  expect(failureMessage(() => expect(mock).toHaveReceived('projects.create', { name: 'c' }))).toMatchInlineSnapshot(`
    "The mock has received no projects.create with { name: "c" }.
    The nearest of 2 others:
      req-2 (no response, fault-2)
        name: expected "c", received "b"
      req-1 (503, fault-1)
        name: expected "c", received "a""
  `);
});

test('a failure compares lists by length and entry, and truncates long values', async () => {
  const { mock, client } = await mockWithProjects('x'.repeat(300));
  const move = (...starts: number[]) =>
    client.timeline.batchMove('none', {
      items: starts.map((start) => ({ timeline_item_id: `item-${start}`, new_start_seconds: start })),
    });
  await move(1, 2, 3).catch(() => {});
  const items = [4, 5].map((start) => ({ timeline_item_id: `item-${start}`, new_start_seconds: start }));
  expect(failureMessage(() => expect(mock).toHaveReceived('timeline.batchMove', { items }))).toMatchInlineSnapshot(`
    "The mock has received no timeline.batchMove with { items: [{ timeline_item_id: "item-4", new_start_seconds: 4 }, { timeline_item_id: "item-5", new_start_seconds: 5 }] }.
    The nearest of one other:
      req-2 (404)
        items.length: expected 2, received 3
        items[0].timeline_item_id: expected "item-4", received "item-1"
        items[0].new_start_seconds: expected 4, received 1
        items[1].timeline_item_id: expected "item-5", received "item-2"
        items[1].new_start_seconds: expected 5, received 2"
  `);
  const more = [4, 5, 6].map((start) => ({ timeline_item_id: `item-${start}`, new_start_seconds: start }));
  expect(
    failureMessage(() => expect(mock).toHaveReceived('timeline.batchMove', { items: more })),
  ).toMatchInlineSnapshot(`
    "The mock has received no timeline.batchMove with { items: [{ timeline_item_id: "item-4", new_start_seconds: 4 }, { timeline_item_id: "item-5", new_start_seconds: 5 }, { timeline_item_id: "item-6", new_start_seconds: 6 }] }.
    The nearest of one other:
      req-2 (404)
        items[0].timeline_item_id: expected "item-4", received "item-1"
        items[0].new_start_seconds: expected 4, received 1
        items[1].timeline_item_id: expected "item-5", received "item-2"
        items[1].new_start_seconds: expected 5, received 2
        items[2].timeline_item_id: expected "item-6", received "item-3"
        … and 1 more"
  `);
  expect(failureMessage(() => expect(mock).toHaveReceived('projects.create', { name: 'x' }))).toMatchInlineSnapshot(`
    "The mock has received no projects.create with { name: "x" }.
    The nearest of one other:
      req-1 (201)
        name: expected "x", received "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
  `);
});

test('an asymmetric matcher can stand for the whole expected input', async () => {
  const { mock } = await mockWithProjects('x');
  const named = (name: string) => expect.objectContaining({ name });
  expect(mock).toHaveReceived('projects.create', named('x'));
  expect(failureMessage(() => expect(mock).toHaveReceived('projects.create', named('y')))).toMatchInlineSnapshot(`
    "The mock has received no projects.create with ObjectContaining { name: "y" }.
    The nearest of one other:
      req-1 (201)
        expected ObjectContaining { name: "y" }, received { name: "x" }"
  `);
});

test('a failed toHaveReceivedTimes shows the matching requests, and the nearest others if too few match', async () => {
  const { mock } = await mockWithProjects('x', 'y', 'x', 'x', 'x');
  const count = (times: number, input?: object) =>
    failureMessage(() => expect(mock).toHaveReceivedTimes('projects.create', times, input));
  expect(count(1)).toMatchInlineSnapshot(`
    "The mock has received projects.create 5 times, not once:
      req-1 (201): { name: "x" }
      req-2 (201): { name: "y" }
      req-3 (201): { name: "x" }
      … and 2 more"
  `);
  expect(count(6)).toMatchInlineSnapshot(`
    "The mock has received projects.create 5 times, not 6 times:
      req-1 (201): { name: "x" }
      req-2 (201): { name: "y" }
      req-3 (201): { name: "x" }
      … and 2 more"
  `);
  expect(count(2, { name: 'y' })).toMatchInlineSnapshot(`
    "The mock has received projects.create with { name: "y" } once, not 2 times:
      req-2 (201): { name: "y" }
    The nearest of 4 others:
      req-5 (201)
        name: expected "y", received "x"
      req-4 (201)
        name: expected "y", received "x"
      req-3 (201)
        name: expected "y", received "x"
      … and 1 more"
  `);
  expect(count(1, { name: 'z' })).toMatchInlineSnapshot(`
    "The mock has received projects.create with { name: "z" } 0 times, not once.
    The nearest of 5 others:
      req-5 (201)
        name: expected "z", received "x"
      req-4 (201)
        name: expected "z", received "x"
      req-3 (201)
        name: expected "z", received "x"
      … and 2 more"
  `);
  expect(count(0, { name: 'y' })).toMatchInlineSnapshot(`
    "The mock has received projects.create with { name: "y" } once, not 0 times:
      req-2 (201): { name: "y" }"
  `);
});

test('a failure under `.not` shows the requests that match', async () => {
  const { mock } = await mockWithProjects('x', 'y');
  expect(failureMessage(() => expect(mock).not.toHaveReceived('projects.create'))).toMatchInlineSnapshot(`
    "The mock has received projects.create 2 times:
      req-1 (201): { name: "x" }
      req-2 (201): { name: "y" }"
  `);
  expect(
    failureMessage(() => expect(mock).not.toHaveReceived('projects.create', { name: 'x' })),
  ).toMatchInlineSnapshot(`
    "The mock has received projects.create with { name: "x" } once:
      req-1 (201): { name: "x" }"
  `);
  expect(failureMessage(() => expect(mock).not.toHaveReceivedTimes('projects.create', 2))).toMatchInlineSnapshot(`
    "The mock has received projects.create 2 times:
      req-1 (201): { name: "x" }
      req-2 (201): { name: "y" }"
  `);
  expect(failureMessage(() => expect(mock).not.toHaveReceivedTimes('jobs.list', 0))).toMatchInlineSnapshot(
    `"The mock has received jobs.list 0 times."`,
  );
});

test('a failure says why a delivery does not match, and under `.not` shows the delivery that matches', async () => {
  const responses = [500, 200];
  const { client, mock } = openInProcess({ deliver: () => new Response(null, { status: responses.shift() ?? 500 }) });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete', 'job.failed'] });
  mock.emit('job.complete', { job_id: 'a' });
  expect(failureMessage(() => expect(mock).toHaveDelivered('job.complete'))).toMatchInlineSnapshot(`
    "The mock has delivered no job.complete.
    The nearest of one other:
      delivery-1 (pending)
        It is still pending: advance mock.clock to 2026-01-01T00:00:00.000Z, and await mock.settled() first."
  `);
  await mock.settled();
  expect(failureMessage(() => expect(mock).toHaveDelivered('job.complete'))).toMatchInlineSnapshot(`
    "The mock has delivered no job.complete.
    The nearest of one other:
      delivery-1 (pending)
        The receiver responded with 500. It is still pending: advance mock.clock to 2026-01-01T00:00:01.000Z, and await mock.settled() first."
  `);
  mock.clock.advance(1);
  await mock.settled();
  expect(failureMessage(() => expect(mock).not.toHaveDelivered('job.complete'))).toMatchInlineSnapshot(`
    "The mock has delivered job.complete once:
      delivery-1 (delivered): { job_id: "a", project_id: "0f71efb4-3964-522f-ba30-bb0e59605369" }"
  `);
  expect(failureMessage(() => expect(mock).toHaveDelivered('job.failed'))).toMatchInlineSnapshot(`
    "The mock has delivered no job.failed.
    It has sent job.complete once.
    A webhook is registered for job.failed, but receives only events of its own API key that are emitted after its registration."
  `);
  mock.emit('job.complete', { job_id: 'b' });
  mock.clock.advance(400);
  await mock.settled();
  expect(failureMessage(() => expect(mock).toHaveDelivered('job.complete', { job_id: 'b' }))).toMatchInlineSnapshot(`
    "The mock has delivered no job.complete with { job_id: "b" }.
    The nearest of 2 others:
      delivery-2 (failed)
        The receiver responded with 500.
      delivery-1 (delivered)
        job_id: expected "b", received "a""
  `);
});

describe.each([false, true])('a matcher (with `.not`: %s)', (not) => {
  const expected = (value: unknown) => (not ? expect(value).not : expect(value));
  const mistyped = <T>(value: unknown) => value as T;
  test.each<[string, () => void, string]>([
    [
      'an object that is not a mock',
      () => expected({ requests: [] }).toHaveReceived('projects.create'),
      'expect must be given a mock that createMock returned, not another object.',
    ],
    [
      'no value',
      () => expected(undefined).toHaveDelivered('job.complete'),
      'expect must be given a mock that createMock returned, not undefined.',
    ],
    [
      'the requests of a mock',
      () => expected(createMock().requests).toHaveReceivedTimes('projects.create', 1),
      'expect must be given a mock that createMock returned, not an array.',
    ],
    [
      'a mistyped endpoint',
      () => expected(createMock()).toHaveReceived(mistyped('project.create')),
      `endpoint is not an endpoint. Did you mean "projects.create"? Use one of ${apiNames.join(', ')}.`,
    ],
    [
      'a mistyped endpoint to count',
      () => expected(createMock()).toHaveReceivedTimes(mistyped('clips.genrate'), 1),
      `endpoint is not an endpoint. Did you mean "clips.generate"? Use one of ${apiNames.join(', ')}.`,
    ],
    [
      'no endpoint',
      () => expected(createMock()).toHaveReceived(mistyped({ name: 'x' })),
      'endpoint must be a string, given as the first argument.',
    ],
    [
      'a mistyped event type',
      () => expected(createMock()).toHaveDelivered(mistyped('job.completed')),
      `type is not an event type. Did you mean "job.complete"? Use one of ${eventTypes.join(', ')}.`,
    ],
    [
      'no event type',
      () => expected(createMock()).toHaveDelivered(mistyped(undefined)),
      'type must be a string, given as the first argument.',
    ],
    [
      'input that is not an object',
      () => expected(createMock()).toHaveReceived('projects.create', mistyped('x')),
      'input must be a plain object.',
    ],
    [
      'data that is not an object',
      () => expected(createMock()).toHaveDelivered('job.complete', mistyped(null)),
      'data must be a plain object.',
    ],
    [
      'a negative count',
      () => expected(createMock()).toHaveReceivedTimes('projects.create', -1),
      'times must be a whole number, 0 or more.',
    ],
  ])('throws an error for %s', (_, assertion, message) => {
    expect(assertion).toThrow(expect.objectContaining({ name: 'ConfigurationError', message }));
  });
});

test('a matcher accepts a mock that another copy of the package created', async () => {
  const { mock } = await mockWithProjects('x');
  const { requests, deliveries } = mock;
  expect({ requests, deliveries }).toHaveReceived('projects.create', { name: 'x' });
});

test('a failure does not show API keys', async () => {
  const { client, mock } = openInProcess();
  await client({ apiKey: 'key-of-ann' }).projects.create({ name: 'x' });
  expect(failureMessage(() => expect(mock).toHaveReceived('projects.create', { name: 'y' }))).not.toContain(
    'key-of-ann',
  );
});

/** Creates a mock that has received a `projects.create` for each name. */
async function mockWithProjects(...names: string[]) {
  const transport = openInProcess();
  const client = transport.client();
  for (const name of names) await client.projects.create({ name });
  return { mock: transport.mock, client };
}

function failureMessage(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('The assertion has not failed.');
}

describe('a matcher, with or without `.not`,', () => {
  const tooSmall = (records: string) =>
    `logLength is too small for this matcher: of the ${records}, the mock no longer keeps the oldest`;
  const { mock, client } = openInProcess({ logLength: 4, deliver: () => new Response() });

  test('throws if its result depends on dropped requests', async () => {
    for (const name of ['A', 'B', 'C']) await client().projects.create({ name });
    for (let calls = 0; calls < 3; calls += 1)
      await client()
        .jobs.list('unknown')
        .catch(() => undefined);
    const message = tooSmall('requests to projects.create');
    for (const matchers of [expect(mock), expect(mock).not]) {
      expect(() => matchers.toHaveReceived('projects.create', { name: 'A' })).toThrow(`${message} 2`);
      for (const times of [1, 2, 3]) {
        expect(() => matchers.toHaveReceivedTimes('projects.create', times)).toThrow(message);
      }
    }
    expect(mock).toHaveReceived('projects.create', { name: 'C' });
    expect(mock).not.toHaveReceivedTimes('projects.create', 0);
    expect(mock).not.toHaveReceivedTimes('projects.create', 4);
    expect(mock).toHaveReceivedTimes('jobs.list', 3);
    expect(mock).not.toHaveReceived('captions.list');
    mock.reset();
    expect(mock).not.toHaveReceived('projects.create');
  });

  test('throws if its result depends on dropped deliveries', async () => {
    await client().webhooks.register({ url, events: ['job.complete', 'job.failed'] });
    mock.emit('job.failed', { job_id: 'a' });
    for (let events = 0; events < 4; events += 1) mock.emit('job.complete', { job_id: 'b' });
    await mock.settled();
    for (const matchers of [expect(mock), expect(mock).not]) {
      expect(() => matchers.toHaveDelivered('job.failed')).toThrow(`${tooSmall('deliveries of job.failed')} 1`);
    }
    expect(mock).toHaveDelivered('job.complete');
    mock.reset();
    expect(mock).not.toHaveDelivered('job.failed');
  });
});

describe('a misspelt field of the expected input', () => {
  const slips: [string, ApiName, object, string][] = [
    ['in a body', 'audio.generateSound', { promt: 'Rain' }, 'input.promt is not a field of audio.generateSound'],
    ['in an object of a body', 'timeline.batchTrim', { items: [{ end_seconds: 1 }] }, 'input.items[0].end_seconds'],
    ['in a query', 'captions.list', { limt: 10 }, 'Did you mean "limit"?'],
    ['in a path', 'captions.list', { projectid: 'x' }, 'Did you mean "projectId"?'],
  ];

  test.each(slips)(
    'is rejected under .not, with a count of zero and in a filter: %s',
    async (_, endpoint, input, message) => {
      const { mock } = openInProcess();
      for (const find of [
        () => expect(mock).not.toHaveReceived(endpoint, input),
        () => expect(mock).toHaveReceivedTimes(endpoint, 0, input),
        () => mock.requests.matching({ endpoint, input }),
      ]) {
        expect(find).toThrow(message);
      }
    },
  );

  test('is allowed if an asymmetric matcher contains it, a request has it, or no known field is similar', async () => {
    const { mock, client } = openInProcess();
    vi.spyOn(console, 'warn').mockReturnValue();
    await client().audio.generateSound({ prompt: 'Rain' }, { extraBody: { promt: 'Rain' } });
    expect(mock).toHaveReceived('audio.generateSound', { promt: 'Rain' });
    expect(mock).not.toHaveReceived('projects.create', expect.objectContaining({ nam: 'x' }));
    expect(mock).not.toHaveReceived('timeline.batchTrim', { items: [expect.objectContaining({ end_seconds: 1 })] });
    expect(mock).not.toHaveReceived('projects.create', { colour: 'red' });
    expect(mock).not.toHaveReceived('timeline.updateZoom', { project: 'x' });
  });
});
