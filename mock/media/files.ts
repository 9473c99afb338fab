import { HttpError } from '../api/http-error.ts';
import { downloadExpiry, MEDIA_PATH } from '../api/urls.ts';
import { assumptions } from '../assumptions.ts';
import type { Store } from '../state/store.ts';
import type { JobState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';
import { sampleMp4 } from './sample-mp4.ts';
import { stillPng } from './still-png.ts';
import { toneWav } from './tone-wav.ts';
import { zip } from './zip.ts';

/** A file that the mock serves. */
export interface MediaFile extends Content {
  /** Its media type. */
  readonly type: string;
}

interface Content {
  /** The same for the same bytes, and for no others. */
  readonly key: string;
  make(): Uint8Array<ArrayBuffer>;
}

type Find = (store: Store, name: string, now: number) => Content | undefined;

/** How the files of each folder are found, by the name without its extension; undefined where there is none. */
const folders: Readonly<Record<string, { readonly extension: string; readonly type: string; readonly find: Find }>> = {
  exports: { extension: 'mp4', type: 'video/mp4', find: exportedFile },
  samples: { extension: 'mp4', type: 'video/mp4', find: sampleExport },
  clips: { extension: 'mp4', type: 'video/mp4', find: renderedClip },
  sounds: { extension: 'wav', type: 'audio/wav', find: generatedSound },
  tracks: { extension: 'wav', type: 'audio/wav', find: libraryTrack },
  thumbnails: { extension: 'png', type: 'image/png', find: thumbnail },
  previews: { extension: 'png', type: 'image/png', find: preview },
  batches: { extension: 'zip', type: 'application/zip', find: archive },
};

/**
 * The file at one of the addresses that the mock hands out; undefined where there is none.
 *
 * @throws HttpError 410 where the link has expired.
 */
export function findFile(store: Store, pathname: string, now: number): MediaFile | undefined {
  const [, folderName = '', name, extension] =
    new RegExp(`^${MEDIA_PATH}/([a-z]+)/([\\w-]+)\\.([a-z0-9]+)$`).exec(pathname) ?? [];
  const folder = Object.hasOwn(folders, folderName) ? folders[folderName] : undefined;
  if (!folder || !name || extension !== folder.extension) return undefined;
  const content = folder.find(store, name, now);
  return content && { ...content, type: folder.type };
}

function exportedFile(store: Store, exportId: string, now: number): Content | undefined {
  const done = store.search(({ jobs }) => [...jobs.values()].find((job) => job.exportId === exportId && isDone(job)));
  if (!done?.end) return undefined;
  requireGood(downloadExpiry(done.end.at), now);
  return video;
}

/** Of an `export.ready` that was emitted by hand. */
function sampleExport(_: Store, name: string, now: number): Content | undefined {
  if (!/^\d{1,15}$/.test(name)) return undefined;
  requireGood(Number(name), now);
  return video;
}

function requireGood(expiry: number, now: number): void {
  if (now < expiry) return;
  const message = `This link was good until ${isoTime(expiry)}. Fetch an export within ${assumptions.downloadHours.value} hours of its export.ready event.`;
  throw new HttpError(410, 'expired', message);
}

function renderedClip(store: Store, jobId: string): Content | undefined {
  const job = store.findJob(jobId)?.job;
  return job && isDone(job) ? video : undefined;
}

function generatedSound(store: Store, jobId: string): Content | undefined {
  const job = store.findJob(jobId)?.job;
  return job?.kind === 'sound' && isDone(job) ? tone(job.fileSeconds) : undefined;
}

function libraryTrack(store: Store, assetId: string): Content | undefined {
  const track = store.search(({ audio }) => [...audio.values()].find(({ id }) => id === assetId));
  return track && tone(assumptions.audioSeconds.value);
}

function thumbnail(store: Store, projectId: string): Content | undefined {
  return store.search(({ projects }) => projects.get(projectId)) && still(projectId);
}

/** `<clip id>-<number>` */
function preview(store: Store, name: string): Content | undefined {
  const [, clipId] = /^(.+)-[12]$/.exec(name) ?? [];
  const clip = store.search(({ batches }) =>
    [...batches.values()].flatMap(({ clips }) => clips).find(({ id }) => id === clipId),
  );
  return clip && still(name);
}

function archive(store: Store, batchId: string): Content | undefined {
  const batch = store.search(({ batches }) => batches.get(batchId));
  const names = batch?.clips.map(({ title }, at) => `${at + 1} ${title}.mp4`);
  return (
    names && {
      key: `archive ${JSON.stringify(names)}`,
      make: () => zip(names.map((name) => ({ name, bytes: sampleMp4() }))),
    }
  );
}

function isDone({ end }: JobState): boolean {
  return end?.status === 'completed';
}

const video: Content = { key: 'video', make: sampleMp4 };

function tone(seconds: number): Content {
  return { key: `tone ${seconds}`, make: () => toneWav(seconds) };
}

function still(seed: string): Content {
  return { key: `still ${seed}`, make: () => stillPng(seed) };
}
