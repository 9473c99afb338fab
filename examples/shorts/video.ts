import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type BatchProgress, type Clip, type Clipwright, isErrorNamed } from 'clipwright';
import { download } from 'clipwright/node';
import { folderOf, loadTask, removeTask, saveTask, slug } from './tasks.ts';

export interface Shorts {
  readonly video: string;
  readonly files: readonly string[];
  /** Why clips or files are missing. */
  readonly problems: readonly string[];
}

export interface ShortsOptions {
  readonly client: Clipwright;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number, text: string) => void;
}

const hour = 60 * 60_000;

/** Makes the clips of a video and downloads them, or continues the work of an earlier run. */
export async function makeShorts(video: string, options: ShortsOptions): Promise<Shorts> {
  const { clips } = await makeClips(video, options);
  const exported = clips.filter(({ download_url }) => download_url);
  const failed = clips.filter(({ download_url }) => !download_url);
  const problems = failed.map(({ title, clip_id, status, error_message }) => {
    return `no file of ${title ?? clip_id}: ${error_message ?? status}`;
  });
  if (clips.length === 0) problems.push('the service found nothing to make a clip of');
  const files: string[] = [];
  for (const clip of exported) {
    options.onProgress(100, `downloading ${files.length + 1} of ${exported.length}`);
    try {
      files.push(await downloadClip(clip, clips.indexOf(clip) + 1, join(options.folder, folderOf(video)), options));
    } catch (error) {
      options.signal.throwIfAborted();
      problems.push(`no file of ${clip.title ?? clip.clip_id}: ${error instanceof Error ? error.message : error}`);
    }
  }
  options.onProgress(100, `${files.length} of ${clips.length} clips`);
  return { video, files, problems };
}

async function makeClips(video: string, { client, folder, signal, onProgress }: ShortsOptions): Promise<BatchProgress> {
  const task = await loadTask(folder, video);
  onProgress(0, 'starting');
  const batch =
    task.batch ??
    (await client.clips.generate(
      {
        source: { video_site_url: video },
        target: { aspect_ratio: '9:16', min_duration_seconds: 20, max_duration_seconds: 60 },
        export: { auto_export: true },
      },
      { idempotencyKey: task.key, signal },
    ));
  await saveTask(folder, { ...task, batch });
  try {
    return await client.clips.wait(batch, {
      signal,
      timeout: hour,
      onProgress: ({ progress, clips }) => onProgress(progress, `of ${clips.length} clips`),
    });
  } catch (error) {
    // Forget the key, because it would return this failed batch. The next run then makes new clips.
    if (isErrorNamed(error, 'JobFailedError') || isErrorNamed(error, 'JobCanceledError')) {
      await removeTask(folder, video);
    }
    throw error;
  }
}

async function downloadClip(clip: Clip, number: number, folder: string, options: ShortsOptions): Promise<string> {
  if (!clip.download_url) throw new Error(`Clip ${number} has no file.`);
  const { pathname } = new URL(clip.download_url);
  const name = `${String(number).padStart(2, '0')}-${slug(clip.title ?? clip.clip_id)}`;
  const path = join(folder, `${name}${extname(basename(pathname)) || '.mp4'}`);
  const { client, signal } = options;
  if (!existsSync(path)) await download(clip, path, { client, signal });
  return path;
}
