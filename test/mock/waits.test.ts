import type { ClipBatch, ClipWaitOptions, GenerateClipsParams } from 'clipwright';
import type { Mock } from 'clipwright/mock';
import { test as testWithMock } from 'clipwright/vitest';
import { describe, expect, test, vi } from 'vitest';
import { forEachTransport, openInProcess } from '../support/transports.ts';

const generate = {
  source: { video_site_url: 'https://video.example/speech' },
  target: { min_duration_seconds: 15, max_duration_seconds: 40 },
};
const exported = { ...generate, export: { auto_export: true } };

const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

/** Runs the work with fake timers. Returns the delays between its polls, in milliseconds. */
async function delaysOf(work: () => PromiseLike<unknown>): Promise<number[]> {
  vi.useFakeTimers();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await Promise.all([work(), vi.runAllTimersAsync()]);
  // Timers of 60 s or more are the timeouts of requests.
  return timers.mock.calls.flatMap(([, delay = 0]) => (delay < 60_000 ? delay : []));
}

/** The delays after the first polls, in milliseconds. Each delay is 1.5 times the previous delay. */
const growingDelays = (count: number) => Array.from({ length: count }, (_, index) => expect.closeTo(1.5 ** index, 6));

/** Returns how many times each of the batch's projects has been polled, in the order of the clips. */
function pollsOf({ clips }: ClipBatch, mock: Mock): number[] {
  const polls = mock.requests.matching({ endpoint: 'jobs.list' });
  return clips.map(({ project_id }) => polls.filter(({ path }) => path.projectId === project_id).length);
}

describe('a wait on a mock in process', () => {
  test('polls a job four times, a few milliseconds apart', async () => {
    const { client, mock } = openInProcess();
    const job = await client().audio.generateSound({ prompt: 'rain' });

    expect(await delaysOf(() => client().jobs.wait(job))).toEqual(growingDelays(3));
    expect(mock.requests.matching({ endpoint: 'jobs.retrieve' })).toHaveLength(4);
  });

  test.each<[how: string, GenerateClipsParams, ClipWaitOptions]>([
    ['exported', exported, {}],
    ['only rendered', generate, { jobOf: (_, jobs) => jobs[0] }],
  ])('sees the clips of a batch end one after the other if they are %s', async (_, params, options) => {
    const { client, mock } = openInProcess();
    const batch = await client().clips.generate(params);
    expect(batch.clips).toHaveLength(5);
    const ended: unknown[] = [];
    const onProgress = ({ rendered_count }: ClipBatch) => ended.push(rendered_count);

    expect(await delaysOf(() => client().clips.wait(batch, { ...options, onProgress }))).toEqual(growingDelays(7));
    expect(ended).toEqual([0, 0, 0, 1, 2, 3, 4, 5]);
    expect(pollsOf(batch, mock)).toEqual([4, 5, 6, 7, 8]);
  });

  test('polls the clips of a large batch at most twelve times', async () => {
    const url = 'https://video.example/long';
    const lines = Array.from(
      { length: 40 },
      (_, n) => `${time(n * 20)} --> ${time(n * 20 + 19)}\nSentence number ${n}.`,
    );
    const { client, mock } = openInProcess({ transcripts: { [url]: `WEBVTT\n\n${lines.join('\n\n')}` } });
    const batch = await client().clips.generate({ ...exported, source: { video_site_url: url } });
    expect(batch.clips.length).toBeGreaterThan(12);

    await delaysOf(() => client().clips.wait(batch));
    expect(pollsOf(batch, mock)).toEqual(batch.clips.map((_, index) => Math.min(4 + index, 12)));
  });

  testWithMock(
    'polls the clips of a batch as often, and with the same delays, through the vitest fixtures',
    async ({ client, mock }) => {
      const batch = await client.clips.generate(exported);

      expect(await delaysOf(() => client.clips.wait(batch))).toEqual(growingDelays(7));
      expect(pollsOf(batch, mock)).toEqual([4, 5, 6, 7, 8]);
    },
  );
});

forEachTransport('a poll', (open) => {
  test('has the header retry-after-ms only if the clock is stepped', async () => {
    const asked: unknown[] = [];
    for (const clock of ['stepped', 'manual', 'realtime'] as const) {
      const { client } = await open({ clock });
      const { audio, jobs } = client();
      const job = await audio.generateSound({ prompt: 'rain' });
      const calls = [jobs.list(job.project_id ?? ''), jobs.retrieve(job), jobs.cancel(job)];
      for (const call of calls) asked.push((await call.withResponse()).response.headers.get('retry-after-ms'));
    }
    expect(asked).toEqual(['1', '1', null, null, null, null, null, null, null]);
  });

  test('has a retry-after-ms that pages of other origins can read', async () => {
    const { client } = await open();
    const job = await client().audio.generateSound({ prompt: 'rain' });
    const { headers } = (await client().jobs.retrieve(job).withResponse()).response;
    expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('retry-after-ms');
  });
});

test('each poll advances a job by an equal part, and the job ends at the same mock time as without polls', async () => {
  const { client } = openInProcess();
  const { clips } = await client().clips.generate(exported);
  const seen: unknown[] = [];
  for (let poll = 0; poll < 5; poll += 1) {
    const [job] = await client().jobs.list(clips[1]?.project_id ?? '');
    seen.push([job?.status, job?.progress, job?.completed_at]);
  }
  expect(seen).toEqual([
    ['running', 20, null],
    ['running', 40, null],
    ['running', 60, null],
    ['running', 80, null],
    ['completed', 100, '2026-01-01T00:00:05.000Z'],
  ]);
});
