import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Clipwright } from '../client.ts';
import { ConfigurationError } from '../core/errors/configuration-error.ts';
import { DownloadError } from '../core/errors/download-error.ts';
import { AbortError } from '../core/errors/network-errors.ts';
import {
  aBoolean,
  aFunction,
  aNonEmptyString,
  aSignal,
  aWholeNumber,
  type Checks,
  mustBe,
  requireFields,
  requireValue,
} from '../core/options/checks.ts';
import { aDuration } from '../core/options/option-checks.ts';
import { type DownloadSource, FileAddress } from './file-address.ts';
import { PartFile } from './part-file.ts';
import { Transfer, type TransferOptions } from './transfer.ts';

/** Options of {@link download}. */
export interface DownloadOptions extends TransferOptions {
  /**
   * The client that reads the job again if the URL of a clip or a job has expired. The file is requested with the
   * client's `fetch`, without the API key. Without a client, the runtime's `fetch` is used, and expired URLs reject.
   */
  readonly client?: Clipwright | undefined;
}

/** A downloaded file. */
export interface DownloadResult {
  /** The path as it was passed. */
  readonly path: string;
  /** The size of the file. */
  readonly bytes: number;
}

/**
 * Downloads the file of a clip or a job, or the file at a URL, without sending the API key. Creates missing folders.
 *
 * The file gets its name when it is complete. Until then, its bytes are in `<path>.part`. If the connection breaks, the
 * next attempt requests only the missing bytes, provided that the server supports this and the file has not changed. If
 * all retries fail or the process is killed, `<path>.part` and `<path>.part.json` stay, and the next call with the same
 * source and path continues the download. Two processes must not download to the same path at the same time.
 *
 * @param source A clip, a job, the data of an `export.ready` event, or a URL. If there is a `client` and the URL of a
 * clip or a job has expired (status 400, 403, 404 or 410), the job is read again once to get a new URL.
 * @throws `ConfigurationError` when an argument or an option is not valid, or the source has no `download_url`.
 * @throws `DownloadError` when the path exists, the server does not send the file, or the file cannot be written.
 * @throws `AbortError` when the signal is aborted.
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 * import { download } from 'clipwright/node';
 *
 * const client = new Clipwright();
 * const { clips } = await client.clips.wait(batch);
 * for (const clip of clips) {
 *   if (clip.download_url) await download(clip, `clips/${clip.clip_id}.mp4`, { client });
 * }
 * ```
 */
export async function download(
  source: DownloadSource,
  path: string,
  options: DownloadOptions = {},
): Promise<DownloadResult> {
  requireFields(options, optionChecks);
  requireValue('path', path, aNonEmptyString);
  // `resolve` removes the separator, so a missing folder would become a file.
  if (/[/\\]$/.test(path)) throw new ConfigurationError('path', 'is a folder: choose the path of a file.');
  const { client, signal, overwrite = false } = options;
  const address = new FileAddress(source, client);
  const target = resolve(path);
  const refusal = (reason: string) =>
    new DownloadError(`${path} ${reason}`, { status: null, url: address.shown, bytes: 0 });
  if (targets.has(target)) throw refusal('is already being downloaded: choose another path');
  targets.add(target);
  try {
    signal?.throwIfAborted();
    const existing = await stat(target).catch(() => undefined);
    if (existing?.isDirectory()) throw refusal('is a folder: choose the path of a file');
    if (existing && !overwrite) throw refusal('exists: choose another path, or pass overwrite: true to replace it');
    const part = await PartFile.find(target, address.id);
    await new Transfer(address, part, options).run();
    return { path, bytes: part.bytes };
  } catch (error) {
    if (!signal?.aborted) throw error;
    const facts = { attempts: 0, idempotencyKey: null };
    throw new AbortError(`The download to ${path} was aborted by its signal`, facts, { cause: signal.reason });
  } finally {
    targets.delete(target);
  }
}

const optionChecks: Checks<DownloadOptions> = {
  client: mustBe('a client, as in new Clipwright()', (value) => typeof Object(value).jobs?.list === 'function'),
  signal: aSignal,
  timeout: aDuration,
  maxRetries: aWholeNumber,
  overwrite: aBoolean,
  onProgress: aFunction,
};

/** The paths that this process is downloading to. Two downloads to one path would mix their bytes in the part file. */
const targets = new Set<string>();
