/**
 * Functions that need the file system of Node.js, Bun or Deno: {@link download} writes a clip to a file, and resumes after a
 * broken connection or a crash.
 *
 * @module clipwright/node
 */
export { DownloadError } from '../core/errors/download-error.ts';
export { type DownloadOptions, type DownloadResult, download } from './download.ts';
export type { DownloadReference, DownloadSource } from './file-address.ts';
export type { DownloadProgress, TransferOptions } from './transfer.ts';
