import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clipwright } from 'clipwright';
import { expect, onTestFinished, test } from 'vitest';
import type { RequestRecord } from '../../../mock/index.ts';
import { commandLine } from '../../cli/support/command-line.ts';
import { startScript } from '../support/run-script.ts';

/** Starts `examples/resume.ts` against a mock, with a file of attempts of its own. */
async function setUp() {
  const { baseUrl } = await commandLine().startMock('--speed', '3');
  const env = { CLIPWRIGHT_BASE_URL: baseUrl, CLIPWRIGHT_API_KEY: 'test' };
  const folder = await mkdtemp(join(tmpdir(), 'resume-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const attempts = join(folder, 'attempts.json');
  const start = (...flags: string[]) =>
    startScript(['examples/resume.ts', 'https://video.example.com/talk', '--attempts', attempts, ...flags], env);
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    expect(await fetch(new URL(path, baseUrl), init)).toHaveProperty('status', 200);
  };
  return { baseUrl, start, post };
}

async function interrupt(run: ReturnType<typeof startScript>) {
  await run.printed(/%\n/);
  return run.stop('SIGINT');
}

const batchesOf = ({ stdout }: { stdout: string }) => [...stdout.matchAll(/^Batch (\S+)$/gm)].map(([, id]) => id);
const batchOf = (run: { stdout: string }) => batchesOf(run)[0];

test('examples/resume.ts, interrupted and started again, goes on with the same batch', async () => {
  const { start } = await setUp();
  const interrupted = await interrupt(start());
  expect(interrupted).toMatchObject({ code: 130, stderr: '' });
  expect(interrupted.stdout).toMatch(
    /^Batch \S+\n(\d+ %\n)+clips\.wait was aborted by its signal\nInterrupted: start again to go on\.\n$/,
  );
  const resumed = await start().ended;
  expect(resumed).toMatchObject({ code: 0, stderr: '' });
  expect(resumed.stdout).toMatch(/^Batch \S+\n(\d+ %\n)*100 %\n(.* http:\S+\.mp4\n)+$/);
  expect(batchOf(resumed)).toBe(batchOf(interrupted));
});

test('examples/resume.ts --cancel cancels the clips, and makes new ones when it is started again', async () => {
  const { start } = await setUp();
  const interrupted = await interrupt(start('--cancel'));
  expect(interrupted).toMatchObject({ code: 130, stderr: '' });
  expect(interrupted.stdout).toMatch(/%\nclips\.wait was aborted by its signal; jobs cancelled: \d+\nInterrupted: /);
  const again = await start('--cancel').ended;
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toMatch(/100 %\n(.* http:\S+\.mp4\n)+$/);
  const [first, second, ...more] = batchesOf(again);
  expect([first, more]).toEqual([batchOf(interrupted), []]);
  expect(second).not.toBe(first);
});

test('examples/resume.ts --cancel makes no second batch when the clips could not be cancelled', async () => {
  const { start, post } = await setUp();
  await post('/_mock/faults', { match: { endpoint: 'jobs.cancel' }, status: 500, times: 100 });
  const interrupted = await interrupt(start('--cancel'));
  expect(interrupted.stdout).toMatch(/jobs cancelled: 0, failed: \d+/);
  const again = await start('--cancel').ended;
  expect(again.code).toBe(0);
  expect(batchesOf(again)).toEqual(batchesOf(interrupted));
});

test('examples/resume.ts --cancel makes no second batch when the first one was made but not yet returned', async () => {
  const { baseUrl, start, post } = await setUp();
  await post('/_mock/faults', { match: { endpoint: 'clips.generate' }, when: 'after', stall: true, times: 1 });
  const run = start('--cancel');
  const faultsLeft = async () => (await fetch(new URL('/_mock/faults', baseUrl))).json();
  await expect.poll(faultsLeft, { timeout: 300_000 }).toEqual({ faults: [] });
  expect(await run.stop('SIGINT')).toMatchObject({ code: 130 });
  const again = await start('--cancel').ended;
  expect(again.code).toBe(0);
  expect(batchesOf(again)).toHaveLength(1);
});

test('examples/resume.ts --cancel makes new clips, too, where some had ended before the others were cancelled', async () => {
  const { baseUrl, start, post } = await setUp();
  const run = start('--cancel');
  await run.printed(/%\n/);
  const response = await fetch(new URL('/_mock/requests?endpoint=jobs.list', baseUrl));
  const { requests }: { requests: RequestRecord[] } = await response.json();
  const { projectId = '' } = requests[0]?.path ?? {};
  const [job] = await new Clipwright({ apiKey: 'test', baseUrl }).jobs.list(projectId);
  await post(`/_mock/jobs/${job?.job_id}`, { status: 'completed' });
  await run.stop('SIGINT');
  const again = await start('--cancel').ended;
  expect(again.code).toBe(0);
  expect(batchesOf(again)).toHaveLength(2);
  expect(again.stdout).not.toContain('null');
});
