import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { expect, onTestFinished, test } from 'vitest';
import type { Running } from '../../support/running.ts';
import { startScript } from '../support/run-script.ts';

/** Starts a mock whose time passes only during `finish`, and returns functions that run `examples/resume.ts`. */
async function setUp() {
  const mock = createMock({ clock: 'manual' });
  const server = await mock.listen();
  const folder = await mkdtemp(join(tmpdir(), 'resume-'));
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const env = { CLIPWRIGHT_BASE_URL: server.baseUrl, CLIPWRIGHT_API_KEY: 'test' };
  const args = ['examples/resume.ts', 'https://video.example.com/talk', '--attempts', join(folder, 'attempts.json')];
  const start = (...flags: string[]) => startScript([...args, ...flags], env);
  /** Advances the mock's time until the example ends. */
  const finish = (run: Running) => {
    const ticking = setInterval(() => mock.clock.advance(10), 50);
    return run.ended.finally(() => clearInterval(ticking));
  };
  return { mock, start, finish };
}

async function interrupt(run: Running) {
  await run.printed(/%\n/);
  return run.stop('SIGINT');
}

const batchesOf = ({ stdout }: { stdout: string }) => [...stdout.matchAll(/^Batch (\S+)$/gm)].map(([, id]) => id);
const batchOf = (run: { stdout: string }) => batchesOf(run)[0];

test('examples/resume.ts continues the same batch after an interruption', async () => {
  const { start, finish } = await setUp();
  const interrupted = await interrupt(start());
  expect(interrupted).toMatchObject({ code: 130, stderr: '' });
  expect(interrupted.stdout).toMatch(
    /^Batch \S+\n(\d+ %\n)+clips\.wait was aborted by its signal\nInterrupted: start again to go on\.\n$/,
  );
  const resumed = await finish(start());
  expect(resumed).toMatchObject({ code: 0, stderr: '' });
  expect(resumed.stdout).toMatch(/^Batch \S+\n(\d+ %\n)*100 %\n(.* http:\S+\.mp4\n)+$/);
  expect(batchOf(resumed)).toBe(batchOf(interrupted));
});

test('examples/resume.ts --cancel cancels the clips, and the next start makes new clips', async () => {
  const { start, finish } = await setUp();
  const interrupted = await interrupt(start('--cancel'));
  expect(interrupted).toMatchObject({ code: 130, stderr: '' });
  expect(interrupted.stdout).toMatch(/%\nclips\.wait was aborted by its signal; jobs canceled: \d+\nInterrupted: /);
  const again = await finish(start('--cancel'));
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toMatch(/100 %\n(.* http:\S+\.mp4\n)+$/);
  const [first, second, ...more] = batchesOf(again);
  expect([first, more]).toEqual([batchOf(interrupted), []]);
  expect(second).not.toBe(first);
});

test('examples/resume.ts --cancel does not start a second batch if the clips could not be canceled', async () => {
  const { mock, start, finish } = await setUp();
  mock.faults.add({ match: { endpoint: 'jobs.cancel' }, status: 500, times: 100 });
  const interrupted = await interrupt(start('--cancel'));
  expect(interrupted.stdout).toMatch(/jobs canceled: 0, failed: \d+/);
  const again = await finish(start('--cancel'));
  expect(again.code).toBe(0);
  expect(batchesOf(again)).toEqual(batchesOf(interrupted));
});

test('examples/resume.ts --cancel does not start a second batch if it was stopped before it received the first batch', async () => {
  const { mock, start, finish } = await setUp();
  mock.faults.add({ match: { endpoint: 'clips.generate' }, when: 'after', stall: true, times: 1 });
  const run = start('--cancel');
  await expect.poll(() => mock.faults.list(), { timeout: 300_000 }).toEqual([]);
  expect(await run.stop('SIGINT')).toMatchObject({ code: 130 });
  const again = await finish(start('--cancel'));
  expect(again.code).toBe(0);
  expect(batchesOf(again)).toHaveLength(1);
});

test('after examples/resume.ts --cancel, the next start makes new clips, even if one of the first clips had ended before', async () => {
  const { mock, start, finish } = await setUp();
  const run = start('--cancel');
  await run.printed(/%\n/);
  const { projectId = '' } = mock.requests.matching({ endpoint: 'jobs.list' })[0]?.path ?? {};
  const [job] = await new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch }).jobs.list(projectId);
  mock.jobs.complete(job?.job_id ?? '');
  await run.stop('SIGINT');
  const again = await finish(start('--cancel'));
  expect(again.code).toBe(0);
  expect(batchesOf(again)).toHaveLength(2);
  expect(again.stdout).not.toContain('null');
});
