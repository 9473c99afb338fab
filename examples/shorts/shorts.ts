import { parseArgs } from 'node:util';
import { Clipwright, isErrorNamed } from 'clipwright';
import { startMock } from './offline.ts';
import { Progress } from './progress.ts';
import { makeShorts, type Shorts } from './video.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: 'shorts' }, mock: { type: 'boolean', default: false } },
});
const videos = [...new Set(positionals)];
if (videos.length === 0) {
  console.error('Usage: node shorts.ts [--mock] [--folder shorts] <URL of a video>...');
  process.exit(2);
}

// Handle only the first signal: a second signal ends the process immediately.
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());

await using service = values.mock ? await startMock(values.folder) : undefined;
const client = service?.client ?? new Clipwright();
const progress = new Progress();

const results = await Promise.all(videos.map(run));
for (const { video, files, problems } of results) {
  for (const file of files) console.log(file);
  for (const problem of problems) console.error(`${video}: ${problem}`);
}
if (interrupt.signal.aborted) {
  console.error('Interrupted: start again to go on.');
  process.exitCode = 130;
} else if (results.some(({ problems }) => problems.length > 0)) {
  process.exitCode = 1;
}

/** Makes the clips of one video. Never rejects, so that a failure does not stop the other videos. */
async function run(video: string): Promise<Shorts> {
  const { folder } = values;
  const onProgress = (percent: number, text: string) => progress.show(video, percent, text);
  try {
    return await makeShorts(video, { client, folder, onProgress, signal: interrupt.signal });
  } catch (error) {
    if (interrupt.signal.aborted) return { video, files: [], problems: [] };
    const advice = isErrorNamed(error, 'WaitTimeoutError') ? ' Start again to go on.' : '';
    return { video, files: [], problems: [`${error instanceof Error ? error.message : error}${advice}`] };
  }
}
