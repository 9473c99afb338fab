// Makes clips of a video: node examples/resume.ts <video URL> [--attempts attempts.json] [--cancel]
// After Ctrl-C, the next run continues the same batch. With --cancel, Ctrl-C also cancels the clips, and the next run
// makes new clips.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BatchProgress, type ClipProgress, Clipwright, idempotencyKey, isErrorNamed } from 'clipwright';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { attempts: { type: 'string', default: 'attempts.json' }, cancel: { type: 'boolean', default: false } },
});
const [video = 'https://video.example.com/talk'] = positionals;
const attempts: Record<string, number> = JSON.parse(await readFile(values.attempts, 'utf8').catch(() => '{}'));

const interrupt = new AbortController();
const { signal } = interrupt;
process.once('SIGINT', () => interrupt.abort());

const client = new Clipwright();
try {
  const batch = await makeClips().catch(nullIfCanceled);
  const { clips } = batch === null || batch.clips.some(isCanceled) ? await makeNewClips() : batch;
  for (const { title, download_url, error_message } of clips) console.log(title, download_url ?? error_message);
} catch (error) {
  if (!isErrorNamed(error, 'AbortError')) throw error;
  console.log(`${error.message}\nInterrupted: start again to go on.`);
  process.exitCode = 130;
}

/** Makes the clips of the current attempt, or waits for them if an earlier run has requested them. */
async function makeClips(): Promise<BatchProgress> {
  const key = await idempotencyKey.from({ video, attempt: attempts[video] ?? 1 }, { scope: 'clips' });
  const params = { source: { video_site_url: video }, export: { auto_export: true } };
  const batch = await client.clips.generate(params, { idempotencyKey: key, signal });
  console.log(`Batch ${batch.batch_id}`);
  return client.clips.wait(batch, {
    signal,
    cancelOnAbort: values.cancel,
    onProgress: ({ progress }) => console.log(`${progress} %`),
  });
}

/** Returns null for a batch that was canceled before any clip succeeded. Rethrows all other errors. */
function nullIfCanceled(error: unknown): null {
  if (isErrorNamed(error, 'JobCanceledError')) return null;
  throw error;
}

function isCanceled({ status }: ClipProgress): boolean {
  return status === 'cancelled';
}

/** Makes clips with a new key, because the same key would return the canceled batch. */
async function makeNewClips(): Promise<BatchProgress> {
  attempts[video] = (attempts[video] ?? 1) + 1;
  await writeFile(values.attempts, JSON.stringify(attempts));
  return makeClips();
}
