// Tests the limits on how much the mock stores and computes for its callers.
import type { Mock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { openInProcess } from '../support/transports.ts';
import { limit } from './support/limit.ts';

test('the mock rejects a new workspace at the limit, and accepts it after the reset of another workspace', async () => {
  const most = limit('workspaces', 20);
  const { mock, client, baseUrl, fetch } = openInProcess({ clock: 'manual' });
  await restoreWorkspaces(mock, most - 1);
  await mock.emit('job.complete', {}, { apiKey: 'the-last' });
  const before = await mock.snapshot();
  const create = (apiKey: string) =>
    client({ apiKey }).projects.create({ name: 'x' }, { idempotencyKey: 'key-number-1' });

  await expect(create('one-more')).rejects.toMatchObject({
    status: 503,
    code: 'too_many_workspaces',
    message: expect.stringMatching(
      new RegExp(`${most} workspaces.*reset the mock: POST /_mock/reset, or mock\\.reset\\(\\)\\.`),
    ),
  });
  const refused = (option: string) =>
    expect.objectContaining({
      name: 'ConfigurationError',
      option,
      message: expect.stringMatching(`${most} workspaces`),
    });
  await expect(async () => mock.emit('job.complete', {}, { apiKey: 'one-more' })).rejects.toThrow(
    refused('scope.apiKey'),
  );
  await expect(async () => mock.clock.advance(60, { apiKey: 'one-more' })).rejects.toThrow(refused('scope.apiKey'));
  await expect(mock.seed.project({ name: 'x', apiKey: 'one-more' })).rejects.toThrow(refused('apiKey'));
  const overHttp = await fetch(new URL('/_mock/seed', baseUrl), {
    method: 'POST',
    headers: { authorization: 'Bearer one-more', 'content-type': 'application/json' },
    body: '{"name":"x"}',
  });
  expect(overHttp.status).toBe(503);
  // Reading does not create a workspace.
  await expect(client({ apiKey: 'one-more' }).jobs.list('none')).rejects.toMatchObject({ status: 404 });
  expect(await mock.clock.now({ apiKey: 'one-more' })).toBe(await mock.clock.now());
  expect(await mock.snapshot()).toEqual(before);

  await expect(create('key-1')).resolves.toMatchObject({ name: 'x' });
  await mock.reset({ apiKey: 'key-2' });
  await expect(create('one-more')).resolves.toMatchObject({ name: 'x' });
  await expect(create('two-more')).rejects.toMatchObject({ status: 503 });
});

test('the mock restores all workspaces of a snapshot, even if they exceed the limit', async () => {
  const { mock } = openInProcess();
  const most = limit('workspaces', 20);
  await restoreWorkspaces(mock, most + 1);
  expect((await mock.snapshot()).workspaces).toHaveLength(most + 1);
});

/** Creates a workspace for each API key from `key-1` to `key-<count>` with one restore, because calls are slow. */
async function restoreWorkspaces(mock: Mock, count: number): Promise<void> {
  await mock.emit('job.complete', {}, { apiKey: 'key' });
  const saved = await mock.snapshot();
  const [workspace] = saved.workspaces;
  if (!workspace) throw new Error('The snapshot has no workspace.');
  const workspaces = Array.from({ length: count }, (_, index) => ({ ...workspace, apiKey: `key-${index + 1}` }));
  await mock.restore({ ...saved, workspaces });
}

test('the mock rejects transcript corrections that need too many word comparisons, and changes nothing', async () => {
  const most = limit('correctionSteps', 100_000);
  const cueCount = most / 25_000;
  const { mock, client } = openInProcess({ clock: 'manual' });
  const cue = (second: number) =>
    `00:${String(second).padStart(2, '0')}.000 --> 00:${String(second + 1).padStart(2, '0')}.000`;
  const cues = Array.from({ length: cueCount }, (_, second) => `${cue(second)}\n${'go on '.repeat(50)}`);
  const { id } = await mock.seed.project({ name: 'Long', captions: `WEBVTT\n\n${cues.join('\n\n')}\n` });
  const { id: other } = await seedShortSpeech(mock);
  const before = await mock.snapshot();
  // Searching for `go go` is slow in this text: each `go` matches the first word, but the next word never matches.
  const correct = (projectId: string, count: number) =>
    client().transcript.correct(projectId, {
      phrase_replacements: [
        { from_words: ['on'], to_words: ['off'] },
        ...Array.from({ length: count }, () => ({ from_words: ['go', 'go'], to_words: ['stop'] })),
      ],
    });

  await expect(correct(id, 300)).rejects.toMatchObject({
    status: 400,
    param: 'phrase_replacements',
    message: expect.stringContaining(`phrase_replacements takes more than ${most} steps`),
  });
  expect(await mock.snapshot()).toEqual(before);
  expect(await correct(id, 200)).toMatchObject({ replacements_applied: 50 * cueCount });
  expect(await correct(other, 300)).toMatchObject({ success: true });
});

test('the mock rejects transcript corrections that insert too many characters, and changes nothing', async () => {
  const most = limit('correctionSteps', 100_000);
  const { mock, client } = openInProcess({ clock: 'manual' });
  const captions = `1\n00:00:00,000 --> 00:01:00,000\n${'go '.repeat(50)}\n`;
  const { id } = await mock.seed.project({ name: 'Long', captions });
  const before = await mock.snapshot();
  // The first replacement changes the words, and each later replacement inserts the same words again.
  const correct = (length: number, times: number) => {
    const to_words = ['x'.repeat(length)];
    const again = { from_words: to_words, to_words };
    const phrase_replacements = [{ from_words: ['go'], to_words }, ...Array.from({ length: times - 1 }, () => again)];
    return client().transcript.correct(id, { phrase_replacements });
  };

  await expect(correct(1000, most / 2000)).rejects.toMatchObject({
    status: 400,
    param: 'phrase_replacements',
    message: expect.stringContaining(`takes more than ${most} steps`),
  });
  expect(await mock.snapshot()).toEqual(before);
  expect(await correct(1000, 5)).toMatchObject({ replacements_applied: 250 });
});

test('the mock rejects batch moves and trims whose captions have too many words, and changes nothing', async () => {
  const most = limit('batchWords', 10_000);
  const { mock, client } = openInProcess({ clock: 'manual' });
  const captions = `1\n00:00:00,000 --> 01:00:00,000\n${'go '.repeat(most / 50)}\n`;
  const { id } = await mock.seed.project({ name: 'Long', captions });
  const [caption] = await client().captions.list(id, { limit: 1 }).toArray();
  const projects = async () => (await mock.snapshot()).workspaces.map((workspace) => workspace.projects);
  const before = await projects();
  const items = (count: number) =>
    Array.from({ length: count }, () => ({ timeline_item_id: caption?.timeline_item_id ?? '' }));
  const { timeline } = client();

  for (const refused of [
    timeline.batchMove(id, { items: items(51).map((item) => ({ ...item, new_start_seconds: 1 })) }),
    timeline.batchTrim(id, { items: items(51) }),
  ]) {
    await expect(refused).rejects.toMatchObject({
      status: 400,
      param: 'items',
      message: expect.stringContaining(`items names captions with more than ${most} words in total`),
    });
  }
  expect(await projects()).toEqual(before);
  expect(await timeline.batchTrim(id, { items: items(2) })).toMatchObject({ trimmed_count: 2 });
});

test('the mock rejects a merge or a correction that would make a word with its punctuation too long', async () => {
  const { mock, client } = openInProcess({ clock: 'manual' });
  const text = `${'a'.repeat(500)} ${'b'.repeat(500)} zz${'!'.repeat(950)}`;
  const { id } = await mock.seed.project({ name: 'Long', captions: `1\n00:00:00,000 --> 00:00:10,000\n${text}\n` });
  const words = await client().captions.words.list(id).toArray();
  const before = await mock.snapshot();
  const correct = (length: number) =>
    client().transcript.correct(id, { phrase_replacements: [{ from_words: ['zz'], to_words: ['y'.repeat(length)] }] });

  await expect(
    client().captions.words.merge(id, { word_ids: words.slice(0, 2).map((word) => word.id) }),
  ).rejects.toMatchObject({ status: 400, param: 'word_ids', message: expect.stringContaining('1001 characters') });
  await expect(correct(51)).rejects.toMatchObject({
    status: 400,
    param: 'phrase_replacements[0]',
    message: expect.stringContaining('1001 characters; the most is 1000'),
  });
  expect(await mock.snapshot()).toEqual(before);
  expect(await correct(50)).toMatchObject({ replacements_applied: 1 });
});

test('the mock rejects batch trims whose captions have too many characters', async () => {
  const most = limit('batchWords', 10_000);
  const { mock, client } = openInProcess({ clock: 'manual' });
  const captions = `1\n00:00:00,000 --> 00:00:10,000\n${'a'.repeat(most / 2)} b\n`;
  const { id } = await mock.seed.project({ name: 'Long', captions });
  const [caption] = await client().captions.list(id).toArray();
  const trim = (count: number) =>
    client().timeline.batchTrim(id, {
      items: Array.from({ length: count }, () => ({ timeline_item_id: caption?.timeline_item_id ?? '' })),
    });
  await expect(trim(40)).rejects.toMatchObject({ status: 400, param: 'items' });
  expect(await trim(2)).toMatchObject({ trimmed_count: 2 });
});

test('the mock rejects a new webhook at the limit of its workspace, and accepts it after a reset', async () => {
  const most = limit('webhookLimit', 5);
  const { mock, client } = openInProcess({ clock: 'manual' });
  const register = (apiKey = 'one') =>
    client({ apiKey }).webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  for (let count = 1; count <= most; count += 1) await register();
  const before = await mock.snapshot();

  await expect(register()).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/\d webhooks.*reset the mock: POST \/_mock\/reset, or mock\.reset\(\)\./),
  });
  expect((await mock.snapshot()).workspaces).toEqual(before.workspaces);
  await expect(register('another')).resolves.toHaveProperty('id');
  await mock.reset({ apiKey: 'one' });
  await expect(register()).resolves.toHaveProperty('id');
});

test('the mock rejects a webhook URL of more than 2,048 characters', async () => {
  const { client } = openInProcess({ clock: 'manual' });
  const register = (length: number) =>
    client().webhooks.register({ url: 'https://app.example/'.padEnd(length, 'a'), events: ['job.complete'] });

  await expect(register(2048)).resolves.toHaveProperty('id');
  await expect(register(2049)).rejects.toMatchObject({
    status: 400,
    param: 'url',
    message: expect.stringContaining('url must have at most 2048 characters.'),
  });
});
