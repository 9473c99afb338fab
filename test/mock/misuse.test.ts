// What a caller without types gets wrong, each refused before anything is done.
import { createMock, type Mock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { openInProcess } from '../support/transports.ts';

// A boundary: what types would refuse.
type Untyped = Record<'emit' | 'restore' | 'reset' | 'snapshot' | 'redeliver', (...args: unknown[]) => unknown> &
  Record<'clock' | 'faults' | 'jobs' | 'seed', Record<string, (...args: unknown[]) => unknown>>;

const misuses: [string, (mock: Untyped) => unknown, string][] = [
  ['a key that is no scope', (mock) => mock.reset('theirs'), 'scope must be an object.'],
  [
    'a mistyped scope',
    (mock) => mock.reset({ key: 'theirs' }),
    'scope.key is no field of a scope; the nearest is "apiKey".',
  ],
  [
    'a mistyped scope of a snapshot',
    (mock) => mock.snapshot({ apikey: 'theirs' }),
    'scope.apikey is no field of a scope; the nearest is "apiKey".',
  ],
  ['an empty key', (mock) => mock.faults.clear?.({ apiKey: '' }), 'scope.apiKey must be a text, not empty.'],
  [
    'a mistyped scope of an event',
    (mock) => mock.emit('job.complete', {}, { keys: 'theirs' }),
    'scope.keys is no field of a scope; the nearest is "apiKey".',
  ],
  ['data that is a text', (mock) => mock.emit('job.complete', 'data'), 'data must be an object.'],
  [
    'data that holds itself',
    (mock) => {
      const data: Record<string, unknown> = {};
      data.data = data;
      mock.emit('job.complete', data);
    },
    'data must be an object that JSON can hold.',
  ],
  [
    'data that is a BigInt’s',
    (mock) => mock.emit('job.complete', { n: 1n }),
    'data must be an object that JSON can hold.',
  ],
  [
    'data that is a date',
    (mock) => mock.emit('job.complete', new Date(0)),
    'data must be an object that JSON can hold.',
  ],
  [
    'a whole job',
    (mock) => mock.jobs.fail?.({ job_id: 'j' }),
    'id must be a text: the id of a job, of its export or its clip.',
  ],
  ['no job', (mock) => mock.jobs.hold?.(), 'id must be a text: the id of a job, of its export or its clip.'],
  ['no delivery', (mock) => mock.redeliver(), 'id must be a text, not empty.'],
  [
    'seconds as a text',
    (mock) => mock.clock.advance?.('60'),
    'seconds must be a number, 0 or more, and must not lead past the year 5000.',
  ],
  [
    'a snapshot as a string',
    (mock) => mock.restore(JSON.stringify(mock.snapshot())),
    'snapshot is a string. Parse it with JSON.parse first.',
  ],
  ['no project', (mock) => mock.seed.project?.(), 'options must be an object.'],
  ['a project without a name', (mock) => mock.seed.project?.({}), 'name must be a text, not empty.'],
  [
    'a mistyped field of a project',
    (mock) => mock.seed.project?.({ name: 'Talk', caption: '' }),
    'caption is no field of a project; the nearest is "captions".',
  ],
  ['captions as bytes', (mock) => mock.seed.project?.({ name: 'Talk', captions: 7 }), 'captions must be a text.'],
];

test.each(misuses)('%s', async (_, misuse, message) => {
  const mock = createMock({ clock: 'manual' });
  await mock.seed.project({ name: 'Kept', apiKey: 'theirs' });
  const before = mock.snapshot();
  const attempt = async () => misuse(mock as Mock & Untyped);
  await expect(attempt()).rejects.toThrow(expect.objectContaining({ name: 'ConfigurationError', message }));
  expect(mock.snapshot()).toEqual(before);
});

test.each([
  [4010, 'options must be an object.'],
  [{ prot: 4010 }, 'prot is no option of listen; the nearest is "port".'],
  [{ port: 99_999 }, 'port must be a whole number from 0 to 65535.'],
  [{ host: '' }, 'host must be a text, not empty.'],
  [{ middleware: 'log' }, 'middleware must be a function.'],
])('listen(%j)', async (options, message) => {
  const listening = createMock().listen(options as object);
  await expect(listening).rejects.toThrow(expect.objectContaining({ name: 'ConfigurationError', message }));
});

test('a reason that is no text is refused: the job goes on, and its snapshot can be restored', async () => {
  const { mock, client } = openInProcess({ clock: 'manual' });
  const { job_id } = await client().audio.generateSound({ prompt: 'rain' });
  const before = mock.snapshot();
  const fail = (reason: unknown) => mock.jobs.fail(job_id, reason as string);
  expect(() => fail(new Error('no'))).toThrow(
    expect.objectContaining({ name: 'ConfigurationError', message: 'reason must be a text.' }),
  );
  expect(mock.snapshot()).toEqual(before);
});
