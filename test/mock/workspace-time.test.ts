import type { Delivery, Mock } from 'clipwright/mock';
import { describe, expect, test, vi } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';
import { isSignedWith, receiver } from './support/receiver.ts';

const EPOCH = Date.UTC(2026, 0, 1);
const DAY = 24 * 3600;
const keys = ['mine', 'theirs'] as const;
const urlOf = (apiKey: string) => `https://app.example/${apiKey}`;

/** Registers a webhook in each workspace, with the workspace's key in its URL. */
async function registerWebhooks({ client }: Pick<OpenTransport, 'client'>): Promise<void> {
  for (const apiKey of keys)
    await client({ apiKey }).webhooks.register({ url: urlOf(apiKey), events: ['job.complete'] });
}

async function deliveriesOf(mock: Mock, apiKey: string): Promise<Delivery[]> {
  return (await mock.deliveries).filter(({ url }) => url === urlOf(apiKey));
}

/** Returns the minutes and seconds of each attempt of a workspace's deliveries. */
async function attemptsOf(mock: Mock, apiKey: string): Promise<string[][]> {
  return (await deliveriesOf(mock, apiKey)).map(({ attempts }) => attempts.map(({ at }) => at.slice(14, 19)));
}

/** Returns the mock's time and each workspace's time, in seconds since the start. */
async function timesOf({ clock }: Mock): Promise<number[]> {
  const times = [await clock.now()];
  for (const apiKey of keys) times.push(await clock.now({ apiKey }));
  return times.map((now) => (now - EPOCH) / 1000);
}

/** Starts a sound in each workspace. Returns a function that retrieves both jobs. */
async function startSounds({ client }: Pick<OpenTransport, 'client'>) {
  const [mine, theirs] = await Promise.all(
    keys.map((apiKey) => client({ apiKey }).audio.generateSound({ prompt: 'rain' })),
  );
  if (!mine || !theirs) throw new Error('There are two keys.');
  return () =>
    Promise.all([client({ apiKey: 'mine' }).jobs.retrieve(mine), client({ apiKey: 'theirs' }).jobs.retrieve(theirs)]);
}

forEachTransport('advancing one workspace', (open) => {
  test('ends only the jobs of this workspace, at the times when they were due', async () => {
    const transport = await open({ clock: 'manual' });
    const sounds = await startSounds(transport);
    await transport.mock.clock.advance(60, { apiKey: 'mine' });

    expect(await timesOf(transport.mock)).toEqual([0, 60, 0]);
    expect(await sounds()).toMatchObject([
      { status: 'completed', completed_at: '2026-01-01T00:00:02.000Z' },
      { status: 'queued', progress: 0 },
    ]);
    await transport.mock.clock.advance(1);
    expect(await timesOf(transport.mock)).toEqual([1, 61, 1]);
    expect(await sounds()).toMatchObject([{ status: 'completed' }, { status: 'running', progress: 50 }]);
  });

  test('starts and retries only the deliveries of this workspace, signed with its time', async () => {
    const hook = receiver(() => new Response(null, { status: 503 }));
    const { client, mock } = await open({ clock: 'manual', webhookSecret: 'whsec_both', deliver: hook.deliver });
    await registerWebhooks({ client });
    for (const apiKey of keys) await client({ apiKey }).audio.generateSound({ prompt: 'rain' });
    await mock.clock.advance(8, { apiKey: 'mine' });
    await mock.settled();
    expect([await attemptsOf(mock, 'mine'), await attemptsOf(mock, 'theirs')]).toEqual([
      [['00:02', '00:03', '00:08']],
      [],
    ]);
    expect((await mock.deliveries)[0]?.nextAttemptAt).toBe('2026-01-01T00:00:38.000Z');

    await mock.clock.advance(2);
    await mock.settled();
    expect([await attemptsOf(mock, 'mine'), await attemptsOf(mock, 'theirs')]).toEqual([
      [['00:02', '00:03', '00:08']],
      [['00:02']],
    ]);
    await mock.clock.advance(400, { apiKey: 'mine' });
    await mock.settled();
    expect(await attemptsOf(mock, 'mine')).toEqual([['00:02', '00:03', '00:08', '00:38', '05:38']]);
    const last = hook.received.at(-1);
    expect(last && (await isSignedWith('whsec_both', last, await mock.clock.now({ apiKey: 'mine' })))).toBe(true);
    expect(last && (await isSignedWith('whsec_both', last, await mock.clock.now()))).toBe(false);
  });

  test('expires only the download links of this workspace, including the links of sample events', async () => {
    const { client, mock, baseUrl, fetch } = await open({ clock: 'manual' });
    const linksOf = async (apiKey: string) => {
      const source = { video_site_url: 'https://video.example.com/talk' };
      const batch = await client({ apiKey }).clips.generate({ source, export: { auto_export: true } });
      await mock.clock.advance(10, { apiKey });
      const { clips } = await client({ apiKey }).clips.wait(batch);
      const { data } = await mock.emit('export.ready', {}, { apiKey });
      const sample: object = data;
      return [clips[0]?.download_url, Object(sample).download_url].map(
        (link) => new URL(new URL(String(link)).pathname, baseUrl),
      );
    };
    const links = [...(await linksOf('mine')), ...(await linksOf('theirs'))];
    const statuses = () => Promise.all(links.map(async (link) => (await fetch(link)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await mock.clock.advance(DAY, { apiKey: 'mine' });
    expect(await statuses()).toEqual([410, 410, 200, 200]);
    await mock.clock.advance(DAY);
    expect(await statuses()).toEqual([410, 410, 410, 410]);
  });

  test('expires only the idempotency keys of this workspace', async () => {
    const { client, mock } = await open({ clock: 'manual' });
    const create = () =>
      Promise.all(
        keys.map(async (apiKey) => {
          const project = await client({ apiKey }).projects.create({ name: 'x' }, { idempotencyKey: 'key-number-1' });
          return project.id;
        }),
      );
    const [mine, theirs] = await create();
    await mock.clock.advance(7 * DAY, { apiKey: 'mine' });
    const [again, replayed] = await create();
    expect([again === mine, replayed === theirs]).toEqual([false, true]);
  });

  test('opens a new rate limit window only for this workspace, with a manual clock', async () => {
    const { client, mock } = await open({ clock: 'manual', rateLimit: '1/60s' });
    const create = (apiKey: string) => client({ apiKey }).projects.create({ name: 'x' });
    await Promise.all(keys.map(create));
    await mock.clock.advance(59, { apiKey: 'mine' });
    await expect(create('mine')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
    await mock.clock.advance(1, { apiKey: 'mine' });
    await create('mine');
    // The window of the other workspace has not ended, because only the first workspace was advanced.
    await expect(create('theirs')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 });
  });

  test('affects the timestamps of this workspace’s records, and not the time of other workspaces', async () => {
    const { client, mock } = await open({ clock: 'manual', deliver: () => new Response() });
    await mock.clock.advance(3600, { apiKey: 'mine' });
    for (const apiKey of keys) {
      const at = new Date(await mock.clock.now({ apiKey })).toISOString();
      expect(await client({ apiKey }).projects.create({ name: 'x' })).toMatchObject({ created_at: at });
      expect(await seedShortSpeech(mock, apiKey)).toMatchObject({ created_at: at });
      expect(await mock.emit('job.complete', {}, { apiKey })).toMatchObject({ created_at: at });
      expect((await mock.requests).at(-1)).toMatchObject({ endpoint: 'projects.create', at });
    }
  });

  test('affects the timestamps of this workspace’s redeliveries', async () => {
    const { client, mock } = await open({ clock: 'manual', deliver: () => new Response() });
    await registerWebhooks({ client });
    await mock.emit('job.complete', {}, { apiKey: 'mine' });
    await mock.settled();
    await mock.clock.advance(3600, { apiKey: 'mine' });
    const { attempts } = await mock.redeliver('delivery-1');
    expect(attempts.map(({ at }) => at)).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']);
  });

  test('works over HTTP, and the response contains the advanced time', async () => {
    const transport = await open({ clock: 'manual' });
    const sounds = await startSounds(transport);
    const advance = async (advance_seconds: number, authorization?: string) => {
      const response = await transport.fetch(new URL('/_mock/clock', transport.baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: JSON.stringify({ advance_seconds }),
      });
      return { status: response.status, ...Object(await response.json()) };
    };
    expect(await advance(60, 'Bearer mine')).toEqual({ status: 200, now: '2026-01-01T00:01:00.000Z' });
    expect(await sounds()).toMatchObject([{ status: 'completed' }, { status: 'queued' }]);
    expect(await advance(1)).toEqual({ status: 200, now: '2026-01-01T00:00:01.000Z' });
    expect(await sounds()).toMatchObject([{ status: 'completed' }, { status: 'running' }]);
    expect(await advance(1e14, 'Bearer mine')).toMatchObject({ status: 400, error: { param: 'seconds' } });
    expect(await timesOf(transport.mock)).toEqual([1, 61, 1]);
  });

  test('does not change how polls advance a job with a stepped clock', async () => {
    const transport = await open({ clock: 'stepped' });
    await transport.mock.clock.advance(60, { apiKey: 'mine' });
    const sounds = await startSounds(transport);
    const progress = [];
    for (let poll = 1; poll <= 4; poll += 1) progress.push((await sounds()).map((job) => job.progress));
    expect(progress).toEqual([25, 50, 75, 100].map((percent) => [percent, percent]));
    expect((await sounds()).map(({ completed_at }) => completed_at?.slice(14, 19))).toEqual(['01:02', '00:02']);
  });

  test('does not end a held job', async () => {
    const transport = await open({ clock: 'manual' });
    const sounds = await startSounds(transport);
    const [mine] = await sounds();
    await transport.mock.clock.advance(1, { apiKey: 'mine' });
    await transport.mock.jobs.hold(mine.job_id, 60);
    await transport.mock.clock.advance(60, { apiKey: 'mine' });
    expect(await sounds()).toMatchObject([{ status: 'running', progress: 50 }, { status: 'queued' }]);
    await transport.mock.clock.advance(1, { apiKey: 'mine' });
    expect(await sounds()).toMatchObject([{ completed_at: '2026-01-01T00:01:02.000Z' }, { status: 'queued' }]);
  });
});

describe('a realtime clock', () => {
  test('ends jobs sooner in a workspace whose time is ahead, and at the usual time in another workspace', async () => {
    vi.useFakeTimers();
    const transport = openInProcess({ clock: 'realtime', deliver: () => new Response() });
    const { client, mock } = transport;
    await registerWebhooks({ client });
    await startSounds(transport);
    mock.clock.advance(1.5, { apiKey: 'mine' });
    const ended = () => keys.filter((apiKey) => mock.deliveries.matching({ apiKey }).length > 0);
    const seen = [499, 1, 1499, 1].map((milliseconds) => {
      vi.advanceTimersByTime(milliseconds);
      return ended();
    });
    expect(seen).toEqual([[], ['mine'], ['mine'], ['mine', 'theirs']]);
  });

  test('retries deliveries sooner in a workspace whose time is ahead', async () => {
    vi.useFakeTimers();
    const { client, mock } = openInProcess({
      clock: 'realtime',
      deliver: () => new Response(null, { status: 503 }),
    });
    await registerWebhooks({ client });
    for (const apiKey of keys) mock.emit('job.complete', {}, { apiKey });
    await mock.settled();
    mock.clock.advance(0.4, { apiKey: 'mine' });
    const attempts = () => keys.map((apiKey) => mock.deliveries.matching({ apiKey })[0]?.attempts.length);
    const seen = [];
    for (const milliseconds of [599, 1, 399, 1]) {
      vi.advanceTimersByTime(milliseconds);
      await mock.settled();
      seen.push(attempts());
    }
    expect(seen).toEqual([
      [1, 1],
      [2, 1],
      [2, 1],
      [2, 2],
    ]);
  });
});

describe('the maximum time', () => {
  test('applies to each workspace, even when the mock’s time is advanced', async () => {
    const { mock } = openInProcess({ clock: 'manual' });
    const left = (Date.UTC(5000, 0, 1) - EPOCH) / 1000;
    const refusal =
      'seconds must be a number, 0 or more, and must not advance the time of any workspace past 5000-01-01.';
    await mock.clock.advance(left - 10, { apiKey: 'mine' });
    await expect(async () => mock.clock.advance(10.001, { apiKey: 'mine' })).rejects.toThrow(refusal);
    await expect(async () => mock.clock.advance(10.001)).rejects.toThrow(refusal);
    await mock.clock.advance(20, { apiKey: 'theirs' });
    await mock.clock.advance(10);
    expect(await timesOf(mock)).toEqual([10, left, 30]);
    await mock.restore(JSON.parse(JSON.stringify(await mock.snapshot())));
    expect(await timesOf(mock)).toEqual([10, left, 30]);
  });
});

test('advancing the time of a workspace stores the workspace, but reading the time does not', async () => {
  const { mock } = openInProcess({ clock: 'manual' });
  expect(await mock.clock.now({ apiKey: 'mine' })).toBe(EPOCH);
  expect((await mock.snapshot()).workspaces).toEqual([]);
  await mock.clock.advance(5, { apiKey: 'mine' });
  expect((await mock.snapshot()).workspaces).toMatchObject([{ apiKey: 'mine', now: EPOCH + 5000, projects: [] }]);
});

test('time advances by whole milliseconds, rounded to the nearest', async () => {
  const { mock } = openInProcess({ clock: 'manual' });
  for (const scope of [{}, { apiKey: 'mine' }]) await mock.clock.advance(0.0016, scope);
  expect(await timesOf(mock)).toEqual([0.002, 0.004, 0.002]);
});

describe('a snapshot', () => {
  /** Opens a mock at 1 s, with one workspace at 61 s and another at 8 s. Each workspace has a sound. */
  const openAhead = async () => {
    const transport = openInProcess({ clock: 'manual', deliver: () => new Response(null, { status: 503 }) });
    const { client, mock } = transport;
    await mock.clock.advance(60, { apiKey: 'mine' });
    await mock.clock.advance(7, { apiKey: 'theirs' });
    await registerWebhooks({ client });
    const sounds = await startSounds(transport);
    await mock.clock.advance(1);
    return { ...transport, sounds };
  };

  test('restores the time of each workspace, even in another mock', async () => {
    const { mock, sounds } = await openAhead();
    const saved = await mock.snapshot();
    await mock.clock.advance(1, { apiKey: 'theirs' });
    await mock.clock.advance(1, { apiKey: 'another' });
    await mock.clock.advance(100);
    await mock.restore(saved);
    expect(await timesOf(mock)).toEqual([1, 61, 8]);
    expect(await mock.clock.now({ apiKey: 'another' })).toBe(EPOCH + 1000);
    expect(await mock.snapshot()).toEqual(saved);
    await mock.clock.advance(1, { apiKey: 'theirs' });
    expect(await sounds()).toMatchObject([{ status: 'running' }, { completed_at: '2026-01-01T00:00:09.000Z' }]);

    const { mock: other } = openInProcess({ clock: 'manual' });
    await other.restore(saved);
    expect(await timesOf(other)).toEqual([1, 61, 8]);
  });

  test('restores the time of a single workspace, independently of the mock’s time', async () => {
    const { mock, sounds } = await openAhead();
    const saved = await mock.snapshot({ apiKey: 'mine' });
    expect(saved).toMatchObject({ now: EPOCH + 61_000, workspaces: [{ now: EPOCH + 61_000 }] });
    await mock.clock.advance(100);
    expect(await sounds()).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
    await mock.restore(saved, { apiKey: 'mine' });
    expect(await timesOf(mock)).toEqual([101, 61, 108]);
    expect(await sounds()).toMatchObject([{ status: 'running', progress: 50 }, { status: 'completed' }]);
    await mock.clock.advance(1);
    expect(await sounds()).toMatchObject([{ completed_at: '2026-01-01T00:01:02.000Z' }, {}]);
    expect(await mock.snapshot({ apiKey: 'mine' })).toMatchObject({ now: EPOCH + 62_000 });
  });

  test('restores the time of a workspace that did not exist yet', async () => {
    const { mock } = openInProcess({ clock: 'manual' });
    const saved = await mock.snapshot({ apiKey: 'mine' });
    await mock.clock.advance(30, { apiKey: 'mine' });
    await mock.restore(saved, { apiKey: 'mine' });
    expect([await timesOf(mock), (await mock.snapshot()).workspaces]).toEqual([[0, 0, 0], []]);
    await mock.clock.advance(10);
    await mock.restore(saved, { apiKey: 'mine' });
    expect(await timesOf(mock)).toEqual([10, 0, 10]);
  });

  test('cancels, when restored, retries that are not yet due in their workspace’s time', async () => {
    const { mock } = await openAhead();
    await mock.clock.advance(1, { apiKey: 'mine' });
    await mock.settled();
    expect(await attemptsOf(mock, 'mine')).toEqual([['01:02']]);
    await mock.clock.advance(2, { apiKey: 'theirs' });
    await mock.settled();
    expect(await attemptsOf(mock, 'theirs')).toEqual([['00:09', '00:10']]);
    await mock.restore(await mock.snapshot({ apiKey: 'theirs' }), { apiKey: 'theirs' });
    await mock.clock.advance(1);
    await mock.settled();
    expect(await attemptsOf(mock, 'mine')).toEqual([['01:02', '01:03']]);
    expect(await attemptsOf(mock, 'theirs')).toEqual([['00:09', '00:10']]);
    expect(await deliveriesOf(mock, 'theirs')).toMatchObject([{ status: 'failed' }]);
    await mock.restore(await mock.snapshot());
    await mock.clock.advance(400);
    await mock.settled();
    expect((await mock.deliveries).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  test('that is restored sends deliveries that became due before the restore, with the restored time of their workspace', async () => {
    const { client, mock } = openInProcess({ clock: 'manual', deliver: () => new Response() });
    mock.clock.advance(60, { apiKey: 'mine' });
    await registerWebhooks({ client });
    await startSounds({ client });
    const saved = mock.snapshot();
    // Do not await this, so that the attempt has not started when the snapshot is restored.
    mock.clock.advance(50, { apiKey: 'mine' });
    mock.restore(saved);
    await mock.settled();
    expect(await attemptsOf(mock, 'mine')).toEqual([['01:00']]);
  });
});

test('an ended rate limit window stays ended after a restore, independently of other workspaces', async () => {
  const { client, mock } = openInProcess({ clock: 'manual', rateLimit: '1/60s' });
  const create = (apiKey: string) => client({ apiKey }).projects.create({ name: 'x' });
  for (const isDisturbed of [false, true]) {
    const saved = await mock.snapshot({ apiKey: 'mine' });
    await create('mine');
    await mock.clock.advance(60, { apiKey: 'mine' });
    if (isDisturbed) await create('theirs');
    await mock.restore(saved, { apiKey: 'mine' });
    await expect(create('mine')).resolves.toBeDefined();
    await mock.clock.advance(60, { apiKey: 'mine' });
  }
});

describe('a reset', () => {
  test('sets one workspace to the mock’s time, and does not change other workspaces', async () => {
    const { mock } = openInProcess({ clock: 'manual' });
    for (const [index, apiKey] of keys.entries()) await mock.clock.advance(60 + index, { apiKey });
    await mock.clock.advance(1);
    await mock.reset({ apiKey: 'mine' });
    expect(await timesOf(mock)).toEqual([1, 1, 62]);
    expect((await mock.snapshot()).workspaces).toMatchObject([{ apiKey: 'theirs' }]);
    await mock.reset();
    expect(await timesOf(mock)).toEqual([0, 0, 0]);
  });

  test('sets a workspace with a reset point to the mock’s time', async () => {
    const { mock } = openInProcess({ clock: 'manual' });
    const { id } = await seedShortSpeech(mock, 'mine');
    mock.clock.advance(60, { apiKey: 'mine' });
    mock.setResetPoint();
    mock.clock.advance(5);
    mock.reset({ apiKey: 'mine' });
    expect(await timesOf(mock)).toEqual([5, 5, 5]);
    expect(mock.snapshot().workspaces).toMatchObject([{ apiKey: 'mine', projects: [{ id }] }]);
    mock.clock.advance(1, { apiKey: 'mine' });
    mock.reset();
    expect(await timesOf(mock)).toEqual([0, 0, 0]);
  });
});
