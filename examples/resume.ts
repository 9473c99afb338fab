// Makes clips of a video: node examples/resume.ts <video URL> [--attempts attempts.json] [--cancel]
// Interrupt it with Ctrl-C, start it again, and it goes on with the same batch. With --cancel, Ctrl-C also cancels the
// clips, and the next start makes new ones.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Clipwright, idempotencyKey, isErrorNamed } from 'clipwright';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { attempts: { type: 'string', default: 'attempts.json' }, cancel: { type: 'boolean', default: false } },
});
const [video = 'https://video.example.com/talk'] = positionals;

// The service returns the same batch for the same key, also a cancelled one: each cancelled attempt at a video needs
// another key.
const attempts: Record<string, number> = JSON.parse(await readFile(values.attempts, 'utf8').catch(() => '{}'));
const attempt = attempts[video] ?? 1;
const key = await idempotencyKey.from({ video, attempt }, { scope: 'clips' });

const interrupt = new AbortController();
const { signal } = interrupt;
process.once('SIGINT', () => interrupt.abort());

const client = new Clipwright();
try {
  const source = { video_site_url: video };
  const params = { source, export: { auto_export: true } };
  const batch = await client.clips.generate(params, { idempotencyKey: key, signal });
  console.log(`Batch ${batch.batch_id}`);
  const { clips } = await client.clips.wait(batch, {
    signal,
    cancelOnAbort: values.cancel,
    onProgress: ({ progress }) => console.log(`${progress} %`),
  });
  for (const { title, download_url, error_message } of clips) console.log(title, download_url ?? error_message);
} catch (error) {
  if (!isErrorNamed(error, 'AbortError')) throw error;
  if (values.cancel) await writeFile(values.attempts, JSON.stringify({ ...attempts, [video]: attempt + 1 }));
  console.log(values.cancel ? 'Cancelled.' : 'Interrupted: start again to go on.');
  process.exitCode = 130;
}
