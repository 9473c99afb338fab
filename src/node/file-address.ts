import { createHash } from 'node:crypto';
import type { Clipwright } from '../client.ts';
import { ConfigurationError } from '../core/errors/configuration-error.ts';
import { describeCauses } from '../core/errors/message-text.ts';
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

/** The reason why there is no newer URL, and advice for the user. */
interface RenewalFailure {
  readonly advice: string;
  readonly cause?: unknown;
}

/** Where a file is downloaded from. */
export class FileAddress {
  url: URL;
  /** Identifies the file, even after its URL has changed. A hash, because a URL's query may contain a signature. */
  readonly id: string;
  readonly #reference: DownloadReference;
  readonly #client: Clipwright | undefined;
  /** The queries of the current and the earlier URL. They are hidden, because they may contain signatures. */
  readonly #queries: string[] = [];
  #isRenewed = false;

  /** @throws ConfigurationError if there is no URL of a file. */
  constructor(source: DownloadSource, client: Clipwright | undefined) {
    this.#reference = isReference(source) ? source : { download_url: String(source) };
    this.#client = client;
    const { download_url, job_id, export_id, clip_id } = this.#reference;
    if (isReference(source) && !download_url) {
      const advice =
        'clips' in source
          ? 'pass each clip of this batch'
          : 'wait until its export has succeeded, and skip it if it has failed';
      throw new ConfigurationError('source', `has no download_url: ${advice}.`);
    }
    this.url = this.#parse(isReference(source) ? 'source.download_url' : 'source', download_url);
    this.id = createHash('sha256')
      .update(job_id || export_id || clip_id || this.url.href)
      .digest('hex');
  }

  /** The URL without its query and API keys, for messages. */
  get shown(): string {
    return this.hide(this.url.origin + this.url.pathname);
  }

  /** Removes queries and API keys from a text. A custom `fetch` may quote them in its errors. */
  hide(text: string): string {
    // The longest first, because a query may be the beginning of another.
    const queries = this.#queries.toSorted((a, b) => b.length - a.length);
    const shown = queries.reduce((rest, query) => rest.replaceAll(query, ''), text);
    return this.#client?.internals.redactor.text(shown) ?? shown;
  }

  /** Requests the file, without the API key. The client's `fetch` may lead to a mock in this process. */
  async fetch(init: RequestInit): Promise<Response> {
    const fetch = this.#client?.internals.fetch ?? globalThis.fetch;
    return fetch(this.url.href, init);
  }

  /** Reads the job again, at most once, to get a newer URL. Resolves to undefined, or to the failure if any. */
  async renew(signal: AbortSignal | undefined): Promise<RenewalFailure | undefined> {
    const { job_id, export_id, project_id } = this.#reference;
    const isKnown = job_id || (export_id && project_id);
    if (!isKnown) return { advice: 'the URL is wrong or has expired, so read its clip or job again' };
    if (!this.#client) return { advice: 'the URL may have expired, so pass the option client' };
    if (this.#isRenewed) return { advice: 'the URL had expired, and the new one of its job does not work either' };
    this.#isRenewed = true;
    try {
      const renewed = await readAgain(this.#client, this.#reference, signal);
      if (!renewed || renewed === this.#reference.download_url) {
        return { advice: 'its job has no other URL, so the file must be made again' };
      }
      this.url = this.#parse('download_url', renewed);
      return undefined;
    } catch (cause) {
      return { advice: `the URL may have expired, and its job could not be read: ${describeCauses(cause)}`, cause };
    }
  }

  #parse(name: string, url: unknown): URL {
    requireValue(name, url, anHttpUrl);
    const parsed = new URL(String(url));
    // Reject credentials here, because the error message of `fetch` would show them.
    if (parsed.username + parsed.password !== '')
      throw new ConfigurationError(name, 'must not have a user name or a password.');
    this.#queries.push(parsed.search);
    return parsed;
  }
}

function isReference(source: DownloadSource): source is DownloadReference {
  return isObject(source) && !(source instanceof URL);
}

async function readAgain(
  client: Clipwright,
  { job_id, export_id, project_id, status_url }: DownloadReference,
  signal: AbortSignal | undefined,
): Promise<string | null | undefined> {
  if (job_id) {
    // The type requires a status, but `retrieve` does not use it.
    const job = await client.jobs.retrieve({ job_id, project_id, status_url, status: '' }, { signal });
    return job.download_url;
  }
  const jobs = await client.jobs.list(String(project_id), { signal });
  const exports = jobs.filter((job) => job.export_id === export_id && job.download_url);
  // An export can have several jobs. Take the newest job, as a wait for clips does. ISO 8601 dates sort as text.
  const byAge = exports.toSorted((one, other) => (one.created_at ?? '').localeCompare(other.created_at ?? ''));
  return byAge.at(-1)?.download_url;
}
