// Tests that a remote mock rejects the same input as an in-process mock, with the same errors, and changes nothing.
import type { Fault } from 'clipwright/mock';
import type { RemoteMock } from 'clipwright/mock/remote';
import { expect, test } from 'vitest';
import { type AnyMock, connected, type Known, openTwins } from './support/twins.ts';

// Cast: the types would reject this mistake.
type Untyped = { [Name in keyof RemoteMock]: ((...given: unknown[]) => unknown) & Untyped } & Record<
  'add' | 'advance' | 'complete' | 'fail' | 'hold' | 'matching' | 'next' | 'now' | 'project' | 'remove',
  (...given: unknown[]) => unknown
>;

const circle: Record<string, unknown> = {};
circle.circle = circle;

const refused: Readonly<Record<string, readonly ((mock: Untyped, known: Known) => unknown)[]>> = {
  'a scope': [
    (mock) => mock.reset('mine'),
    (mock) => mock.snapshot({ key: 'mine' }),
    (mock) => mock.clock.now({ apiKey: '' }),
    (mock) => mock.settled({ apiKey: '\ud800' }),
    (mock) => mock.emit('job.complete', {}, { apiKey: 5 }),
  ],
  'an id': [
    ...['unknown', 'a/b', '?a=b#c', '%2e%2e', '../reset', '漢', ' ', 'a\nb'].flatMap((id) => [
      (mock: Untyped) => mock.redeliver(id),
      (mock: Untyped) => mock.state.project(id),
      (mock: Untyped) => mock.jobs.complete(id),
    ]),
    (mock) => mock.redeliver(''),
    (mock) => mock.redeliver(),
    (mock) => mock.state.project(''),
    (mock) => mock.state.project(5),
    (mock) => mock.faults.remove(''),
    (mock) => mock.faults.remove(['fault-1']),
    (mock) => mock.faults.remove('fault-9'),
    (mock) => mock.jobs.complete({ job_id: 'x' }),
    (mock) => mock.jobs.hold(),
    (mock, { job }) => mock.jobs.complete(job, { apiKey: 'theirs' }),
    (mock, { project }) => mock.state.project(project, { apiKey: 'theirs' }),
    (mock, { delivery }) => mock.redeliver(delivery, { apiKey: 'theirs' }),
    (mock, { fault }) => mock.faults.remove(fault, { apiKey: 'theirs' }),
  ],
  'a number of seconds': [
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, '60', null, undefined, 1e15, 95617584000].map(
      (seconds) => (mock: Untyped) => mock.clock.advance(seconds),
    ),
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, '60', null, 1e10].map(
      (seconds) =>
        (mock: Untyped, { job }: Known) =>
          mock.jobs.hold(job, seconds),
    ),
  ],
  'a reason': [new Error('no'), 5, null].map(
    (reason) =>
      (mock, { job }) =>
        mock.jobs.fail(job, reason),
  ),
  'an outcome': [
    (mock) => mock.jobs.next('failed'),
    (mock) => mock.jobs.next({ status: 'cancelled' }),
    (mock) => mock.jobs.next({ status: 'completed', error: 'x' }),
    (mock) => mock.jobs.next({ status: 'failed', seconds: 1 }),
    (mock) => mock.jobs.next({ status: 'held', seconds: Number.NaN }),
    (mock) => mock.jobs.next({ status: 'held', second: 1 }),
    (mock) => mock.jobs.next({ status: 'failed', times: 0, apiKey: '' }),
  ],
  'a project to seed': [
    (mock) => mock.seed.project(),
    (mock) => mock.seed.project({}),
    (mock) => mock.seed.project({ name: 'x', caption: '' }),
    (mock) => mock.seed.project({ name: 'x', captions: 7 }),
    (mock) => mock.seed.project({ name: 'x', captions: 'WEBVTT\n\n00:02.000 --> 00:01.000\nBackwards' }),
    (mock) => mock.seed.project({ name: 'x', captions: 'No captions.' }),
    (mock) => mock.seed.project({ name: 'x', description: null, apiKey: 'mine' }),
  ],
  'an event': [
    ...[undefined, null, 5, 5n, Symbol('x'), 'job.completed', ''].map((type) => (mock: Untyped) => mock.emit(type)),
    ...['data', 5, null, [], circle, { n: 1n }, new Date(0), new Map([['a', 1]])].map(
      (data) => (mock: Untyped) => mock.emit('job.complete', data),
    ),
  ],
  'a snapshot': [
    ...['{}', undefined, null, {}, []].map((snapshot) => (mock: Untyped) => mock.restore(snapshot)),
    (mock, { saved }) => mock.restore({ ...saved, now: 1n }),
    (mock, { saved }) => mock.restore({ ...saved, now: Number.NaN }),
    (mock, { saved }) => mock.restore({ ...saved, circle }),
    (mock, { saved }) => mock.restore({ ...saved, version: 1e6 }),
    (mock, { saved }) => mock.restore({ ...saved, workspaces: [{ ...saved.workspaces[0], apiKey: '漢' }, {}] }),
    (mock, { saved }) => mock.restore(saved, { apiKey: 'stranger' }),
  ],
  'a fault': [
    ...[undefined, null, 'drop', [], {}, new Map([['drop', true]])].map(
      (fault) => (mock: Untyped) => mock.faults.add(fault),
    ),
    ...[
      { status: () => 503 },
      { status: 503n },
      { status: 503.5 },
      { delay: Number.NaN },
      { drop: true, times: () => 2 },
      { drop: true, times: Symbol('x') },
      { drop: true, match: new Map([['project', 'x']]) },
      { drop: true, match: { endpont: 'x' } },
      { drop: true, match: { endpoint: /projects/ } },
      { status: 503, headers: new Headers({ a: 'b' }) },
      { status: 503, headers: { 漢: 'b' } },
      { set: { id: [Symbol('x')] } },
      { set: { id: () => 'x' } },
      { set: { id: 1n } },
      { set: new Map([['id', 1]]) },
      { set: 'id' },
      { set: {} },
      { omit: /id/ },
      { 漢: true },
    ].map((fault) => (mock: Untyped) => mock.faults.add(fault)),
    (mock) => mock.faults.add({ drop: true, apiKey: '' }),
    (mock) => mock.faults.add({ drop: true, apiKey: 5 }),
  ],
  'a filter': [
    ...[
      'projects.create',
      { endpoint: 'projects.crate' },
      { endpont: 'projects.create' },
      { endpoint: 'captions.list', input: { limt: 10 } },
      { status: '200' },
      { apiKey: '' },
      { source: 'browser' },
    ].map((filter) => async (mock: Untyped) => Object(await mock.requests).matching(filter)),
    ...[null, { type: 'job.completed' }, { status: 'sent' }, { webhook: 'x' }, { apiKey: 5 }].map(
      (filter) => async (mock: Untyped) => Object(await mock.deliveries).matching(filter),
    ),
  ],
  'options of events': [{ after: '' }, { signal: 5 }, { apiKey: '' }, { since: 'x' }, 'mine'].map(
    (options) => (mock) => mock.events(options),
  ),
};

test.each(Object.entries(refused))(
  'a remote mock rejects %s that is invalid, with the same error as in process',
  async (_, calls) => {
    const callBoth = await openTwins();
    for (const [index, call] of calls.entries()) {
      const { inProcess, remote } = await callBoth((mock, _, known) => call(mock as AnyMock & Untyped, known));
      const which = `call ${index}: ${call}`;
      expect(inProcess.outcome.error, which).toMatchObject({ name: 'ConfigurationError' });
      expect(remote.outcome.error, which).toStrictEqual(inProcess.outcome.error);
      expect(remote.outcome.cause, which).toMatchObject(inProcess.outcome.cause ?? {});
      expect(remote.left, which).toStrictEqual(inProcess.left);
    }
  },
);

test('an error that is too long for a header has the response as its cause', async () => {
  const { remote } = await connected();
  const name = '漢'.repeat(500);
  const error: unknown = await remote.faults.add({ [name]: 1 } as object as Fault).catch((reason) => reason);
  expect(error).toMatchObject({
    name: 'ConfigurationError',
    option: `fault.${name}`,
    message: expect.stringMatching(
      /^fault\.漢+ was rejected by the mock at http:\/\/[\d.:]+: fault\.漢+ is not a field of a fault/,
    ),
    cause: { status: 400, code: 'invalid_request', param: `fault.${name}` },
  });
});

test.each(['.', '..', '\ud800', '漢'.repeat(3000)])(
  'a remote mock rejects the id %j, which no path can have',
  async (id) => {
    const { mock, remote } = await connected();
    mock.emit('job.complete');
    const before = mock.snapshot();
    const { complete, fail, cancel, hold } = remote.jobs;
    const calls: [what: string, call: () => Promise<unknown>][] = [
      ['deliveries', () => remote.redeliver(id)],
      ['projects', () => remote.state.project(id)],
      ['faults', () => remote.faults.remove(id)],
      ...[complete, fail, cancel, hold].map((end): [string, () => Promise<void>] => ['jobs', () => end(id)]),
    ];
    const shown = JSON.stringify(id.slice(0, 100));
    for (const [what, call] of calls) {
      await expect(call()).rejects.toMatchObject({
        name: 'ConfigurationError',
        option: 'id',
        message: `id is not known: ${shown} is not the id of any of the mock's ${what}.`,
      });
    }
    expect(mock.snapshot()).toEqual(before);
  },
);
