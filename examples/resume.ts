// Makes clips of a video: node examples/resume.ts <video URL> [--cancel]
// Interrupt it with Ctrl-C, start it again, and it goes on with the same batch. With --cancel, Ctrl-C also cancels the
// clips, and the next start makes new ones.
import { readFile, writeFile } from 'node:fs/promises';
import { Clipwright, idempotencyKey, isErrorNamed } from 'clipwright';

const [video = 'https://video.example.com/talk', ...flags] = process.argv.slice(2);
const cancelOnAbort = flags.includes('--cancel');

// The service returns the same batch for the same key, also a cancelled one: each cancelled attempt needs another key.
const file = process.env.ATTEMPT_FILE ?? 'attempt.txt';
const attempt = Number(await readFile(file, 'utf8').catch(() => 1));
const key = await idempotencyKey.from({ video, attempt }, { scope: 'clips' });

const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());

const client = new Clipwright();
const batch = await client.clips.generate(
  { source: { video_site_url: video }, export: { auto_export: true } },
  { idempotencyKey: key },
);
console.log(`Batch ${batch.batch_id}`);
try {
  const { clips } = await client.clips.wait(batch, {
    signal: interrupt.signal,
    cancelOnAbort,
    onProgress: ({ progress }) => console.log(`${progress} %`),
  });
  for (const { title, download_url, error_message } of clips) console.log(title, download_url ?? error_message);
} catch (error) {
  if (!isErrorNamed(error, 'AbortError')) throw error;
  if (cancelOnAbort) await writeFile(file, String(attempt + 1));
  console.log(cancelOnAbort ? 'Cancelled.' : 'Interrupted: start again to go on.');
}
