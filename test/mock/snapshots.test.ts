import type { Mock, MockSnapshot } from 'clipwright/mock';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';
import { richMock } from './support/rich-mock.ts';

let rich: Mock;
let json: string;
beforeAll(async () => {
  rich = await richMock();
  json = JSON.stringify(await rich.snapshot());
});

test('another mock completely restores a state that has a value in every field', async () => {
  const { mock: other } = openInProcess();
  await other.restore(JSON.parse(json));

  expect(JSON.stringify(await other.snapshot()) === json).toBe(true);
  const [workspace] = (await other.snapshot()).workspaces;
  for (const [name, list] of Object.entries(workspace ?? {})) {
    if (Array.isArray(list)) expect([name, list.length]).not.toEqual([name, 0]);
  }
});

test('restore accepts a clock that has reached its latest time', async () => {
  vi.useFakeTimers();
  const { mock } = openInProcess({ clock: 'realtime', speed: 1e12 });
  vi.setSystemTime(Date.now() + 1000);

  await mock.restore(await mock.snapshot());
  expect(await mock.clock.now()).toBe(Date.UTC(5000, 0, 1));
});

describe('a snapshot', () => {
  test.each([
    ['missing', undefined],
    ['of another type', [[]]],
  ])('is rejected without changes if any field is %s, and the error names the field', async (_, wrong) => {
    const places = placesIn(JSON.parse(json)).filter(({ pattern }) => !/\.fields\./.test(pattern));
    expect(places.length).toBeGreaterThan(100);

    for (const { keys, path } of places) {
      await expect(async () => rich.restore(changed(json, keys, wrong)), path).rejects.toThrow(refusal(path));
    }
    await expectUnchanged();
  });

  test('is rejected if it has an unknown field', async () => {
    const extra = changed(json, ['workspaces', 0, 'projects', 0, 'color'], 'red');
    await expect(async () => rich.restore(extra)).rejects.toThrow(
      'snapshot is damaged: workspaces[0].projects[0] must not have color.',
    );
    await expect(async () => rich.restore(changed(json, ['color'], 'red'))).rejects.toThrow(
      'snapshot is damaged: it must not have color.',
    );
  });
});

const project = ['workspaces', 0, 'projects', 1] as const;
const job = ['workspaces', 0, 'jobs', 0] as const;
const endedJob = ['workspaces', 0, 'jobs', 1] as const;

test.each<[keys: readonly (string | number)[], value: unknown, message: string]>([
  [['now'], -1, 'now must be 0 or more'],
  [['now'], 1e15, 'now must be 95617584000000 or less'],
  [['workspaces', 0, 'idCount'], -1, 'workspaces[0].idCount must be 0 or more'],
  [['workspaces', 0, 'txid'], 0.5, 'workspaces[0].txid must be a whole number, not a fraction'],
  [['workspaces', 1, 'apiKey'], 'test', 'workspaces[1].apiKey is a duplicate'],
  [['workspaces', 1, 'apiKey'], 'a\ud800', 'workspaces[1].apiKey must not contain half of a surrogate pair'],
  [['workspaces', 1, 'apiKey'], '', 'workspaces[1].apiKey must be a non-empty string'],
  [[...project, 'id'], 'x', 'workspaces[0].projects[1].jobIds[0] is not the id of a job of the project'],
  [[...project, 'createdAt'], 1e15, 'workspaces[0].projects[1].createdAt must be 95617584000000 or less'],
  [[...project, 'jobIds', 0], 'x', 'workspaces[0].projects[1].jobIds[0] is not the id of a job of the project'],
  [[...project, 'jobIds'], [], 'workspaces[0].jobs[0].projectId is not the id of a project that lists the job'],
  [
    [...project, 'items', 0, 'type'],
    'text',
    'workspaces[0].projects[1].items[0].type must be one of "video", "audio", "caption"',
  ],
  [[...project, 'items', 0, 'type'], 'caption', 'workspaces[0].projects[1].items[0].id is not the itemId of a caption'],
  [[...project, 'items', 0, 'end'], 0, 'workspaces[0].projects[1].items[0].end must be after start'],
  [[...project, 'items', 0, 'layer'], -1, 'workspaces[0].projects[1].items[0].layer must be 0 or more'],
  [
    [...project, 'items', 0, 'media', 'opacity'],
    1.1,
    'workspaces[0].projects[1].items[0].media.opacity must be 1 or less',
  ],
  [[...project, 'captions', 0, 'itemId'], 'x', 'workspaces[0].projects[1].items[2].id is not the itemId of a caption'],
  [[...project, 'captions', 0, 'words'], [], 'workspaces[0].projects[1].captions[0].words must not be empty'],
  [
    [...project, 'captions', 0, 'words', 2, 'start'],
    -1,
    'workspaces[0].projects[1].captions[0].words[2].start must be 0 or more',
  ],
  [
    [...project, 'captions', 0, 'words', 2, 'end'],
    0,
    'workspaces[0].projects[1].captions[0].words[2].end must be after start',
  ],
  [[...job, 'projectId'], 'x', 'workspaces[0].projects[1].jobIds[0] is not the id of a job of the project'],
  [[...job, 'kind'], 'film', 'workspaces[0].jobs[0].kind must be one of "export", "clip", "sound"'],
  [[...job, 'duration'], 0, 'workspaces[0].jobs[0].duration must be 1 or more'],
  [[...job, 'steps'], 0, 'workspaces[0].jobs[0].steps must be 1 or more'],
  [[...job, 'polls'], 4, 'workspaces[0].jobs[0].polls must be less than steps'],
  [[...job, 'polls'], 9e15, 'workspaces[0].jobs[0].polls must be less than steps'],
  [[...job, 'hold', 'until'], 0, 'workspaces[0].jobs[0].hold.until must not be before from'],
  [[...endedJob, 'end', 'progress'], 101, 'workspaces[0].jobs[1].end.progress must be 100 or less'],
  [
    ['workspaces', 0, 'batches', 0, 'clips', 1, 'jobId'],
    'x',
    'workspaces[0].batches[0].clips[1].jobId is not the id of a job',
  ],
  [
    ['workspaces', 0, 'webhooks', 0, 'url'],
    'ftp://a',
    'workspaces[0].webhooks[0].url must be an absolute http or https URL',
  ],
  [['workspaces', 0, 'webhooks', 0, 'events', 0], 'x', 'workspaces[0].webhooks[0].events[0] must be one of'],
  [['workspaces', 0, 'webhooks', 0, 'events'], [], 'workspaces[0].webhooks[0].events must not be empty'],
  [['workspaces', 0, 'webhooks', 0, 'secret'], '', 'workspaces[0].webhooks[0].secret must not be empty'],
  [['workspaces', 0, 'idempotency', 0, 'status'], 199, 'workspaces[0].idempotency[0].status must be 200 or more'],
])('restore rejects a snapshot with %j set to %j', async (keys, value, message) => {
  await expect(async () => rich.restore(changed(json, keys, value))).rejects.toThrow(`snapshot is damaged: ${message}`);
  await expectUnchanged();
});

test('a restored job ends after its polls, even if the clock was set back after its start', async () => {
  const { client, mock } = openInProcess();
  const started = await client().audio.generateSound({ prompt: 'rain' });
  const saved = JSON.stringify(await mock.snapshot());
  await mock.restore(changed(saved, ['workspaces', 0, 'jobs', 0, 'createdAt'], Date.UTC(2027, 0, 1)));
  const statuses: string[] = [];
  for (let poll = 0; poll < 4; poll += 1) statuses.push((await client().jobs.retrieve(started)).status);
  expect(statuses).toEqual(['running', 'running', 'running', 'completed']);
});

test('restore rejects a sound that is longer than any that the mock generates', async () => {
  const jobs: { kind: string }[] = JSON.parse(json).workspaces[0].jobs;
  const index = jobs.findIndex(({ kind }) => kind === 'sound');
  const keys = ['workspaces', 0, 'jobs', index, 'fileSeconds'];

  await expect(async () => rich.restore(changed(json, keys, 10.1))).rejects.toThrow(
    `snapshot is damaged: ${pathOf(keys)} must be 10 or less for a sound.`,
  );
  await expectUnchanged();
  await openInProcess().mock.restore(changed(json, keys, 10));
});

test.each([
  [['projects'], 'id'],
  [['jobs'], 'id'],
  [['batches'], 'id'],
  [['batches', 0, 'clips'], 'id'],
  [['audio'], 'id'],
  [['audio'], 'externalId', { id: 'x' }],
  [['logos'], 'profileId'],
  [['webhooks'], 'id'],
  [['idempotency'], 'key'],
  [['projects', 1, 'items'], 'id'],
  [['projects', 1, 'captions'], 'id'],
  [['projects', 1, 'captions'], 'itemId', { id: 'x' }],
  [['projects', 1, 'captions', 0, 'words'], 'id'],
] as const)('restore rejects two entries in %j with the same %s', async (names, field, other?: object) => {
  const keys = ['workspaces', 0, ...names];
  const list = keys.reduce((value, key) => Object(value)[key], JSON.parse(json)) as object[];
  const repeated = [...list, { ...list[0], ...other }];

  await expect(async () => rich.restore(changed(json, keys, repeated))).rejects.toThrow(
    refusal(`${pathOf(keys)}[${list.length}].${field}`, ' is a duplicate.'),
  );
});

test('restore rejects a snapshot whose project lists a job twice', async () => {
  const keys = [...project, 'jobIds'];
  const [jobId] = JSON.parse(json).workspaces[0].projects[1].jobIds;

  await expect(async () => rich.restore(changed(json, keys, [jobId, jobId]))).rejects.toThrow(
    refusal(`${pathOf(keys)}[1]`, ' is a duplicate.'),
  );
});

forEachTransport('a snapshot', (open) => {
  test('is rejected without changes if it has another version or is not a snapshot', async () => {
    const { mock } = await open();
    await seedShortSpeech(mock);
    const saved = await mock.snapshot();
    const cyclic: Record<string, unknown> = { ...saved };
    cyclic.now = cyclic;
    for (const [wrong, message] of [
      [{}, 'snapshot is not a snapshot of a mock.'],
      [null, 'snapshot is not a snapshot of a mock.'],
      [{ ...saved, version: 99 }, `snapshot has version 99; this mock reads version ${saved.version}.`],
      [cyclic, 'snapshot is not plain JSON.'],
    ] as const) {
      // Cast: a program in JavaScript can pass anything.
      await expect(async () => mock.restore(wrong as unknown as MockSnapshot)).rejects.toThrow(message);
    }
    expect(await mock.snapshot()).toEqual(saved);
  });
});

/** Checks that the state has not changed. Compares it with `===`, so that a failure does not print two long states. */
async function expectUnchanged(): Promise<void> {
  expect(JSON.stringify(await rich.snapshot()) === json).toBe(true);
}

interface Place {
  readonly keys: readonly (string | number)[];
  readonly path: string;
  /** The path without list indexes, which is the same for all entries of a list. */
  readonly pattern: string;
}

/** Returns the first place with each pattern. */
function placesIn(snapshot: unknown): Place[] {
  const places = new Map<string, Place>();
  const visit = (value: unknown, keys: readonly (string | number)[]): void => {
    const pattern = pathOf(keys).replace(/\d+/g, '');
    if (keys.length > 0 && !places.has(pattern)) places.set(pattern, { keys, path: pathOf(keys), pattern });
    if (Array.isArray(value)) for (const [at, entry] of value.entries()) visit(entry, [...keys, at]);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) visit(entry, [...keys, key]);
    }
  };
  visit(snapshot, []);
  return [...places.values()];
}

/** Returns a copy of the snapshot that differs in one place. */
function changed(snapshot: string, keys: readonly (string | number)[], value: unknown): MockSnapshot {
  const copy = JSON.parse(snapshot) as MockSnapshot;
  const parent = keys.slice(0, -1).reduce<unknown>((inner, key) => Object(inner)[key], copy);
  Object(parent)[keys.at(-1) ?? ''] = value;
  return copy;
}

function pathOf(keys: readonly (string | number)[]): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);
}

function refusal(path: string, message = ''): RegExp {
  const text =
    path === 'clipwright' ? 'snapshot is not' : path === 'version' ? 'snapshot has version' : `${path}${message}`;
  return new RegExp(text.replace(/[[\].]/g, '\\$&'));
}
