import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, parse, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Clip, type ClipBatch, Clipwright } from 'clipwright';
import { toSrt, toWebVtt } from 'clipwright/captions';
import { createMock } from 'clipwright/mock';
import { download } from 'clipwright/node';
import { fixWords } from './demo/fixes.ts';
import { type Receiver, startReceiver } from './demo/receiver.ts';
import { change, date, headline, kilobytes, plural, progress, quoted, row, seconds } from './demo/terminal.ts';

// Makes a captioned clip from a long video, offline, with a mock service that listens on this machine. `produce` does
// what an application would do, and also works with the base URL and API key of the real service.

const captionFile = process.argv[2] ?? join(import.meta.dirname, 'second-inaugural.vtt');
const name = parse(captionFile).name;
const videoUrl = `https://video.example.com/${encodeURIComponent(basename(captionFile))}`;
const outputFolder = join(import.meta.dirname, 'output');

await main().catch((error: Error) => {
  // The mock's error message names the option `transcripts`. Show the name of the caption file instead.
  console.error(`The demo stopped: ${error.message.replace(`transcripts["${videoUrl}"]`, captionFile)}`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const webhookSecret = randomUUID();
  const transcripts = { [videoUrl]: await readFile(captionFile, 'utf8') };
  const mock = createMock({ clock: 'realtime', speed: 2, webhookSecret, transcripts });
  const service = await mock.listen();
  const receiver = await startReceiver(webhookSecret);
  try {
    await produce(new Clipwright({ apiKey: 'demo', baseUrl: service.baseUrl }), receiver);
  } finally {
    receiver.close();
    await service.close();
  }
}

async function produce(client: Clipwright, receiver: Receiver): Promise<void> {
  headline(`Clips of ${basename(captionFile)}`);
  const project = await client.projects.create({ name });
  row('project', quoted(project.name ?? name));
  await client.webhooks.register({ url: receiver.url, events: ['export.ready'] });
  row('webhook', receiver.url);
  const batch = await generateClips(client);
  const { export_id, download_url } = await exportReady(receiver);
  const clip = batch.clips.find((each) => each.export_id === export_id);
  if (!clip) throw new Error('The event is about an export of another batch.');

  headline(`Words of ${quoted(clip.title ?? clip.clip_id)}`);
  await fixWords(client, clip.project_id);

  headline('Timeline and sound');
  const track = await addMusic(client, clip.project_id);
  await arrangeMusic(client, clip.project_id, track);
  const soundUrl = await generateApplause(client, project.id);

  headline('Files');
  await saveCaptions(client, clip.project_id);
  await saveFile(download_url, `${name}.mp4`);
  await saveFile(soundUrl, 'applause.wav');
}

async function generateClips(client: Clipwright): Promise<ClipBatch> {
  const params = {
    project_name: name,
    source: { video_site_url: videoUrl },
    target: { aspect_ratio: '9:16', min_duration_seconds: 30, max_duration_seconds: 90 },
    export: { auto_export: true },
  };
  let batch = await client.clips.generate(params);
  if (batch.clips.length === 0) {
    row('clips', 'no clip of 30 to 90 s fits, so each sentence becomes one');
    batch = await client.clips.generate({ ...params, target: { aspect_ratio: '9:16', min_duration_seconds: 0 } });
  }
  const onProgress = ({ clips }: ClipBatch) => showProgress(client, clips);
  const { rendered_count, clips } = await client.clips.wait(batch, { interval: 100, maxInterval: 100, onProgress });
  row('clips', `${rendered_count} of ${plural(clips.length, 'clip')} exported`);
  return batch;
}

/** Shows the progress of the export jobs. Each clip is a separate project with its own export job. */
async function showProgress(client: Clipwright, clips: readonly Clip[]): Promise<void> {
  const jobs = (await Promise.all(clips.map(({ project_id }) => client.jobs.list(project_id)))).flat();
  const percent = jobs.reduce((sum, job) => sum + (job.progress ?? 0), 0) / jobs.length;
  progress('clips', percent, `of ${plural(clips.length, 'clip')}`);
}

async function exportReady({ firstExport }: Receiver) {
  const timeout = delay(10_000, undefined, { ref: false }).then(() => {
    throw new Error('No export.ready arrived within 10 s.');
  });
  const { type, data } = await Promise.race([firstExport, timeout]);
  row('event', `${type} received and verified, the file is available until ${date(data.expires_at)}`);
  return data;
}

async function addMusic(client: Clipwright, projectId: string): Promise<string> {
  const params = { provider: 'open-audio', external_id: 'calm-strings', project_id: projectId };
  const { asset, timeline_item_id } = await client.audio.importFromLibrary(params);
  if (!timeline_item_id) throw new Error('The track was imported, but not placed on the timeline.');
  row(
    'import',
    `${quoted(asset.name ?? asset.id)}, ${seconds(asset.duration_seconds ?? 0)}, license ${asset.license_code}`,
  );
  return timeline_item_id;
}

async function arrangeMusic(client: Clipwright, projectId: string, timeline_item_id: string): Promise<void> {
  const move = { timeline_item_id, new_start_seconds: 2 };
  const [moved] = (await client.timeline.batchMove(projectId, { items: [move] })).items;
  change('move', `starts at ${seconds(moved?.previous_start_seconds ?? 0)}`, seconds(moved?.new_start_seconds ?? 0));

  const trim = { timeline_item_id, trim_start_seconds: 1.5, trim_end_seconds: 8.5 };
  const [trimmed] = (await client.timeline.batchTrim(projectId, { items: [trim] })).items;
  row('trim', `1.50 s off its start, 8.50 s off its end  →  lasts ${seconds(trimmed?.new_duration_seconds ?? 0)}`);

  const { updated } = await client.timeline.updateMedia(projectId, timeline_item_id, { volume: 0.2 });
  change('volume', '100 %', `${Math.round((updated?.volume ?? 1) * 100)} %`);
}

async function generateApplause(client: Clipwright, projectId: string): Promise<string> {
  const prompt = 'Soft applause in a large hall';
  const started = await client.audio.generateSound({ prompt, project_id: projectId });
  const { download_url } = await client.jobs.wait(started, { interval: 100, timeout: 30_000 });
  if (!download_url) throw new Error('The sound was generated, but has no download URL.');
  row('generate', quoted(prompt));
  return download_url;
}

async function saveCaptions(client: Clipwright, projectId: string): Promise<void> {
  const captions = await client.captions.list(projectId).toArray();
  const count = plural(captions.length, 'caption');
  await save(`${name}.vtt`, toWebVtt(captions, { karaoke: true }), `${count}, with word times`);
  await save(`${name}.srt`, toSrt(captions), count);
}

async function saveFile(url: string, file: string): Promise<void> {
  const { path, bytes } = await download(url, join(outputFolder, file), { overwrite: true });
  saved(path, kilobytes(bytes));
}

async function save(file: string, content: string, details: string): Promise<void> {
  const path = join(outputFolder, file);
  await mkdir(outputFolder, { recursive: true });
  await writeFile(path, content);
  saved(path, details);
}

function saved(path: string, details: string): void {
  row(parse(path).ext.slice(1), `${relative(process.cwd(), path)}  (${details})`);
}
