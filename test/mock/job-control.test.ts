import { ConfigurationError } from 'clipwright';
import type { JobOutcome } from 'clipwright/mock';
import type { WebhookEvent } from 'clipwright/webhooks';
import { describe, expect, test } from 'vitest';
import { forEachTransport, openInProcess } from '../support/transports.ts';

const source = { video_site_url: 'https://video.example/speech' };
const generate = {
  source,
  target: { min_duration_seconds: 15, max_duration_seconds: 40 },
  export: { auto_export: true },
};

forEachTransport('mock.jobs', (open) => {
  test('holds a job unchanged during any number of polls, until it is completed', async () => {
    const { mock, client } = await open();
    const { jobs, audio } = client();
    const started = await audio.generateSound({ prompt: 'rain' });
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 25 });
    await mock.jobs.hold(started.job_id);
    for (let poll = 0; poll < 6; poll++) {
      expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 25, completed_at: null });
    }
    await mock.jobs.complete(started.job_id);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'completed', progress: 100, error: null });
  });

  test('delays a job by the time for which it is held', async () => {
    const { mock, client } = await open({ clock: 'manual' });
    const { jobs, audio } = client();
    const started = await audio.generateSound({ prompt: 'rain' });
    await mock.clock.advance(1);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 50 });
    await mock.jobs.hold(started.job_id, 3600);
    await mock.clock.advance(3600);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 50 });
    await mock.clock.advance(0.5);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 75 });
    await mock.clock.advance(0.5);
    expect(await jobs.retrieve(started)).toMatchObject({
      status: 'completed',
      completed_at: '2026-01-01T01:00:02.000Z',
    });
  });

  test('replaces an earlier hold, but keeps the delay that the earlier hold has already caused', async () => {
    const { mock, client } = await open({ clock: 'manual' });
    const { jobs, audio } = client();
    const started = await audio.generateSound({ prompt: 'rain' });
    await mock.jobs.hold(started.job_id);
    await mock.clock.advance(10);
    await mock.jobs.hold(started.job_id, 5);
    await mock.clock.advance(6);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 50 });
    await mock.jobs.hold(started.job_id);
    await mock.clock.advance(100);
    await mock.jobs.hold(started.job_id, 0);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 50 });
    await mock.clock.advance(1);
    expect(await jobs.retrieve(started)).toMatchObject({ completed_at: '2026-01-01T00:01:57.000Z' });
  });

  test('assigns outcomes to the next jobs in the order in which they start', async () => {
    const events: WebhookEvent[] = [];
    const { mock, client } = await open({
      deliver: async (request) => {
        events.push(await request.json());
        return new Response();
      },
    });
    const { clips, webhooks } = client();
    await webhooks.register({
      url: 'https://app.example/hooks',
      events: ['export.ready', 'export.failed', 'job.failed'],
    });
    await mock.jobs.next({ status: 'completed' });
    await mock.jobs.next({ status: 'failed', error: 'No face in view.' });
    const batch = await clips.generate(generate);
    expect(batch).toMatchObject({ status: 'queued', failed_count: 0, review_count: 0 });
    const done = await clips.wait(batch);
    const [first, second, ...rest] = done.clips;
    expect([first?.status, first?.error_message]).toEqual(['completed', null]);
    expect(second).toMatchObject({ status: 'failed', error_message: 'No face in view.', download_url: null });
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.every(({ status }) => status === 'completed')).toBe(true);
    expect(done).toMatchObject({ failed_count: 1, rendered_count: batch.clips.length - 1 });
    await mock.settled();
    const failures = events.filter(({ type }) => type.endsWith('.failed'));
    expect(failures.map(({ type, data }) => [type, Object(data).export_id, Object(data).error])).toEqual([
      ['export.failed', second?.export_id, 'No face in view.'],
      ['job.failed', second?.export_id, 'No face in view.'],
    ]);
  });

  test('fails a job with the outcome "failed" only after its full duration', async () => {
    const { mock, client } = await open({ clock: 'manual' });
    const { jobs, audio } = client();
    await mock.jobs.next({ status: 'failed' });
    const started = await audio.generateSound({ prompt: 'rain' });
    await mock.clock.advance(1);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 50, error: null });
    await mock.clock.advance(1);
    expect(await jobs.retrieve(started)).toMatchObject({
      status: 'failed',
      progress: 99,
      error: 'The job was configured to fail.',
      completed_at: '2026-01-01T00:00:02.000Z',
      download_url: null,
    });
    await expect(jobs.wait(started)).rejects.toMatchObject({ name: 'JobFailedError' });
  });

  test('puts clips in review, and clips.wait() waits until they are approved or rejected', async () => {
    const { mock, client } = await open();
    const { clips } = client();
    await mock.jobs.next({ status: 'review', times: 2 });
    const batch = await clips.generate(generate);
    expect(batch).toMatchObject({ review_count: 2, failed_count: 0, rendered_count: 0 });
    const [first, second, third] = batch.clips;
    expect(first).toMatchObject({ status: 'review', qa_summary: 'The clip waits for approval.' });
    expect(third).toMatchObject({ status: 'queued', qa_summary: null });

    for await (const { clips: seen, rendered_count } of clips.watch(batch)) {
      expect(seen.slice(0, 2).map(({ status }) => status)).toEqual(['review', 'review']);
      if (rendered_count === batch.clips.length - 2) break;
    }
    await expect(clips.wait(batch, { timeout: 20 })).rejects.toMatchObject({
      name: 'WaitTimeoutError',
      message: expect.stringContaining('; last seen: '),
      batch: { batch_id: batch.batch_id },
    });

    await mock.jobs.complete(String(first?.clip_id));
    await mock.jobs.fail(String(second?.export_id), 'Off topic.');
    const done = await clips.wait(batch);
    expect(done.clips.slice(0, 2)).toMatchObject([
      { status: 'completed', error_message: null },
      { status: 'failed', error_message: 'Off topic.' },
    ]);
  });

  test('works over HTTP, separately for each API key', async () => {
    const { client, baseUrl, fetch } = await open({ clock: 'manual' });
    const post = async (path: string, body: unknown, apiKey = 'test') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
      const url = `${new URL(baseUrl).origin}/_mock/${path}`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: Object(await response.json()) };
    };
    expect((await post('jobs', { status: 'failed', error: 'Too dark.' }, 'other')).status).toBe(200);
    expect((await post('jobs', { status: 'held', seconds: 60 })).status).toBe(200);
    const started = await client().audio.generateSound({ prompt: 'rain' });
    const others = client({ apiKey: 'other' });
    const failing = await others.audio.generateSound({ prompt: 'rain' });
    await post('clock', { advance_seconds: 30 });
    expect(await others.jobs.retrieve(failing)).toMatchObject({ status: 'queued' });
    await post('clock', { advance_seconds: 30 }, 'other');
    expect(await client().jobs.retrieve(started)).toMatchObject({ status: 'queued', progress: 0 });
    expect(await others.jobs.retrieve(failing)).toMatchObject({ status: 'failed', error: 'Too dark.' });

    expect(await post(`jobs/${started.job_id}`, { status: 'held' }, 'other')).toMatchObject({ status: 404 });
    expect(await post(`jobs/${started.job_id}`, { status: 'held' })).toMatchObject({ status: 200 });
    await post('clock', { advance_seconds: 1000 });
    expect(await client().jobs.retrieve(started)).toMatchObject({ status: 'queued' });
    await post(`jobs/${started.job_id}`, { status: 'held', seconds: 0 });
    await post('clock', { advance_seconds: 2 });
    expect(await client().jobs.retrieve(started)).toMatchObject({ status: 'completed' });

    const refused = await post('jobs', { status: 'completed', error: 'Why?' });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'outcome.error']);
    expect((await post('jobs', { status: 'sleeping' })).body.error.param).toBe('status');
    expect((await post(`jobs/${started.job_id}`, { status: 'held', seconds: -1 })).body.error.param).toBe('seconds');
  });
});

describe('mock.jobs', () => {
  test('keeps an outcome until the next job of its API key or a reset', async () => {
    const { mock, client } = openInProcess();
    await mock.jobs.next({ status: 'failed', apiKey: 'other' });
    await mock.jobs.next({ status: 'failed', error: 'Mine.' });
    const start = async (apiKey: string) => {
      const { audio, jobs } = client({ apiKey });
      const started = await audio.generateSound({ prompt: 'rain' });
      return (await jobs.wait(started).catch(({ job }) => job)).error;
    };
    expect([await start('test'), await start('test')]).toEqual(['Mine.', null]);
    expect([await start('other'), await start('other')]).toEqual(['The job was configured to fail.', null]);
    await mock.jobs.next({ status: 'failed', times: 5 });
    await mock.reset();
    expect(await start('test')).toBeNull();
  });

  test('includes holds, reviews and pending failures in a snapshot', async () => {
    const { mock, client } = openInProcess({ clock: 'manual' });
    const { audio, jobs } = client();
    await mock.jobs.next({ status: 'held', seconds: 10 });
    await mock.jobs.next({ status: 'failed', error: 'Later.' });
    await mock.jobs.next({ status: 'review' });
    const started = [];
    for (const prompt of ['a', 'b', 'c']) started.push(await audio.generateSound({ prompt }));
    const saved = JSON.parse(JSON.stringify(await mock.snapshot()));
    await mock.reset();
    await mock.restore(saved);
    await mock.clock.advance(11);
    const seen = await Promise.all(started.map((job) => jobs.retrieve(job)));
    expect(seen.map(({ status, progress, error }) => [status, progress, error])).toEqual([
      ['running', 50, null],
      ['failed', 99, 'Later.'],
      ['review', 0, null],
    ]);
  });

  test('lets a job progress at the first poll after its hold is removed', async () => {
    const { mock, client } = openInProcess();
    const { audio, jobs } = client();
    const started = await audio.generateSound({ prompt: 'rain' });
    await mock.jobs.hold(started.job_id);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'queued', progress: 0 });
    await mock.jobs.hold(started.job_id, 0);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'running', progress: 25 });
  });

  test('does not change a job that has ended', async () => {
    const { mock, client } = openInProcess();
    const { audio, jobs } = client();
    const started = await audio.generateSound({ prompt: 'rain' });
    await mock.jobs.cancel(started.job_id);
    const ended = await mock.snapshot();
    await mock.jobs.hold(started.job_id);
    await mock.jobs.fail(started.job_id);
    expect(await mock.snapshot()).toEqual(ended);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'cancelled', error: null });
    for (const name of ['complete', 'fail', 'cancel', 'hold'] as const) {
      const call = async () => mock.jobs[name]('none');
      await expect(call()).rejects.toThrow(ConfigurationError);
      await expect(call()).rejects.toThrow('id is not known. No job has the id "none".');
    }
  });

  test('lets a job continue after its hold ends if the clock is realtime', async () => {
    const { mock, client } = openInProcess({ clock: 'realtime' });
    const { audio, jobs } = client();
    const started = await audio.generateSound({ prompt: 'rain' });
    await mock.jobs.hold(started.job_id, 100_000);
    await mock.clock.advance(99_000);
    expect(await jobs.retrieve(started)).toMatchObject({ completed_at: null });
    await mock.clock.advance(3000);
    expect(await jobs.retrieve(started)).toMatchObject({ status: 'completed' });
  });

  test.each<[JobOutcome, string]>([
    [{ status: 'held', error: 'No.' }, 'outcome.error is for the status "failed" only.'],
    [{ status: 'failed', seconds: 1 }, 'outcome.seconds is for the status "held" or "review" only.'],
    [{ status: 'held', seconds: Number.NaN }, 'outcome.seconds must be a number from 0 to 1000000000.'],
    [{ status: 'completed', times: 0 }, 'outcome.times must be a whole number above 0.'],
    [{ status: 'gone' as 'held' }, 'outcome.status must be one of "completed", "failed", "held", "review".'],
    [{} as JobOutcome, 'outcome.status must be one of "completed", "failed", "held", "review".'],
    [
      { status: 'held', second: 1 } as JobOutcome,
      'outcome.second is not a field of an outcome. Did you mean "seconds"? Use one of status, error, seconds, times, apiKey.',
    ],
    [{ status: 'held', apiKey: '' }, 'outcome.apiKey must be a non-empty string.'],
    [{ status: 'failed', error: 1 } as object as JobOutcome, 'outcome.error must be a string.'],
  ])('rejects the outcome %j', async (outcome, message) => {
    await expect(async () => openInProcess().mock.jobs.next(outcome)).rejects.toThrow(message);
  });
});
