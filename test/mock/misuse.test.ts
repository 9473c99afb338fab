// Tests that the mock rejects mistakes of callers without types, and that a rejected call changes nothing.
import { Clipwright } from 'clipwright';
import { createMock, type Mock, openApiDocument } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { expect, test } from 'vitest';
import { openInProcess } from '../support/transports.ts';

// Cast: the types would reject these mistakes.
type Untyped = Record<
  'emit' | 'handle' | 'restore' | 'reset' | 'snapshot' | 'redeliver',
  (...args: unknown[]) => unknown
> &
  Record<'clock' | 'faults' | 'jobs' | 'seed', Record<string, (...args: unknown[]) => unknown>>;

const misuses: [string, (mock: Untyped) => unknown, string][] = [
  ['an API key instead of a scope', (mock) => mock.reset('theirs'), 'scope must be a plain object.'],
  ['a mistyped scope', (mock) => mock.reset({ key: 'theirs' }), 'scope.key is not a field of a scope. Use apiKey.'],
  [
    'a mistyped scope of a snapshot',
    (mock) => mock.snapshot({ apikey: 'theirs' }),
    'scope.apikey is not a field of a scope. Did you mean "apiKey"? Use apiKey.',
  ],
  [
    'an API key that a header cannot contain',
    (mock) => mock.emit('job.complete', {}, { apiKey: '\ud800' }),
    'scope.apiKey must not contain half of a surrogate pair.',
  ],
  ['an empty API key', (mock) => mock.faults.clear?.({ apiKey: '' }), 'scope.apiKey must be a non-empty string.'],
  [
    'a mistyped scope of an event',
    (mock) => mock.emit('job.complete', {}, { keys: 'theirs' }),
    'scope.keys is not a field of a scope. Use apiKey.',
  ],
  ['data that is a string', (mock) => mock.emit('job.complete', 'data'), 'data must be a plain object.'],
  [
    'circular data',
    (mock) => {
      const data: Record<string, unknown> = {};
      data.data = data;
      return mock.emit('job.complete', data);
    },
    'data must be serializable as a JSON object.',
  ],
  ['data with a BigInt', (mock) => mock.emit('job.complete', { n: 1n }), 'data must be serializable as a JSON object.'],
  [
    'data that is a date',
    (mock) => mock.emit('job.complete', new Date(0)),
    'data must be serializable as a JSON object.',
  ],
  [
    'a job instead of its id',
    (mock) => mock.jobs.fail?.({ job_id: 'j' }),
    'id must be a string: the id of a job, of its export or of its clip.',
  ],
  [
    'a missing job id',
    (mock) => mock.jobs.hold?.(),
    'id must be a string: the id of a job, of its export or of its clip.',
  ],
  ['a missing delivery id', (mock) => mock.redeliver(), 'id must be a non-empty string.'],
  [
    'seconds as a string',
    (mock) => mock.clock.advance?.('60'),
    'seconds must be a number, 0 or more, and must not advance the time of any workspace past 5000-01-01.',
  ],
  [
    'an API key instead of a scope when advancing time',
    (mock) => mock.clock.advance?.(60, 'test'),
    'scope must be a plain object.',
  ],
  [
    'a mistyped field of a scope when reading the time',
    (mock) => mock.clock.now?.({ apikey: 'test' }),
    'scope.apikey is not a field of a scope. Did you mean "apiKey"? Use apiKey.',
  ],
  [
    'a snapshot as a string',
    async (mock) => mock.restore(JSON.stringify(await mock.snapshot())),
    'snapshot is a string. Parse it with JSON.parse first.',
  ],
  ['a project without options', (mock) => mock.seed.project?.(), 'options must be a plain object.'],
  ['a project without a name', (mock) => mock.seed.project?.({}), 'name must be a non-empty string.'],
  [
    'a mistyped field of a project',
    (mock) => mock.seed.project?.({ name: 'Talk', caption: '' }),
    'caption is not an option. Did you mean "captions"? Use one of name, description, captions, apiKey.',
  ],
  [
    'an unknown delivery id',
    (mock) => mock.redeliver('delivery-9'),
    'id is not known. No delivery has the id "delivery-9". `mock.deliveries` lists the known deliveries.',
  ],
  [
    'an unknown job id',
    (mock) => mock.jobs.complete?.('job-9'),
    'id is not known. No job has the id "job-9". `client.jobs.list(projectId)` lists those of a project.',
  ],
  [
    'a function inside a fault’s value',
    (mock) => mock.faults.add?.({ set: { id: [() => 'x'] } }),
    'fault.set must be an object of JSON values by the paths of their fields, at least one.',
  ],
  ['captions as a number', (mock) => mock.seed.project?.({ name: 'Talk', captions: 7 }), 'captions must be a string.'],
];

test.each(misuses)('a mock rejects %s', async (_, misuse, message) => {
  const { mock } = openInProcess({ clock: 'manual' });
  await mock.seed.project({ name: 'Kept', apiKey: 'theirs' });
  const before = await mock.snapshot();
  const call = async () => misuse(mock as Mock & Untyped);
  await expect(call()).rejects.toThrow(expect.objectContaining({ name: 'ConfigurationError', message }));
  expect(await mock.snapshot()).toEqual(before);
});

test.each([
  [4010, 'options must be a plain object.'],
  [{ prot: 4010 }, 'prot is not an option. Did you mean "port"? Use one of port, host, cors, deliverTo, middleware.'],
  [{ port: 99_999 }, 'port must be a whole number from 0 to 65535.'],
  [{ host: '' }, 'host must be a non-empty string.'],
  [{ middleware: 'log' }, 'middleware must be a function.'],
])('listen(%j) rejects', async (options, message) => {
  const listening = createMock().listen(options as object);
  await expect(listening).rejects.toThrow(expect.objectContaining({ name: 'ConfigurationError', message }));
});

test.each([
  ...['https://app.example', ['app.example'], ['https://app.example/path'], ['null'], [7]].map((cors) => ({ cors })),
  ...['localhost', ['http://localhost'], ['::1'], ['a:'], ['a:123456'], [''], ['a b']].map((hosts) => ({
    deliverTo: hosts,
  })),
])('listen(%j) rejects an invalid list or entry', async (options) => {
  const [option] = Object.keys(options);
  const example = { cors: '"https://app.example.com"', deliverTo: '"localhost", "10.0.0.5:3000"' }[String(option)];
  const listening = createMock().listen(options as object);
  await expect(listening).rejects.toThrow(
    new RegExp(`^${option} must be a list of \\w+ such as ${example}.* "\\*" for all`),
  );
});

test('jobs.fail rejects a reason that is not a string, and does not change the job', async () => {
  const { mock, client } = openInProcess({ clock: 'manual' });
  const { job_id } = await client().audio.generateSound({ prompt: 'rain' });
  const before = await mock.snapshot();
  const fail = async (reason: unknown) => mock.jobs.fail(job_id, reason as string);
  await expect(fail(new Error('no'))).rejects.toThrow(
    expect.objectContaining({ name: 'ConfigurationError', message: 'reason must be a string.' }),
  );
  expect(await mock.snapshot()).toEqual(before);
});

test.each([
  [undefined, 'undefined'],
  [new Clipwright({ apiKey: 'test', baseUrl: 'https://api.clipwright.test/api/v1' }), 'another object'],
  [createMock, 'a function'],
])('mockHandlers rejects a value that is not a mock: %#', (value, described) => {
  // Cast: the types would reject this mistake.
  expect(() => mockHandlers(value as never)).toThrow(
    expect.objectContaining({
      name: 'ConfigurationError',
      message: `mockHandlers must be given a mock that createMock returned, not ${described}.`,
    }),
  );
});

test.each([
  [null, 'options must be a plain object.'],
  [{ serverUrl: '' }, 'serverUrl must be a non-empty string.'],
  [{ server: 'https://a.example' }, 'server is not an option. Did you mean "serverUrl"? Use serverUrl.'],
])('openApiDocument(%j) throws', (options, message) => {
  // Cast: the types would reject these mistakes.
  expect(() => openApiDocument(options as object)).toThrow(
    expect.objectContaining({ name: 'ConfigurationError', message }),
  );
});

test.each([['/'], [undefined]])('handle rejects %j instead of a Request', async (request) => {
  // Callers without types can make this mistake.
  await expect(createMock().handle(request as never)).rejects.toThrow(
    'request must be a Request; mock.fetch also accepts a URL.',
  );
});
