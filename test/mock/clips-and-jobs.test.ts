import type { ClipBatch, Job } from 'clipwright';
import { describe, expect, test } from 'vitest';
import { secondInaugural } from '../support/speech.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';

const source = { source_type: 'video_site_url', video_site_url: 'https://video.example/speech' };
const generate = { project_name: 'Speech', source, target: { min_duration_seconds: 20, max_duration_seconds: 45 } };

forEachTransport('clip generation', (open) => {
  test('cuts the source into clips that have the requested length, end after a sentence and do not overlap', async () => {
    const { client } = await open({ transcripts: { [source.video_site_url]: secondInaugural } });
    const batch = await client().clips.generate({ ...generate, export: { auto_export: true } });
    expect(batch).toMatchObject({ status: 'queued', rendered_count: 0, failed_count: 0, last_error_message: null });
    expect(batch.clips.length).toBeGreaterThan(5);
    expect([batch.total_clip_count, batch.estimated_clip_count]).toEqual([batch.clips.length, batch.clips.length]);

    const texts: string[] = [];
    for (const clip of batch.clips) {
      expect(clip).toMatchObject({ status: 'queued', download_url: null, error_message: null });
      const { segments } = await client().transcript.segments(clip.project_id, {
        chunk_strategy: 'time-window',
        max_chunk_seconds: 1000,
      });
      const [whole] = segments;
      expect(segments).toHaveLength(1);
      expect(whole?.startSeconds).toBe(0);
      expect(whole?.durationSeconds).toBeGreaterThanOrEqual(20);
      expect(whole?.durationSeconds).toBeLessThanOrEqual(45);
      expect(whole?.text).toMatch(/[.!?]["”]?$/);
      texts.push(whole?.text ?? '');

      const captions = await client().captions.list(clip.project_id, { limit: 100 });
      expect(Math.max(...captions.items.map(({ words }) => words?.length ?? Number.NaN))).toBeLessThanOrEqual(7);
      expect(captions.items.map(({ text }) => text).join(' ')).toBe(whole?.text);
      const at = await client().timeline.at(clip.project_id, { time_seconds: 1 });
      expect(at.items.map(({ type }) => type)).toEqual(['video', 'audio', 'caption']);
      expect(at.items[0]).toMatchObject({ mediaAssetId: batch.asset_id, endSeconds: whole?.durationSeconds });
    }
    const speech = secondInaugural
      .split('\n')
      .filter((line) => /^[^\d]/.test(line))
      .join(' ');
    expect(texts.every((text) => speech.includes(text))).toBe(true);
    const places = texts.map((text) => speech.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.slice(1).every((place, index) => place >= (places[index] ?? 0) + (texts[index] ?? '').length)).toBe(
      true,
    );
  });

  test('fails with a reason if no clip of the requested length is possible', async () => {
    const { client } = await open();
    const batch = await client().clips.generate({
      source,
      target: { min_duration_seconds: 4000, max_duration_seconds: 5000 },
    });
    expect(batch).toMatchObject({ status: 'failed', clips: [], total_clip_count: 0, zip_download_url: null });
    expect(batch.last_error_message).toBe('No run of whole sentences lasts at least 4000 s and at most 5000 s.');
    await expect(client().clips.wait(batch)).rejects.toMatchObject({
      name: 'JobFailedError',
      batch: { batch_id: batch.batch_id },
    });
  });

  test('does not caption clips if captions are disabled, and does not export them without auto_export', async () => {
    const { client } = await open();
    const batch = await client().clips.generate({ ...generate, captions: { enabled: false } });
    const [clip] = batch.clips;
    expect(clip?.export_id).toBeNull();
    expect((await client().captions.list(clip?.project_id ?? '')).total).toBe(0);
    const done = await client().clips.wait(batch, { jobOf: (_, jobs) => jobs[0] });
    expect(done.clips.map(({ status }) => status)).toEqual(batch.clips.map(() => 'completed'));
    expect(done.clips[0]?.download_url).toMatch(/\/media\/clips\/.+\.mp4$/);
  });

  test('returns URLs of files that can be downloaded without an API key', async () => {
    const { client, fetch } = await open();
    const batch = await client().clips.wait(
      await client().clips.generate({ ...generate, export: { auto_export: true } }),
    );
    const project = await client().projects.create({ name: 'x' });
    const sound = await client().jobs.wait(await client().audio.generateSound({ prompt: 'one two three four five' }));
    const { asset } = await client().audio.importFromLibrary({ provider: 'p', external_id: '1' });
    const [clip] = batch.clips;
    const kinds: [string | null | undefined, string, string][] = [
      [clip?.download_url, 'video/mp4', '\0\0\0'],
      [batch.zip_download_url, 'application/zip', 'PK\u0003\u0004'],
      [project.thumbnail_url, 'image/png', '\uFFFDPNG'],
      [clip?.qa_preview_urls?.[0], 'image/png', '\uFFFDPNG'],
      [clip?.qa_preview_urls?.[1], 'image/png', '\uFFFDPNG'],
      [sound.download_url, 'audio/wav', 'RIFF'],
      [asset.source_url, 'audio/wav', 'RIFF'],
      [asset.license_url, 'text/html; charset=utf-8', '<!doctype html>'],
    ];
    for (const [url, type, start] of kinds) {
      const response = await fetch(url ?? '');
      expect([url, response.status, response.headers.get('content-type')]).toEqual([url, 200, type]);
      expect((await response.text()).startsWith(start)).toBe(true);
    }
    expect((await fetch((clip?.download_url ?? '').replace(/.{8}\.mp4/, '00000000.mp4'))).status).toBe(404);
    const { error } = (await (await fetch(`${new URL(project.thumbnail_url ?? '').origin}/api/v1/x`)).json()) as {
      error: { doc_url: string };
    };
    const docs = await fetch(error.doc_url);
    expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining('id="not_found"')]);
  });

  test('makes the file of a clip available only after its export job has ended', async () => {
    const { client, fetch, mock } = await open({ clock: 'manual' });
    const [clip] = (await client().clips.generate({ ...generate, export: { auto_export: true } })).clips;
    const url = `${new URL((await client().projects.create({ name: 'x' })).thumbnail_url ?? '').origin}/media/exports/${clip?.export_id}.mp4`;
    expect((await fetch(url)).status).toBe(404);
    await mock.clock.advance(5);
    expect((await fetch(url)).status).toBe(200);
  });

  test('fails the batch if the source cannot be transcribed', async () => {
    const { client } = await open({ transcripts: { [source.video_site_url]: { failure: 'Nobody speaks.' } } });
    expect(await client().clips.generate(generate)).toMatchObject({
      status: 'failed',
      clips: [],
      last_error_message: 'Nobody speaks.',
    });
  });
});

forEachTransport('an unknown project id', (open) => {
  test('leads to an error with a link to an explanation of the error code', async () => {
    const { client, baseUrl } = await open();
    const { origin, hostname } = new URL(baseUrl);
    const link = hostname === '127.0.0.1' ? `, see ${origin}/docs/errors#not_found` : '';
    await expect(client().jobs.list('nothing')).rejects.toMatchObject({
      docUrl: `${origin}/docs/errors#not_found`,
      message: `jobs.list (GET ${baseUrl}/projects/nothing/jobs) failed with status 404 not_found, param projectId, "No project has the id "nothing"."${link}`,
    });
  });
});

forEachTransport('a job', (open) => {
  test('ends at the fourth poll of the job or of its project’s job list, with a stepped clock', async () => {
    const { client, fetch } = await open();
    const start = await client().audio.generateSound({ prompt: 'rain' });
    expect(start).toMatchObject({ kind: 'sound', status: 'queued', estimated_credits: 2 });
    const states: Job[] = [];
    for (const look of ['status', 'list', 'status', 'list', 'status']) {
      const job =
        look === 'status' ? await client().jobs.retrieve(start) : (await client().jobs.list(start.project_id ?? ''))[0];
      if (job) states.push(job);
    }
    expect(states.map(({ status, progress }) => [status, progress])).toEqual([
      ['running', 25],
      ['running', 50],
      ['running', 75],
      ['completed', 100],
      ['completed', 100],
    ]);
    const [running, done] = [states[0], states[4]];
    expect(running).toMatchObject({
      download_url: null,
      completed_at: null,
      error: null,
      result: null,
      media_id: start.media_id,
    });
    expect(running?.next_actions?.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(done).toMatchObject({
      created_at: '2026-01-01T00:00:00.000Z',
      completed_at: '2026-01-01T00:00:02.000Z',
      next_actions: [],
    });
    expect(done?.result).toMatchObject({ media_id: start.media_id, download_url: done?.download_url });
    expect((await fetch(done?.download_url ?? '')).status).toBe(200);
  });

  test('progresses only when mock.clock.advance moves a manual clock, in proportion to the elapsed time', async () => {
    const { client, mock } = await open({ clock: 'manual' });
    const start = await client().audio.generateSound({ prompt: 'rain' });
    const look = async () => {
      const { status, progress, completed_at } = await client().jobs.retrieve(start);
      return [status, progress, completed_at];
    };
    expect([await look(), await look()]).toEqual([
      ['queued', 0, null],
      ['queued', 0, null],
    ]);
    await mock.clock.advance(0.5);
    expect(await look()).toEqual(['running', 25, null]);
    await mock.clock.advance(1.499);
    expect(await look()).toEqual(['running', 99, null]);
    await mock.clock.advance(10);
    expect(await look()).toEqual(['completed', 100, '2026-01-01T00:00:02.000Z']);
  });

  test('is returned by jobs.cancel, and does not change after the cancellation', async () => {
    const { client, mock } = await open({ clock: 'manual' });
    const start = await client().audio.generateSound({ prompt: 'rain' });
    await mock.clock.advance(1);
    const cancelled = await client().jobs.cancel(start);
    expect(cancelled).toMatchObject({
      job_id: start.job_id,
      status: 'cancelled',
      progress: 50,
      completed_at: '2026-01-01T00:00:01.000Z',
      download_url: null,
    });
    await mock.clock.advance(100);
    await mock.jobs.fail(start.job_id);
    expect(await client().jobs.retrieve(start)).toEqual(cancelled);
    expect(await client().jobs.cancel(start)).toEqual(cancelled);
    await expect(client().jobs.wait(start)).rejects.toMatchObject({
      name: 'JobCanceledError',
      job: { job_id: start.job_id },
    });
  });

  test('has the error message that was passed to mock.jobs.fail', async () => {
    const { client, mock } = await open();
    const start = await client().audio.generateSound({ prompt: 'rain' });
    await mock.jobs.fail(start.job_id, 'No rain today.');
    await expect(client().jobs.wait(start)).rejects.toMatchObject({
      name: 'JobFailedError',
      job: { status: 'failed', error: 'No rain today.', download_url: null },
    });
  });

  test('has next_actions that client.follow can call', async () => {
    const { client } = await open();
    const start = await client().audio.generateSound({ prompt: 'rain' });
    const { next_actions } = await client().jobs.retrieve(start);
    const [read, cancel] = next_actions ?? [];
    expect(await client().follow(read ?? { method: '', path: '' })).toMatchObject({
      job_id: start.job_id,
      progress: 50,
    });
    expect(await client().follow(cancel ?? { method: '', path: '' })).toMatchObject({
      job_id: start.job_id,
      status: 'cancelled',
    });
  });
});

describe('a clock', () => {
  test('runs by itself if it is realtime, runs faster with `speed`, and can be advanced', async () => {
    const { client, mock } = openInProcess({ clock: 'realtime', speed: 1000 });
    const start = await client().audio.generateSound({ prompt: 'rain' });
    const job = await client().jobs.wait(start, { interval: 1 });
    expect(Date.parse(job.completed_at ?? '') - Date.parse(job.created_at ?? '')).toBe(2000);

    const second = await client().audio.generateSound({ prompt: 'rain' });
    await mock.clock.advance(3);
    expect((await client().jobs.retrieve(second)).status).toBe('completed');
  });

  test('causes export.ready without a poll if it is realtime', async () => {
    const announced: string[] = [];
    const { client } = openInProcess({
      clock: 'realtime',
      speed: 1000,
      deliver: async (request) => {
        announced.push(((await request.json()) as { type: string }).type);
        return new Response();
      },
    });
    void client()
      .webhooks.register({ url: 'https://app.example/', events: ['export.ready'] })
      .then((): PromiseLike<ClipBatch> => client().clips.generate({ ...generate, export: { auto_export: true } }));
    await expect.poll(() => announced).toContain('export.ready');
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('cannot be advanced by %s', async (seconds) => {
    const { mock } = openInProcess();
    const before = await mock.clock.now();
    await expect(async () => mock.clock.advance(seconds)).rejects.toThrow(/seconds must be a number, 0 or more/);
    expect(await mock.clock.now()).toBe(before);
  });
});
