import type { Fault } from 'clipwright/mock';
import { expect, test, vi } from 'vitest';
import { callFaultKindNames, type FaultKind, faultKinds, fileFaultKinds } from '../../mock/faults/fault-kinds.ts';
import { apiNames } from '../../mock/http/api.ts';
import { fileKinds } from '../../mock/http/urls.ts';
import { eventTypes } from '../../src/contract/event.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';
import { projectIdsOf } from './support/faults.ts';

forEachTransport('faults over HTTP', (open) => {
  const setUp = async () => {
    const transport = await open();
    const call = async (method: string, body?: unknown, apiKey?: string) => {
      const headers = new Headers(apiKey ? { authorization: `Bearer ${apiKey}` } : {});
      if (body) headers.set('content-type', 'application/json');
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const response = await transport.fetch(`${new URL(transport.baseUrl).origin}/_mock/faults`, init);
      return Object(await response.json());
    };
    return { ...transport, call };
  };

  test('are added, listed and removed for the API key in the header', async () => {
    const { call, client, mock } = await setUp();
    const unused = { hits: 0, left: null };
    const mine = { status: 503, id: 'fault-2', ...unused, scope: 'key' };
    const withoutKey = { match: { endpoint: 'jobs.list' }, when: 'after', cut: true };
    expect(await call('POST', withoutKey)).toEqual({ ...withoutKey, id: 'fault-1', ...unused, scope: 'all' });
    expect(await call('POST', { status: 503 }, 'mine')).toEqual(mine);
    await call('POST', { match: { event: '*' }, duplicate: 3 }, 'yours');
    expect((await call('GET')).faults).toEqual(await mock.faults.list());
    expect(await call('GET', undefined, 'mine')).toEqual({ faults: [mine], usedUp: [] });
    await expect(client({ apiKey: 'mine' }).projects.create({ name: 'x' })).rejects.toMatchObject({ status: 503 });
    await expect(client().projects.create({ name: 'x' })).resolves.toBeDefined();
    await call('DELETE', undefined, 'mine');
    expect((await mock.faults.list()).map(({ id }) => id)).toEqual(['fault-1', 'fault-3']);
    await call('DELETE');
    expect(await mock.faults.list()).toEqual([]);
  });

  test('stay listed after they are used up, until they are removed', async () => {
    const { call, client, mock } = await setUp();
    await call('POST', { status: 503, times: 1 }, 'mine');
    await expect(client({ apiKey: 'mine' }).projects.create({ name: 'x' })).rejects.toMatchObject({ status: 503 });
    const usedUp = { status: 503, times: 1, id: 'fault-1', hits: 1, left: 0, scope: 'key' };
    expect(await call('GET', undefined, 'mine')).toEqual({ faults: [], usedUp: [usedUp] });
    expect(await call('GET', undefined, 'yours')).toEqual({ faults: [], usedUp: [] });
    expect(await mock.faults.list()).toEqual([]);
    await call('DELETE');
    expect(await call('GET')).toEqual({ faults: [], usedUp: [] });
  });

  test('can drop the response to projects.create, and the client’s retry gets the created project', async () => {
    const { call, client, mock } = await setUp();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await call('POST', { match: { endpoint: 'projects.create' }, when: 'after', drop: true, times: 1 });
    const project = await client({ maxRetries: 1 }).projects.create({ name: 'x' });
    expect(await projectIdsOf(mock)).toEqual([project.id]);
    expect((await mock.requests).map(({ fault }) => fault)).toEqual(['fault-1', null]);
  });

  test('are rejected if their body contains an API key', async () => {
    const { call, mock } = await setUp();
    expect((await call('POST', { status: 500, apiKey: 'mine' })).error).toMatchObject({
      param: 'apiKey',
      message: 'Send the API key as "Authorization: Bearer …", not in the body.',
    });
    expect(await mock.faults.list()).toEqual([]);
  });

  test('are rejected if they are invalid, with the same messages as in process', async () => {
    const { call, mock } = await setUp();
    for (const [fault, message] of refused) {
      const { error } = await call('POST', fault);
      expect([error.code, error.message]).toEqual(['invalid_request', message]);
      expect([fault, error.param]).toEqual([fault, message.split(' ')[0]]);
      // In plain JavaScript, callers can pass all of these values.
      await expect(async () => mock.faults.add(fault as Fault)).rejects.toThrow(message);
    }
    expect(await mock.faults.list()).toEqual([]);
  });
});

const mustBeJson = 'must be an object of JSON values by the paths of their fields, at least one.';

/** Returns invalid values for a kind of fault, each with the reason for its rejection. */
function refusedValues({ type, min = 0, max = 0 }: FaultKind): [value: unknown, reason: string][] {
  const reason = `must be a whole number from ${min} to ${max}.`;
  return {
    flag: [false, 1].map((value): [unknown, string] => [value, 'must be true or omitted.']),
    number: [min - 1, max + 1, min + 0.5, `${min}`].map((value): [unknown, string] => [value, reason]),
    text: ['', 1].map((value): [unknown, string] => [value, 'must be a non-empty string.']),
    json: [{}, [], 'id'].map((value): [unknown, string] => [value, mustBeJson]),
  }[type];
}

const matches: Readonly<Record<string, object>> = {
  calls: {},
  files: { match: { file: true } },
  deliveries: { match: { event: '*' } },
};

const refusedByKind = Object.entries(faultKinds).flatMap(([target, kinds]) =>
  Object.entries(kinds).flatMap(([name, kind]) =>
    refusedValues(kind).map(([value, reason]): [object, string] => [
      { ...matches[target], [name]: value },
      `fault.${name} ${reason}`,
    ]),
  ),
);

const refused: [object, string][] = [
  ...refusedByKind,
  [{}, `fault must have exactly one of ${callFaultKindNames.join(', ')}.`],
  [{ times: 1 }, `fault must have exactly one of ${callFaultKindNames.join(', ')}.`],
  [{ status: 500, drop: true }, `fault must have exactly one of ${callFaultKindNames.join(', ')}.`],
  [{ match: { event: '*' } }, 'fault must have exactly one of delay, duplicate, drop.'],
  [{ match: { event: '*' }, drop: true, delay: 1 }, 'fault must have exactly one of delay, duplicate, drop.'],
  [{ status: 399 }, 'fault.status must be a whole number from 400 to 599.'],
  [{ status: 600 }, 'fault.status must be a whole number from 400 to 599.'],
  [{ status: '503' }, 'fault.status must be a whole number from 400 to 599.'],
  [{ delay: -1 }, 'fault.delay must be a whole number from 0 to 2147483647.'],
  [{ delay: 2 ** 31 }, 'fault.delay must be a whole number from 0 to 2147483647.'],
  [{ drop: false }, 'fault.drop must be true or omitted.'],
  [{ stall: 1 }, 'fault.stall must be true or omitted.'],
  [{ drop: true, times: 0 }, 'fault.times must be a whole number above 0.'],
  [{ drop: true, when: 'afterwards' }, 'fault.when must be one of "before", "after".'],
  [{ drop: true, match: [] }, 'fault.match must be a plain object.'],
  [{ drop: true, match: 'projects.create' }, 'fault.match must be a plain object.'],
  [
    { status: 503, match: { endpoint: 'project.create' } },
    `fault.match.endpoint is not an endpoint. Did you mean "projects.create"? Use one of ${apiNames.join(', ')}.`,
  ],
  [{ drop: true, match: { project: '' } }, 'fault.match.project must be a non-empty string.'],
  [
    { drop: true, match: { project: 'p', endpoint: 'projects.create' } },
    'fault.match.project never matches: the path of projects.create names neither a project nor a job.',
  ],
  [{ drop: true, match: { share: 0 } }, 'fault.match.share must be a number above 0 and at most 1.'],
  [{ drop: true, match: { share: 1.1 } }, 'fault.match.share must be a number above 0 and at most 1.'],
  [{ drop: true, headers: { a: 'b' } }, 'fault.headers applies only to a fault with a status.'],
  [{ status: 500, headers: 'a' }, 'fault.headers must be a plain object.'],
  [{ status: 500, headers: [['a', 'b']] }, 'fault.headers must be a plain object.'],
  [
    { status: 500, headers: { 'content-type': 'text/html' } },
    'fault.headers must not set content-type: the mock sets it itself.',
  ],
  [{ status: 500, headers: { 'a b': 'c' } }, 'fault.headers has a value for "a b" that no header can have.'],
  [{ status: 500, headers: { a: 'b\r\nc: d' } }, 'fault.headers has a value for "a" that no header can have.'],
  [{ status: 500, headers: { a: 1 } }, 'fault.headers has a value for "a" that no header can have.'],
  [
    { status: 500, headers: { 'Content-Length': '1' } },
    'fault.headers must not set Content-Length: the mock sets it itself.',
  ],
  [
    { status: 500, time: 1 },
    `fault.time is not a field of a fault. Did you mean "times"? Use one of match, times, apiKey, ${callFaultKindNames.join(', ')}, when, headers.`,
  ],
  [
    { drop: true, match: { endpont: 'x' } },
    'fault.match.endpont is not a field of a fault. Did you mean "endpoint"? Use one of endpoint, project, share.',
  ],
  [{ drop: true, share: 0.5 }, 'fault.share belongs in `match`.'],
  [{ match: { endpoint: 'jobs.list' }, project: 'p', drop: true }, 'fault.project belongs in `match`.'],
  [{ file: 'exports', drop: true }, 'fault.file belongs in `match`.'],
  [{ event: '*', drop: true }, 'fault.event belongs in `match`.'],
  [{ match: { times: 1 }, drop: true }, 'fault.match.times belongs beside `match`, not in it.'],
  [{ match: { file: true, cut: true } }, 'fault.match.cut belongs beside `match`, not in it.'],
  [{ match: { event: '*', apiKey: 'k' }, drop: true }, 'fault.match.apiKey belongs beside `match`, not in it.'],
  [{ duplicate: 1 }, 'fault.duplicate is for delivery faults, but this fault has no match.event.'],
  [
    { drop: true, match: { webhook: 'w' } },
    'fault.match.webhook is for delivery faults, but this fault has no match.event.',
  ],
  [
    { match: { event: '*' }, status: 500 },
    'fault.status is for request faults, but match.event makes this a delivery fault.',
  ],
  [
    { match: { event: '*', endpoint: 'jobs.list' }, drop: true },
    'fault.match.endpoint is for request faults, but match.event makes this a delivery fault.',
  ],
  [{ match: { file: true } }, `fault must have exactly one of ${Object.keys(fileFaultKinds).join(', ')}.`],
  [
    { match: { file: true }, status: 503, cut: true },
    `fault must have exactly one of ${Object.keys(fileFaultKinds).join(', ')}.`,
  ],
  [{ match: { file: true }, drop: true, headers: { a: 'b' } }, 'fault.headers applies only to a fault with a status.'],
  [{ match: { file: true, share: 2 }, drop: true }, 'fault.match.share must be a number above 0 and at most 1.'],
  ...([false, 'all', null] as const).map((file): [object, string] => [
    { match: { file }, drop: true },
    `fault.match.file is not true or a kind of file. Use one of ${fileKinds.join(', ')}.`,
  ]),
  [
    { match: { file: 'export' }, drop: true },
    `fault.match.file is not true or a kind of file. Did you mean "exports"? Use one of ${fileKinds.join(', ')}.`,
  ],
  ...[
    { when: 'after', drop: true },
    { malformed: true },
    { omit: 'id' },
    { set: { id: 'x' } },
    { match: { file: true, endpoint: 'jobs.list' }, drop: true },
    { match: { file: true, project: 'p' }, drop: true },
  ].map((fault): [object, string] => {
    const [name] = 'match' in fault ? [`match.${Object.keys(fault.match)[1]}`] : Object.keys(fault);
    const message = `fault.${name} is for request faults, but match.file makes this a file fault.`;
    return [{ match: { file: true }, ...fault }, message];
  }),
  [
    { match: { file: true }, duplicate: 1 },
    'fault.duplicate is for delivery faults, but match.file makes this a file fault.',
  ],
  [
    { match: { file: true, event: '*' }, drop: true },
    'fault.match.file is for file faults, but match.event makes this a delivery fault.',
  ],
  [
    { match: { event: 'export.redy' }, drop: true },
    `fault.match.event is not an event type or "*". Did you mean "export.ready"? Use one of ${eventTypes.join(', ')}, *.`,
  ],
  [{ match: { event: '*' }, duplicate: 11 }, 'fault.duplicate must be a whole number from 1 to 10.'],
  [{ match: { event: '*' }, duplicate: 0 }, 'fault.duplicate must be a whole number from 1 to 10.'],
  [{ omit: 'id', when: 'before' }, 'fault.when must be "after" with omit, which needs a response.'],
  [
    { omit: 'items.0.id' },
    'fault.omit must name a field of a response: no response has "items.0.id"; the nearest is "items[0].id".',
  ],
  [
    { omit: 'items[0]' },
    'fault.omit must be the path of a field, such as "id" or "items[0].id"; "items[0]" is not valid.',
  ],
  [
    { omit: 'captions[0].txt' },
    'fault.omit must name a field of a response: no response has "captions[0].txt"; the nearest is "captions[0].text".',
  ],
  [
    { set: { hasMore: true }, match: { endpoint: 'captions.words.list' } },
    'fault.set must name a field of a response: no response of captions.words.list has "hasMore"; the nearest is "pagination.hasMore".',
  ],
  [
    { omit: 'hasMore', match: { endpoint: 'captions.list' } },
    'fault.omit must name a field of a response: no response of captions.list has "hasMore"; the nearest is "pagination.has_more".',
  ],
  [
    { omit: 'has_more', match: { endpoint: 'captions.list' } },
    'fault.omit must name a field of a response: no response of captions.list has "has_more"; the nearest is "pagination.has_more".',
  ],
  [
    { omit: 'batch.batch_id', match: { endpoint: 'projects.create' } },
    'fault.omit must name a field of a response: no response of projects.create has "batch.batch_id"; the nearest is "created_at".',
  ],
];

test('a fault can omit a field of `result`, whose schema allows any fields', async () => {
  const { client, mock } = openInProcess();
  const job = await client().audio.generateSound({ prompt: 'rain' });
  await mock.faults.add({ omit: 'result.media_id', match: { endpoint: 'jobs.retrieve' } });
  await mock.jobs.complete(job.job_id);
  expect((await client().jobs.retrieve(job)).result).not.toHaveProperty('media_id');
  expect((await mock.requests).at(-1)?.fault).toBe('fault-1');
});

test('faults.add rejects an array, and a fault whose headers are a Headers object', async () => {
  const { faults } = openInProcess().mock;
  const headers: object = new Headers({ 'retry-after': '2' });
  // In plain JavaScript, callers can pass both of these values.
  await expect(async () => faults.add({ status: 503, headers } as Fault)).rejects.toThrow(
    'fault.headers must be a plain object.',
  );
  await expect(async () => faults.add([] as object as Fault)).rejects.toThrow('fault must be a plain object.');
});
