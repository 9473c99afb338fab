import { assumptions } from '../assumptions.ts';
import type { Store } from '../store.ts';
import { sampleMp4 } from './sample-mp4.ts';
import { stillPng } from './still-png.ts';
import { toneWav } from './tone-wav.ts';
import { MEDIA_PATH } from './urls.ts';
import { zip } from './zip.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** How the files of each folder are found, by the name without its extension; undefined where there is none. */
const folders: Readonly<
  Record<
    string,
    { readonly extension: string; readonly type: string; find(store: Store, name: string): Bytes | undefined }
  >
> = {
  exports: { extension: 'mp4', type: 'video/mp4', find: exportedFile },
  clips: { extension: 'mp4', type: 'video/mp4', find: renderedClip },
  sounds: { extension: 'wav', type: 'audio/wav', find: generatedSound },
  tracks: { extension: 'wav', type: 'audio/wav', find: libraryTrack },
  thumbnails: { extension: 'png', type: 'image/png', find: thumbnail },
  previews: { extension: 'png', type: 'image/png', find: preview },
  batches: { extension: 'zip', type: 'application/zip', find: archive },
};

/** The file at one of the addresses that the mock hands out; undefined where there is none. Needs no key. */
export function serveMedia(store: Store, pathname: string): Response | undefined {
  const [, folderName = '', name, extension] =
    new RegExp(`^${MEDIA_PATH}/([a-z]+)/([\\w-]+)\\.([a-z0-9]+)$`).exec(pathname) ?? [];
  const folder = Object.hasOwn(folders, folderName) ? folders[folderName] : undefined;
  if (!folder || !name || extension !== folder.extension) return undefined;
  const bytes = folder.find(store, name);
  return (
    bytes && new Response(bytes, { headers: { 'content-type': folder.type, 'content-length': String(bytes.length) } })
  );
}

function exportedFile(store: Store, exportId: string): Bytes | undefined {
  const done = store.search(({ jobs }) =>
    [...jobs.values()].find((job) => job.exportId === exportId && job.end?.status === 'completed'),
  );
  return done && sampleMp4();
}

function renderedClip(store: Store, jobId: string): Bytes | undefined {
  return store.findJob(jobId)?.job.end?.status === 'completed' ? sampleMp4() : undefined;
}

function generatedSound(store: Store, jobId: string): Bytes | undefined {
  const job = store.findJob(jobId)?.job;
  return job?.kind === 'sound' && job.end?.status === 'completed' ? toneWav(job.fileSeconds) : undefined;
}

function libraryTrack(store: Store, assetId: string): Bytes | undefined {
  const track = store.search(({ audio }) => [...audio.values()].find(({ id }) => id === assetId));
  return track && toneWav(assumptions.audioSeconds.value);
}

function thumbnail(store: Store, projectId: string): Bytes | undefined {
  return store.search(({ projects }) => projects.get(projectId)) && stillPng(projectId);
}

/** `<clip id>-<number>` */
function preview(store: Store, name: string): Bytes | undefined {
  const [, clipId] = /^(.+)-[12]$/.exec(name) ?? [];
  const clip = store.search(({ batches }) =>
    [...batches.values()].flatMap(({ clips }) => clips).find(({ id }) => id === clipId),
  );
  return clip && stillPng(name);
}

function archive(store: Store, batchId: string): Bytes | undefined {
  const batch = store.search(({ batches }) => batches.get(batchId));
  return batch && zip(batch.clips.map(({ title }, at) => ({ name: `${at + 1} ${title}.mp4`, bytes: sampleMp4() })));
}
