import { createMock, type MockOptions } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { secondInaugural, seedShortSpeech, shortSpeech } from '../support/speech.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';

const source = { video_site_url: 'https://video.example/speech' };

forEachTransport('idempotency', (open) => {
  test('replays the response to the same key and input, with fields in any order', async () => {
    const { baseUrl, fetch, mock } = await open();
    const post = (body: string, key = 'key-00001') =>
      fetch(`${baseUrl}/clips`, {
        method: 'POST',
        headers: { authorization: 'Bearer test', 'content-type': 'application/json', 'idempotency-key': key },
        body,
      });
    const first = await post('{"project_name":"a","source":{"video_site_url":"https://v.example","quality":"2160p"}}');
    const again = await post(
      '{ "source":{"quality":"2160p","video_site_url":"https://v.example"}, "project_name":"a" }',
    );
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(await again.text()).toBe(await first.text());
    expect((await mock.requests).map(({ replayed }) => replayed)).toEqual([false, true]);

    const other = await post('{"project_name":"b","source":{"video_site_url":"https://v.example"}}');
    expect([other.status, await other.json()]).toMatchObject([
      409,
      { error: { code: 'idempotency_conflict', param: 'Idempotency-Key' } },
    ]);
    expect(
      (await post('{"project_name":"b","source":{"video_site_url":"https://v.example"}}', 'key-00002')).status,
    ).toBe(202);
  });

  test('replays an error of a service, but not an error that occurs before the service is called', async () => {
    const { client, mock } = await open();
    const { id } = await seedShortSpeech(mock);
    const key = { idempotencyKey: 'key-00001' };
    await expect(client().timeline.batchTrim('none', { items: [] }, key)).rejects.toMatchObject({ status: 404 });
    await expect(client().timeline.batchTrim('none', { items: [] }, key)).rejects.toMatchObject({ status: 404 });
    expect((await mock.requests).map(({ replayed }) => replayed)).toEqual([false, true]);
    await expect(client().timeline.batchTrim(id, { items: [] }, key)).rejects.toMatchObject({
      name: 'IdempotencyConflictError',
    });

    const refused = { idempotencyKey: 'key-00002' };
    await expect(client().request('POST', '/projects', { body: {}, ...refused })).rejects.toMatchObject({
      status: 400,
    });
    await expect(client().projects.create({ name: 'x' }, refused)).resolves.toMatchObject({ name: 'x' });
  });

  test('forgets a key after 24 hours', async () => {
    const { client, mock } = await open({ clock: 'manual' });
    const create = () => client().projects.create({ name: 'x' }, { idempotencyKey: 'key-00001' });
    const first = await create();
    await mock.clock.advance(24 * 3600 - 1);
    expect((await create()).id).toBe(first.id);
    await mock.clock.advance(1);
    expect((await create()).id).not.toBe(first.id);
  });

  test('keeps each workspace’s keys separate', async () => {
    const { client, mock } = await open();
    const create = (apiKey: string) =>
      client({ apiKey }).projects.create({ name: 'x' }, { idempotencyKey: 'key-00001' });
    expect((await create('first')).id).not.toBe((await create('second')).id);
    const first = (await mock.snapshot()).workspaces.find(({ apiKey }) => apiKey === 'first');
    expect(first?.idempotency).toHaveLength(1);
  });
});

forEachTransport('workspaces', (open) => {
  test('do not show what another API key has created', async () => {
    const { client, mock } = await open();
    const { id } = await seedShortSpeech(mock, 'first');
    const [first, second] = [client({ apiKey: 'first' }), client({ apiKey: 'second' })];
    const sound = await first.audio.generateSound({ prompt: 'rain', project_id: id });
    expect(await first.jobs.list(id)).toHaveLength(1);
    await expect(second.jobs.list(id)).rejects.toMatchObject({ status: 404, param: 'projectId' });
    await expect(second.jobs.retrieve(sound)).rejects.toMatchObject({ status: 404 });
    await expect(second.audio.generateSound({ prompt: 'rain', project_id: id })).rejects.toMatchObject({
      status: 404,
      param: 'project_id',
    });
  });

  test('each have their own newest project', async () => {
    const { client } = await open();
    const [first, second] = [client({ apiKey: 'first' }), client({ apiKey: 'second' })];
    const track = { provider: 'library', external_id: '1' };
    await first.projects.create({ name: 'mine' });
    expect((await second.audio.importFromLibrary(track)).timeline_item_id).toBeNull();
    expect((await first.audio.importFromLibrary(track)).timeline_item_id).not.toBeNull();
  });
});

forEachTransport('audio and logos', (open) => {
  test('an import is deduplicated by provider and track, and stays where it was placed', async () => {
    const { client } = await open();
    const track = { provider: 'library', external_id: 'track-1' };
    const project = await client().projects.create({ name: 'x' });
    const first = await client().audio.importFromLibrary(track);
    expect(first).toMatchObject({
      imported: true,
      deduped: false,
      asset: { asset_type: 'audio', duration_seconds: 30 },
      provider_request: { ...track, retryable: false },
    });
    const again = await client().audio.importFromLibrary(track);
    expect(again).toMatchObject({
      imported: false,
      deduped: true,
      asset: first.asset,
      timeline_item_id: first.timeline_item_id,
      txid: Number(first.txid) + 1,
    });
    expect((await client().audio.importFromLibrary({ ...track, external_id: 'track-2' })).imported).toBe(true);
    expect(
      (await client().timeline.at(project.id, { time_seconds: 29.9 })).items.map(({ layerIndex, mediaAssetId }) => [
        layerIndex,
        mediaAssetId,
      ]),
    ).toEqual([
      [1, first.asset.id],
      [2, expect.any(String)],
    ]);
    const other = await client().projects.create({ name: 'y' });
    const elsewhere = await client().audio.importFromLibrary({ ...track, project_id: other.id });
    expect(elsewhere.timeline_item_id).not.toBe(first.timeline_item_id);
    expect((await client().timeline.at(other.id, { time_seconds: 0 })).items[0]?.mediaAssetId).toBe(first.asset.id);
  });

  test('a sound without a project gets a new project, and lasts longer for a longer prompt', async () => {
    const { client } = await open();
    const seconds = async (prompt: string) =>
      (await client().jobs.wait(await client().audio.generateSound({ prompt }))).result?.duration_seconds;
    expect([await seconds('rain'), await seconds('rain on a tin roof'), await seconds('rain '.repeat(100))]).toEqual([
      1.2, 2, 10,
    ]);
  });

  test('a sound’s project is named after the prompt, which is not truncated within a character', async () => {
    const { client, mock } = await open();
    await client().audio.generateSound({ prompt: '🌧'.repeat(60) });
    expect((await mock.snapshot()).workspaces[0]?.projects[0]).toMatchObject({ name: `${'🌧'.repeat(29)}…` });
  });

  test('a logo is replaced only with replace_existing: true', async () => {
    const { client } = await open();
    const logo = { profile_id: '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11', logo_url: 'https://logo.example/a.png' };
    const first = await client().onboarding.importLogo({ ...logo, replace_existing: false });
    await expect(client().onboarding.importLogo({ ...logo, replace_existing: false })).rejects.toMatchObject({
      status: 400,
      param: 'replace_existing',
    });
    await expect(client().onboarding.importLogo(logo)).rejects.toMatchObject({ status: 400 });
    const replaced = await client().onboarding.importLogo({ ...logo, replace_existing: true });
    expect(replaced.icon_storage_key).not.toBe(first.icon_storage_key);
  });
});

describe('the same seed', () => {
  const run = async (options: MockOptions) => {
    const { client, mock, baseUrl } = openInProcess({
      deliver: () => new Response(),
      webhookSecret: 'whsec_shared',
      ...options,
    });
    await client({ apiKey: 'other' }).projects.create({ name: 'noise' });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    const batch = await client().clips.generate({ source, export: { auto_export: true } });
    if (options.clock === 'manual') await mock.clock.advance(60);
    else await client().clips.wait(batch);
    const jobs = await client().jobs.list(batch.clips[0]?.project_id ?? '');
    await mock.settled();
    const all = JSON.stringify([batch, jobs, (await mock.deliveries).map(({ event }) => event)]);
    return all.replaceAll(new URL(baseUrl).origin, '');
  };

  test('produces the same ids, times and responses in every run, with a stepped and a manual clock', async () => {
    const first = await run({ seed: 7 });
    expect(await run({ seed: 7 })).toBe(first);
    expect(await run({ seed: 7, clock: 'manual' })).toBe(first);
    expect(await run({ seed: 8 })).not.toBe(first);
  });

  test('produces the same ids in a workspace, independently of other workspaces', async () => {
    const ids = async (others: number) => {
      const { client } = openInProcess();
      for (let n = 0; n < others; n += 1) await client({ apiKey: 'other' }).projects.create({ name: 'x' });
      return (await client().projects.create({ name: 'x' })).id;
    };
    expect(await ids(3)).toBe(await ids(0));
  });
});

forEachTransport('the state', (open) => {
  test('is restored completely, and changes after the snapshot are undone', async () => {
    const { client, mock } = await open({ clock: 'manual' });
    const { id } = await seedShortSpeech(mock);
    const sound = await client().audio.generateSound({ prompt: 'rain', project_id: id });
    await mock.clock.advance(1);
    const words = async () => (await client().captions.words.list(id)).items;
    const before = { words: await words(), job: await client().jobs.retrieve(sound) };
    const saved = await mock.snapshot();
    const json = JSON.parse(JSON.stringify(saved)) as typeof saved;
    expect(json).toEqual(saved);

    const later = await client().projects.create({ name: 'later' });
    await client().captions.words.split(id, { word_id: before.words[0]?.id ?? '', words: ['a', 'b'] });
    await mock.clock.advance(60);
    // The snapshot has not changed since it was taken.
    expect(saved).toEqual(json);
    await mock.restore(saved);
    expect({ words: await words(), job: await client().jobs.retrieve(sound) }).toEqual(before);
    await expect(client().jobs.list(later.id)).rejects.toMatchObject({ status: 404 });
    expect((await client().projects.create({ name: 'later' })).id).toBe(later.id);
    await mock.clock.advance(1);
    expect((await client().jobs.retrieve(sound)).status).toBe('completed');
    expect(await mock.snapshot()).not.toEqual(saved);
  });

  test('after a reset equals the state of a new mock', async () => {
    const { client, mock } = await open();
    const first = await seedShortSpeech(mock);
    await client().jobs.list(first.id);
    await mock.faults.add({ status: 500 });
    await mock.reset();
    expect([
      await mock.requests,
      await mock.deliveries,
      await mock.faults.list(),
      (await mock.snapshot()).workspaces,
    ]).toEqual([[], [], [], []]);
    await expect(client().jobs.list(first.id)).rejects.toMatchObject({ status: 404, requestId: 'req-1' });
    expect(await seedShortSpeech(mock)).toEqual(first);
  });
});

describe('seeding', () => {
  test('makes a caption of every cue, times every word and starts a paragraph after a pause of two seconds', async () => {
    const { client, mock } = openInProcess();
    const { id } = await mock.seed.project({ name: 'Speech', captions: secondInaugural });
    const words = await client().captions.words.list(id, { limit: 500 }).toArray({ max: 1000 });
    expect(words).toHaveLength(699);
    expect((await client().captions.list(id)).total).toBe(secondInaugural.match(/-->/g)?.length);
    expect(Math.max(...words.map(({ paragraphIndex }) => paragraphIndex ?? 0))).toBe(3);
    expect(
      (await client().transcript.segments(id, { chunk_strategy: 'paragraph', max_chunk_seconds: 1000 })).totalSegments,
    ).toBe(4);
  });

  test.each([
    ['SRT', '1\n00:00:01,000 --> 00:00:02,500\nHello <b>there</b>\n\n2\n00:00:03,000 --> 00:00:04,000\nfriend.\n'],
    [
      'WebVTT with a byte order mark and CRLF',
      '\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.500\r\nHello <b>there</b>\r\n\r\n00:03.000 --> 00:04.000\r\nfriend.\r\n',
    ],
  ])('reads %s', async (_, captions) => {
    const { client, mock } = openInProcess();
    const { id } = await mock.seed.project({ name: 'x', captions });
    const { items } = await client().captions.words.list(id);
    expect(items.map(({ word, isEmphasis }) => [word, isEmphasis])).toEqual([
      ['Hello', false],
      ['there', true],
      ['friend.', false],
    ]);
    expect([items[0]?.startSeconds, items[1]?.endSeconds, items[2]?.startSeconds]).toEqual([1, 2.5, 3]);
  });

  test('uses timestamps inside a cue for the times of words', async () => {
    const { client, mock } = openInProcess();
    const captions = 'WEBVTT\n\n00:01.000 --> 00:04.000\none <00:00:02.000>two <00:00:03.500>three\n';
    const { id } = await mock.seed.project({ name: 'x', captions });
    const { items } = await client().captions.words.list(id);
    expect(items.map(({ word, startSeconds, endSeconds }) => [word, startSeconds, endSeconds])).toEqual([
      ['one', 1, 2],
      ['two', 2, 3.5],
      ['three', 3.5, 4],
    ]);
  });

  test('emphasizes every word that a tag encloses', async () => {
    const { client, mock } = openInProcess();
    const captions =
      'WEBVTT\n\n00:01.000 --> 00:04.000\nin <b>bold <c.loud>and loud</c></b> and <u>under</u> <c.loud>plain</c>\n';
    const { id } = await mock.seed.project({ name: 'x', captions });
    const { items } = await client().captions.words.list(id);
    expect(items.filter(({ isEmphasis }) => isEmphasis).map(({ word }) => word)).toEqual([
      'bold',
      'and',
      'loud',
      'under',
    ]);
  });

  test('recognizes WebVTT after a byte order mark', async () => {
    const { client, mock } = openInProcess();
    const captions = '\uFEFFWEBVTT\n\nNOTE\nnot a word of this\n\n00:01.000 --> 00:02.000 align:start\nsaid\n';
    const { id } = await mock.seed.project({ name: 'x', captions });
    expect((await client().captions.list(id)).items.map(({ text }) => text)).toEqual(['said']);
  });

  test('puts overlapping cues on different layers', async () => {
    const { client, mock } = openInProcess();
    const { id } = await mock.seed.project({
      name: 'x',
      captions: 'WEBVTT\n\n00:01.000 --> 00:03.000\none\n\n00:02.000 --> 00:04.000\ntwo\n',
    });
    expect(
      (await client().timeline.at(id, { time_seconds: 2.5 })).items
        .map(({ label, layerIndex }) => [label, layerIndex])
        .slice(2),
    ).toEqual([
      ['one', 2],
      ['two', 3],
    ]);
  });

  test.each([
    ['WEBVTT\n\n00:01.000 --> xx\nFour', /captions cannot be read: line 3: cue end timestamp `xx` is invalid/],
    ['1\n00:00:aa,000 --> 00:00:02,000\nhello', /captions cannot be read: line 2: cue start timestamp/],
    ['\n\nhello\nworld', /captions cannot be read: line 3: no caption was found/],
    ['', /captions cannot be read: line 1: no caption was found/],
    [
      'WEBVTT\n\n00:00.000 --> 00:00.002\none two three four',
      /captions cannot be read: line 3: the caption is too short for its words/,
    ],
    [
      '1\n00:00:00,000 --> 00:00:02,500\nhello\n\n2\n00:00:02,500 --> 00:00:02,501\none two',
      /captions cannot be read: line 6: the caption is too short for its words/,
    ],
    ['WEBVTT\n\n00:00.000 --> 00:02.000\n \n', /captions cannot be read: line 1: no caption has a word/],
    [
      'WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n\n00:03.000 -> 00:04.000\nworld',
      /captions cannot be read: line 6: a caption's times are written "start --> end", not with "->"/,
    ],
    ['1\n00:00:01,000 ==> 00:00:02,000\nhello', /captions cannot be read: line 2: a caption's times are written/],
    ['WEBVTT\n\n00:05.000 --> 00:02.000\nbackwards', /captions cannot be read: line 3/],
    ['WEBVTT\n\n00:00.000 --> 00:02.000\nOne\n00:02.000 --> 00:04.000\nTwo', /: line 5: no empty line precedes/],
    ['1\n00:00:00,000 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:04,000\nTwo', /: line 5: no empty line/],
    ['1\n00:00:00,000 --> 00:00:02,000\nOne\n \n2\n00:00:02,000 --> 00:00:04,000\nTwo', /: line 6: no empty line/],
    ['WEBVTT\n00:00.000 --> 00:02.000\nOne\n\n00:02.000 --> 00:04.000\nTwo', /: line 2: no empty line/],
    ['WEBVTT\n\nNOTE a\n00:00.000 --> 00:02.000\nOne\n\n00:02.000 --> 00:04.000\nTwo', /: line 4: no empty line/],
  ])('rejects unreadable captions, and names the line: %j', async (captions, message) => {
    const { mock } = openInProcess();
    const before = await mock.snapshot();
    await expect(mock.seed.project({ name: 'x', captions })).rejects.toThrow(message);
    expect(await mock.snapshot()).toEqual(before);
  });

  test('accepts tags nested 100 levels deep, and rejects deeper tags without a stack overflow', async () => {
    const { mock } = openInProcess();
    const nested = (depth: number) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<b>'.repeat(depth)}deep`;
    const seed = (depth: number) => mock.seed.project({ name: 'x', captions: nested(depth) });
    await expect(seed(100)).resolves.toMatchObject({ name: 'x' });
    for (const depth of [101, 200_000]) {
      await expect(seed(depth)).rejects.toThrow(
        'captions cannot be read: line 3: the caption nests tags deeper than 100 levels.',
      );
    }
  });

  test('uses the option unitsPerSecond', async () => {
    const { client, mock } = openInProcess({ unitsPerSecond: 30 });
    const { id } = await mock.seed.project({ name: 'x', captions: shortSpeech });
    const { items } = await client().captions.list(id);
    expect([items[1]?.start_units, items[1]?.start_seconds, items[1]?.end_units]).toEqual([60, 2, 120]);
  });
});

test('a request rejects if a transcript is unreadable, and the error contains the transcript’s URL', async () => {
  const mock = createMock({ transcripts: { 'https://v.example': 'nonsense' } });
  await expect(mock.fetch(`${mock.baseUrl}/projects`)).rejects.toThrow(
    /transcripts\["https:\/\/v\.example"\] cannot be read: line 1/,
  );
});

test.each([
  [{ clock: 'fast' }, /^clock must be one of "stepped", "manual", "realtime"\.$/],
  [{ speed: 0 }, /^speed must be a number above 0\./],
  [{ speed: 10 }, /^speed is for a realtime clock: a stepped clock does not run by itself\.$/],
  [{ speed: 1, clock: 'manual' }, /^speed is for a realtime clock: a manual clock/],
  [{ apiKeys: [] }, /^apiKeys must be a list of API keys without whitespace, at least one\.$/],
  [{ apiKeys: ['a b'] }, /^apiKeys must be a list of API keys without whitespace, at least one\.$/],
  [{ apiKeys: ['a\ud800'] }, /^apiKeys must be a list of API keys without whitespace, at least one\.$/],
  [
    { rateLimit: '60/min' },
    /^rateLimit must have the form "<requests>\/<seconds>s" with whole numbers above 0, such as "60\/60s"\.$/,
  ],
  [{ webhookSecret: '' }, /^webhookSecret must be a non-empty string\.$/],
  [{ deliver: 'https://app.example/' }, /^deliver must be a function\./],
  [{ transcripts: 'WEBVTT' }, /^transcripts must be a plain object\./],
  [{ seed: {} }, /^seed must be a string or a number\.$/],
  [{ unitsPerSecond: 0.5 }, /^unitsPerSecond must be a whole number above 0\./],
  [{ unknownFields: 'refuse' }, /^unknownFields must be one of "warn", "fail"\.$/],
  [{ maxBodyBytes: -1 }, /^maxBodyBytes must be a whole number above 0\./],
])('createMock(%j) throws and names the option', (options, message) => {
  expect(() => createMock(options as MockOptions)).toThrow(message);
});
