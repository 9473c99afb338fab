import { assumptions } from '../assumptions.ts';
import { HttpError } from '../http/errors.ts';
import { downloadExpiry, MEDIA_PATH } from '../http/urls.ts';
import type { Store } from '../state/store.ts';
import type { JobState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';
import type { Times } from '../time/times.ts';

/** A file that the mock serves. */
export interface MediaFile extends FileContent {
  readonly mediaType: string;
}

interface FileContent {
  /** Identifies the bytes: equal keys mean equal bytes. */
  readonly cacheKey: string;
  /** Creates the file. Imports the module for it on demand, so that a mock starts without it. */
  create(): Promise<Uint8Array<ArrayBuffer>>;
}

interface Folder {
  readonly extension: string;
  readonly mediaType: string;
  /** @param name The file's name without its extension. */
  find(store: Store, name: string, times: Times): FileContent | undefined;
}

const folders: Readonly<Record<string, Folder>> = {
  exports: { extension: 'mp4', mediaType: 'video/mp4', find: exportedFile },
  samples: { extension: 'mp4', mediaType: 'video/mp4', find: sampleExport },
  clips: { extension: 'mp4', mediaType: 'video/mp4', find: renderedClip },
  sounds: { extension: 'wav', mediaType: 'audio/wav', find: generatedSound },
  tracks: { extension: 'wav', mediaType: 'audio/wav', find: libraryTrack },
  thumbnails: { extension: 'png', mediaType: 'image/png', find: thumbnail },
  previews: { extension: 'png', mediaType: 'image/png', find: preview },
  batches: { extension: 'zip', mediaType: 'application/zip', find: archive },
};

const filePath = new RegExp(`^${MEDIA_PATH}/([a-z]+)/([\\w-]+)\\.([a-z0-9]+)$`);

/**
 * Returns the file at a URL from one of the mock's responses; undefined if there is none.
 *
 * @throws HttpError 410 if the link has expired.
 */
export function findFile(store: Store, pathname: string, times: Times): MediaFile | undefined {
  const [, folderName = '', name, extension] = filePath.exec(pathname) ?? [];
  const folder = Object.hasOwn(folders, folderName) ? folders[folderName] : undefined;
  if (!folder || !name || extension !== folder.extension) return undefined;
  const content = folder.find(store, name, times);
  return content && { ...content, mediaType: folder.mediaType };
}

function exportedFile(store: Store, exportId: string, times: Times): FileContent | undefined {
  const found = store.find(({ apiKey, jobs }) => {
    const job = [...jobs.values()].find((job) => job.exportId === exportId && isDone(job));
    return job?.end && { apiKey, expiry: downloadExpiry(job.end.at) };
  });
  if (!found) return undefined;
  requireNotExpired(found.expiry, times.now(found.apiKey));
  return video;
}

/** Returns the file of a sample `export.ready` event. Its name has the expiry and the workspace whose time applies. */
function sampleExport(store: Store, name: string, times: Times): FileContent | undefined {
  const [, expiry, workspaceId] = /^(\d{1,15})(?:-([\w-]+))?$/.exec(name) ?? [];
  if (expiry === undefined) return undefined;
  const workspace = workspaceId === undefined ? undefined : store.findWorkspace(workspaceId);
  requireNotExpired(Number(expiry), times.now(workspace?.state.apiKey));
  return video;
}

function requireNotExpired(expiry: number, now: number): void {
  if (now < expiry) return;
  const message = `This link expired at ${isoTime(expiry)}. Download an export within ${assumptions.downloadHours.value} hours of its export.ready event.`;
  throw new HttpError(410, 'expired', message);
}

function renderedClip(store: Store, jobId: string): FileContent | undefined {
  const job = store.find(({ jobs }) => jobs.get(jobId));
  return job && isDone(job) ? video : undefined;
}

function generatedSound(store: Store, jobId: string): FileContent | undefined {
  const job = store.find(({ jobs }) => jobs.get(jobId));
  return job?.kind === 'sound' && isDone(job) ? tone(job.fileSeconds) : undefined;
}

function libraryTrack(store: Store, assetId: string): FileContent | undefined {
  const track = store.find(({ audio }) => [...audio.values()].find(({ id }) => id === assetId));
  return track && tone(assumptions.audioSeconds.value);
}

function thumbnail(store: Store, projectId: string): FileContent | undefined {
  return store.find(({ projects }) => projects.get(projectId)) && still(projectId);
}

/** @param name `<clip id>-<number>` */
function preview(store: Store, name: string): FileContent | undefined {
  const [, clipId] = /^(.+)-[12]$/.exec(name) ?? [];
  const clip = store.find(({ batches }) =>
    [...batches.values()].flatMap(({ clips }) => clips).find(({ id }) => id === clipId),
  );
  return clip && still(name);
}

function archive(store: Store, batchId: string): FileContent | undefined {
  const batch = store.find(({ batches }) => batches.get(batchId));
  const names = batch?.clips.map(({ title }, index) => `${index + 1} ${title.slice(0, MAX_TITLE_LENGTH)}.mp4`);
  return (
    names && {
      cacheKey: `archive ${JSON.stringify(names)}`,
      create: async () => {
        const { zip } = await import('./zip.ts');
        const bytes = await sampleMp4();
        return zip(names.map((name) => ({ name, bytes })));
      },
    }
  );
}

/** The maximum length in characters. File systems limit names to 255 bytes, and a restored title can be longer. */
const MAX_TITLE_LENGTH = 60;

function isDone({ end }: JobState): boolean {
  return end?.status === 'completed';
}

const video: FileContent = { cacheKey: 'video', create: sampleMp4 };

async function sampleMp4() {
  return (await import('./sample-mp4.ts')).sampleMp4();
}

function tone(seconds: number): FileContent {
  return { cacheKey: `tone ${seconds}`, create: async () => (await import('./tone-wav.ts')).toneWav(seconds) };
}

function still(seed: string): FileContent {
  return { cacheKey: `still ${seed}`, create: async () => (await import('./still-png.ts')).stillPng(seed) };
}
