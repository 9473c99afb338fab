import { assumptions } from '../assumptions.ts';
import { HttpError } from '../http/errors.ts';
import { downloadExpiry, type FileKind, fileKinds, MEDIA_PATH } from '../http/urls.ts';
import type { Store } from '../state/store.ts';
import type { JobState, WorkspaceState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';
import type { Times } from '../time/times.ts';

export interface MediaFile extends OwnedContent {
  readonly kind: FileKind;
  readonly mediaType: string;
}

interface OwnedContent extends FileContent {
  /** The API key of the workspace that the file belongs to; undefined if that workspace is unknown. */
  readonly apiKey: string | undefined;
}

interface FileContent {
  /** Identifies the bytes: equal keys mean equal bytes. */
  readonly cacheKey: string;
  /** Creates the bytes. Imports their generator on demand, because most mocks never serve a file. */
  create(): Promise<Uint8Array<ArrayBuffer>>;
}

const mediaTypes = { mp4: 'video/mp4', wav: 'audio/wav', png: 'image/png', zip: 'application/zip' };

interface Folder {
  readonly extension: keyof typeof mediaTypes;
  /** @param name The file's name without its extension. */
  find(store: Store, name: string, times: Times): OwnedContent | undefined;
}

const folders: Readonly<Record<FileKind, Folder>> = {
  exports: { extension: 'mp4', find: inWorkspaces(exportedFile) },
  samples: { extension: 'mp4', find: sampleExport },
  clips: { extension: 'mp4', find: inWorkspaces(({ jobs }, id) => (isDone(jobs.get(id)) ? video : undefined)) },
  sounds: { extension: 'wav', find: inWorkspaces(generatedSound) },
  tracks: { extension: 'wav', find: inWorkspaces(libraryTrack) },
  thumbnails: {
    extension: 'png',
    find: inWorkspaces(({ projects }, id) => (projects.has(id) ? still(id) : undefined)),
  },
  previews: { extension: 'png', find: inWorkspaces(preview) },
  batches: { extension: 'zip', find: inWorkspaces(archive) },
};

const filePath = new RegExp(`^${MEDIA_PATH}/([a-z]+)/([\\w-]+)\\.([a-z0-9]+)$`);

/**
 * Returns the file at a URL from one of the mock's responses; undefined if there is none.
 *
 * @throws HttpError 410 if the link has expired.
 */
export function findFile(store: Store, pathname: string, times: Times): MediaFile | undefined {
  const [, folderName, name, extension] = filePath.exec(pathname) ?? [];
  const kind = fileKinds.find((each) => each === folderName);
  if (!kind || !name || extension !== folders[kind].extension) return undefined;
  const content = folders[kind].find(store, name, times);
  return content && { ...content, kind, mediaType: mediaTypes[folders[kind].extension] };
}

type FindIn = (workspace: WorkspaceState, name: string, times: Times) => FileContent | undefined;

/** Looks for a file in all workspaces, because requests for files have no API key. */
function inWorkspaces(find: FindIn): Folder['find'] {
  return (store, name, times) =>
    store.find((workspace) => {
      const content = find(workspace, name, times);
      return content && { ...content, apiKey: workspace.apiKey };
    });
}

function exportedFile({ apiKey, jobs }: WorkspaceState, exportId: string, times: Times): FileContent | undefined {
  const job = [...jobs.values()].find((job) => job.exportId === exportId && isDone(job));
  if (!job?.end) return undefined;
  requireNotExpired(downloadExpiry(job.end.at), times.now(apiKey));
  return video;
}

/** Returns the file of a sample `export.ready` event. Its name contains its expiry and, optionally, a workspace id. */
function sampleExport(store: Store, name: string, times: Times): OwnedContent | undefined {
  const [, expiry, workspaceId] = /^(\d{1,15})(?:-([\w-]+))?$/.exec(name) ?? [];
  if (expiry === undefined) return undefined;
  const workspace = workspaceId === undefined ? undefined : store.workspaces().find(({ id }) => id === workspaceId);
  const apiKey = workspace?.state.apiKey;
  requireNotExpired(Number(expiry), times.now(apiKey));
  return { ...video, apiKey };
}

function requireNotExpired(expiry: number, now: number): void {
  if (now < expiry) return;
  const message = `This link expired at ${isoTime(expiry)}. Download an export within ${assumptions.downloadHours.value} hours of its export.ready event.`;
  throw new HttpError(410, 'expired', message);
}

function generatedSound({ jobs }: WorkspaceState, jobId: string): FileContent | undefined {
  const job = jobs.get(jobId);
  return job?.kind === 'sound' && isDone(job) ? tone(job.fileSeconds) : undefined;
}

function libraryTrack({ audio }: WorkspaceState, assetId: string): FileContent | undefined {
  const track = [...audio.values()].find(({ id }) => id === assetId);
  return track && tone(assumptions.audioSeconds.value);
}

/** @param name `<clip id>-<number>` */
function preview({ batches }: WorkspaceState, name: string): FileContent | undefined {
  const [, clipId] = /^(.+)-[12]$/.exec(name) ?? [];
  const isKnown = [...batches.values()].some(({ clips }) => clips.some(({ id }) => id === clipId));
  return isKnown ? still(name) : undefined;
}

function archive({ batches }: WorkspaceState, batchId: string): FileContent | undefined {
  const titles = batches.get(batchId)?.clips.map(({ title }) => title);
  if (!titles) return undefined;
  const create = async () => (await import('./sample-mp4.ts')).sampleArchive(titles);
  return { cacheKey: `archive ${JSON.stringify(titles)}`, create };
}

function isDone(job: JobState | undefined): boolean {
  return job?.end?.status === 'completed';
}

const video: FileContent = {
  cacheKey: 'video',
  create: async () => (await import('./sample-mp4.ts')).sampleMp4(),
};

function tone(seconds: number): FileContent {
  return { cacheKey: `tone ${seconds}`, create: async () => (await import('./tone-wav.ts')).toneWav(seconds) };
}

function still(seed: string): FileContent {
  return { cacheKey: `still ${seed}`, create: async () => (await import('./still-png.ts')).stillPng(seed) };
}
