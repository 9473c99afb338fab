import { assumptions } from '../assumptions.ts';

/** The path prefix of media files. Requests for these files need no API key. */
export const MEDIA_PATH = '/media';

/** The query parameter with which the console requests a file to play it. Faults do not apply to such a request. */
export const PREVIEW = 'preview';

export const fileKinds = [
  'exports',
  'samples',
  'clips',
  'sounds',
  'tracks',
  'thumbnails',
  'previews',
  'batches',
] as const;

/** A kind of file: the folder in its URL. */
export type FileKind = (typeof fileKinds)[number];

export const urls = {
  export: (origin: string, exportId: string) => `${origin}${MEDIA_PATH}/exports/${exportId}.mp4`,
  /** A sample export has no job, so its URL contains the expiry (milliseconds since 1970) and the workspace. */
  sample: (origin: string, expiry: number, workspaceId?: string) =>
    `${origin}${MEDIA_PATH}/samples/${expiry}${workspaceId === undefined ? '' : `-${workspaceId}`}.mp4`,
  clip: (origin: string, jobId: string) => `${origin}${MEDIA_PATH}/clips/${jobId}.mp4`,
  sound: (origin: string, jobId: string) => `${origin}${MEDIA_PATH}/sounds/${jobId}.wav`,
  track: (origin: string, assetId: string) => `${origin}${MEDIA_PATH}/tracks/${assetId}.wav`,
  thumbnail: (origin: string, projectId: string) => `${origin}${MEDIA_PATH}/thumbnails/${projectId}.png`,
  preview: (origin: string, clipId: string, n: number) => `${origin}${MEDIA_PATH}/previews/${clipId}-${n}.png`,
  archive: (origin: string, batchId: string) => `${origin}${MEDIA_PATH}/batches/${batchId}.zip`,
  license: (origin: string) => `${origin}/docs/licenses`,
  errorDocs: (origin: string, code: string) => `${origin}/docs/errors#${code}`,
} as const;

export function jobFileUrl(
  job: { readonly id: string; readonly kind: string; readonly exportId: string | null },
  origin: string,
): string {
  if (job.kind === 'sound') return urls.sound(origin, job.id);
  return job.exportId === null ? urls.clip(origin, job.id) : urls.export(origin, job.exportId);
}

export function downloadExpiry(readyAt: number): number {
  return readyAt + assumptions.downloadHours.value * 3_600_000;
}
