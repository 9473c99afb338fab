import { createHash } from 'node:crypto';
import type { Clipwright } from '../client.ts';
import { ConfigurationError } from '../core/errors/configuration-error.ts';
import { anHttpUrl, isObject, requireValue } from '../core/options/checks.ts';

/** A clip, a job, the data of an `export.ready` event, or anything else that has a `download_url`. */
export interface DownloadReference {
  readonly download_url?: string | null | undefined;
  readonly clip_id?: string | null | undefined;
  readonly job_id?: string | null | undefined;
  readonly export_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly status_url?: string | null | undefined;
}

/** What {@link download} downloads. A string is a URL. */
export type DownloadSource = DownloadReference | URL | string;

/** Why there is no newer address, and what to do. */
interface Renewal {
  readonly advice: string;
  readonly cause?: unknown;
}

/** Where a file is downloaded from. */
export class FileAddress {
  url: URL;
  /** Identifies the file without its URL, whose query may be a signature. It stays the same if the URL changes. */
  readonly id: string;
  readonly #reference: DownloadReference;
  readonly #client: Clipwright | undefined;
  #isRenewed = false;

  /** @throws ConfigurationError if there is no URL of a file. */
  constructor(source: DownloadSource, client: Clipwright | undefined) {
    this.#reference = isReference(source) ? source : { download_url: String(source) };
    this.#client = client;
    const { download_url, job_id, export_id, clip_id } = this.#reference;
    if (isReference(source) && !download_url) {
      throw new ConfigurationError(
        'source',
        'has no download_url: wait until its export has succeeded, and skip it if it has failed.',
      );
    }
    this.url = parseUrl(isReference(source) ? 'source.download_url' : 'source', download_url);
    this.id = createHash('sha256')
      .update(job_id || export_id || clip_id || this.url.href)
      .digest('hex');
  }

  /** The URL without its query, for messages. */
  get shown(): string {
    return this.url.origin + this.url.pathname;
  }

  /** Requests the file, without the API key. Uses the client's `fetch`, for a mock in this process. */
  async fetch(init: RequestInit): Promise<Response> {
    const fetch = this.#client?.fetch ?? globalThis.fetch;
    return fetch(this.url.href, init);
  }

  /** Reads the job again, once, for a newer address. Returns undefined if it has one. */
  async renew(signal: AbortSignal | undefined): Promise<Renewal | undefined> {
    const { job_id, export_id, project_id } = this.#reference;
    const isKnown = job_id || (export_id && project_id);
    if (!isKnown) return { advice: 'it may have expired: read its clip or job again, and pass that with a client' };
    if (!this.#client) return { advice: 'it may have expired: pass the option client, to read its job again' };
    if (this.#isRenewed) return { advice: 'its job was read again, and the newer address has expired, too' };
    this.#isRenewed = true;
    try {
      const renewed = parseUrl('download_url', await readAgain(this.#client, this.#reference, signal));
      if (renewed.href === this.url.href) {
        return { advice: 'its job was read again, and has no newer address: export it again' };
      }
      this.url = renewed;
      return undefined;
    } catch (cause) {
      return { advice: 'it may have expired, and its job could not be read again', cause };
    }
  }
}

function isReference(source: DownloadSource): source is DownloadReference {
  return isObject(source) && !(source instanceof URL);
}

function parseUrl(name: string, url: unknown): URL {
  requireValue(name, url, anHttpUrl);
  const parsed = new URL(String(url));
  // `fetch` refuses these, with a message that shows them.
  if (parsed.username + parsed.password === '') return parsed;
  throw new ConfigurationError(name, 'must not have a user name or a password.');
}

async function readAgain(
  client: Clipwright,
  { job_id, export_id, project_id, status_url }: DownloadReference,
  signal: AbortSignal | undefined,
): Promise<string | null | undefined> {
  // A retrieval does not read the status.
  if (job_id)
    return (await client.jobs.retrieve({ job_id, project_id, status_url, status: '' }, { signal })).download_url;
  const jobs = await client.jobs.list(String(project_id), { signal });
  const exports = jobs.filter((job) => job.export_id === export_id && job.download_url);
  // An export can have several jobs. The newest is last, as in a wait for clips; dates of ISO 8601 sort as text.
  const byAge = exports.toSorted((one, other) => (one.created_at ?? '').localeCompare(other.created_at ?? ''));
  return byAge.at(-1)?.download_url;
}
