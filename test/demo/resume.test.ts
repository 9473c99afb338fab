import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../cli/support/command-line.ts';
import { startScript } from './support/run-script.ts';

/** Starts `examples/resume.ts` against a mock, with a file of attempts of its own. */
async function setUp() {
  const { baseUrl } = await commandLine().startMock('--speed', '3');
  const env = { CLIPWRIGHT_BASE_URL: baseUrl, CLIPWRIGHT_API_KEY: 'test' };
  const attempts = join(await mkdtemp(join(tmpdir(), 'resume-')), 'attempts.json');
  return (video: string, ...flags: string[]) =>
    startScript(['examples/resume.ts', `https://video.example.com/${video}`, '--attempts', attempts, ...flags], env);
}

async function interrupt(run: ReturnType<typeof startScript>) {
  await run.printed(/%\n/);
  return run.stop('SIGINT');
}

const batchOf = ({ stdout }: { stdout: string }) => stdout.match(/^Batch (\S+)\n/)?.[1];

test('examples/resume.ts, interrupted and started again, goes on with the same batch', {
  timeout: 60_000,
}, async () => {
  const start = await setUp();
  const interrupted = await interrupt(start('talk'));
  expect(interrupted).toMatchObject({ code: 130, stderr: '' });
  expect(interrupted.stdout).toMatch(/^Batch \S+\n(\d+ %\n)+Interrupted: start again to go on\.\n$/);
  const resumed = await start('talk').ended;
  expect(resumed).toMatchObject({ code: 0, stderr: '' });
  expect(resumed.stdout).toMatch(/^Batch \S+\n(\d+ %\n)*100 %\n(.* http:\S+\.mp4\n)+$/);
  expect(batchOf(resumed)).toBe(batchOf(interrupted));
});

test('examples/resume.ts --cancel cancels the clips, and makes new ones when it is started again', {
  timeout: 60_000,
}, async () => {
  const start = await setUp();
  const interrupted = await interrupt(start('talk', '--cancel'));
  expect(interrupted).toMatchObject({ code: 130, stderr: '' });
  expect(interrupted.stdout).toMatch(/%\nCancelled\.\n$/);
  const again = await start('talk', '--cancel').ended;
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toMatch(/100 %\n(.* http:\S+\.mp4\n)+$/);
  expect(batchOf(again)).not.toBe(batchOf(interrupted));
});
