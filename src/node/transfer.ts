import { inspect } from 'node:util';
import { openScope, sleep, untilAborted } from '../core/async/cancellation.ts';
import { backoff, jitter } from '../core/call/backoff.ts';
import { isToMockInProcess, readRetryAfter } from '../core/call/retry.ts';
import { DownloadError } from '../core/errors/download-error.ts';
import { describeCauses } from '../core/errors/message-text.ts';
import type { FileAddress } from './file-address.ts';
import { readRest, readVersion, requestHeaders } from './file-response.ts';
import type { PartFile } from './part-file.ts';

/** How much of a file has arrived, in bytes. */
export interface DownloadProgress {
  /** How many bytes are on the disk, including the bytes of an earlier call that this call continues. */
  readonly bytes: number;
  /** The size of the file, in bytes; null if the server does not send the size. */
  readonly total: number | null;
}

/** Options of the transfer of a file. */
export interface TransferOptions {
  /** Aborts the download, which then removes what has arrived and rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Whether to replace an existing file, which stays until the new one is complete. Default false. */
  readonly overwrite?: boolean | undefined;
  /** The maximum time until the next byte arrives, in milliseconds. Default 60,000. */
  readonly timeout?: number | undefined;
  /**
   * The maximum number of consecutive retries that receive no new byte. A download is retried when it cannot connect,
   * when the connection breaks or stalls, and after the statuses 408, 429, and 500 and above, unless their
   * `Retry-After` is longer than a minute. Default 2.
   */
  readonly maxRetries?: number | undefined;
  /**
   * Called after each chunk has been written. The next chunk waits until this function has returned or its promise has
   * settled. If it throws or rejects, the download removes what has arrived and rejects with that error.
   */
  readonly onProgress?: ((progress: DownloadProgress) => unknown) | undefined;
}

/** Downloads one file into its part file. */
export class Transfer {
  readonly #address: FileAddress;
  readonly #part: PartFile;
  readonly #options: TransferOptions;

  constructor(address: FileAddress, part: PartFile, options: TransferOptions) {
    this.#address = address;
    this.#part = part;
    this.#options = options;
  }

  /** Completes the file. If that fails, removes the part file, unless an attempt failed and the next call can resume. */
  async run(): Promise<void> {
    try {
      await this.#transfer();
      await this.#save(this.#part.finish(this.#options.overwrite ?? false));
    } catch (error) {
      const isKept = error instanceof AttemptFailure && this.#part.isResumable;
      await (isKept ? this.#part.close() : this.#part.remove()).catch(() => {});
      throw error instanceof AttemptFailure ? this.#errorOf(error) : error;
    }
  }

  /** Makes attempts until the part file is complete. Throws the failure of the last attempt. */
  async #transfer(): Promise<void> {
    const { signal, maxRetries = 2 } = this.#options;
    const part = this.#part;
    let failures = 0;
    let farthest = part.bytes;
    let mayRestart = true;
    for (;;) {
      const failure = await this.#attempt();
      if (failure === undefined) return;
      if (failure.next === 'restart' && mayRestart) {
        mayRestart = false;
        part.forget();
        continue;
      }
      if (expiredStatuses.includes(failure.status)) {
        const refusal = await this.#address.renew(signal);
        signal?.throwIfAborted();
        if (refusal === undefined) continue;
        throw new AttemptFailure(`${failure.message}: ${refusal.advice}`, { ...failure, ...refusal });
      }
      // Only a byte beyond all earlier bytes is progress. Otherwise, retries would never end for a server that ignores
      // `range` and always breaks the connection.
      failures = part.bytes > farthest ? 1 : failures + 1;
      farthest = Math.max(farthest, part.bytes);
      if (failure.next !== 'retry' || failures > maxRetries) throw failure;
      const { retryAfter } = failure;
      await sleep(retryAfter === null ? backoff(failures) : retryAfter * jitter(), signal);
    }
  }

  /** Requests the missing bytes. Resolves to the failure, if any. */
  async #attempt(): Promise<AttemptFailure | undefined> {
    const { signal, timeout = 60_000 } = this.#options;
    const scope = openScope(signal, undefined);
    const receive = async <T>(work: Promise<T>): Promise<T> => {
      let isStalled = false;
      const timer = setTimeout(() => {
        isStalled = true;
        scope.abort();
      }, timeout);
      try {
        return await untilAborted(work, scope.signal);
      } catch (cause) {
        signal?.throwIfAborted();
        if (isStalled) throw new AttemptFailure(`no byte arrived for ${timeout} ms`);
        throw new AttemptFailure(describeCauses(cause), { cause });
      } finally {
        clearTimeout(timer);
      }
    };
    try {
      const init = { headers: requestHeaders(this.#part), signal: scope.signal };
      const response = await receive(this.#address.fetch(init));
      await this.#readResponse(response, receive, scope.abort);
      return undefined;
    } catch (error) {
      if (error instanceof AttemptFailure) return error;
      throw error;
    } finally {
      // Closes the connection if the body was not read to its end.
      scope.abort();
      scope.release();
    }
  }

  /** Reads chunks without waiting until earlier ones are written, because a broken connection drops unread chunks. */
  async #readResponse(
    response: Response,
    receive: <T>(work: Promise<T>) => Promise<T>,
    stop: () => void,
  ): Promise<void> {
    const part = this.#part;
    const reader = response.body?.getReader();
    let writes = this.#readHead(response);
    let unwritten = 0;
    try {
      while (reader !== undefined) {
        // A write that fails ends the pending read.
        writes.catch(stop);
        if (unwritten > maxUnwritten) await writes;
        const { done, value } = await receive(reader.read());
        if (done) break;
        unwritten += value.byteLength;
        writes = writes.then(async () => {
          await this.#write(value);
          unwritten -= value.byteLength;
        });
      }
    } finally {
      await writes;
    }
    if (part.bytes < (part.total ?? 0)) throw new AttemptFailure('the response ended early');
  }

  /** Throws if the response does not contain what was requested. Resolves when its body can be written. */
  #readHead(response: Response): Promise<void> {
    const { status, headers } = response;
    const part = this.#part;
    if (status === 200) return this.#save(part.restart(readVersion(response)));
    if (status !== 206 && (status !== 416 || !part.isResumable)) throw statusFailure(status, headers);
    const total = status === 206 ? readRest(response, part) : undefined;
    if (total === undefined) throw new AttemptFailure(otherBytes, { status, next: 'restart' });
    part.total = total;
    return Promise.resolve();
  }

  async #write(chunk: Uint8Array): Promise<void> {
    const { signal, onProgress } = this.#options;
    const part = this.#part;
    signal?.throwIfAborted();
    if (part.total !== null && part.bytes + chunk.byteLength > part.total) {
      throw new AttemptFailure(otherBytes, { next: 'restart' });
    }
    await this.#save(part.append(chunk));
    const told = Promise.resolve(onProgress?.({ bytes: part.bytes, total: part.total }));
    // Only a signal can end the wait for the callback early.
    await (signal ? untilAborted(told, signal) : told);
  }

  /** Waits for a write to the disk. Rejects with a {@link DownloadError} if the write fails. */
  async #save(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (cause) {
      const { path, bytes, total } = this.#part;
      const isFull = fullDiskCodes.includes(Reflect.get(Object(cause), 'code'));
      const size = total === null ? `more than ${bytes}` : total;
      const reason = isFull ? `the disk is full: the file needs ${size} bytes` : describeCauses(cause);
      const facts = { status: null, url: this.#address.shown, bytes };
      throw new DownloadError(`${path} could not be written: ${reason}`, facts, { cause });
    }
  }

  #errorOf({ message, status, cause }: AttemptFailure): DownloadError {
    const { path, bytes, total, isResumable } = this.#part;
    const { shown, url } = this.#address;
    const size = total === null ? bytes : `${bytes} of ${total}`;
    const kept = isResumable ? ` (${path} has ${size} bytes: another call continues)` : '';
    // In Node and Deno, the message names a host that cannot be resolved.
    const hint = isToMockInProcess(url) && message.includes(url.host) ? missingClient : '';
    const hide = (text: string) => this.#address.hide(text);
    const shownCause = inspect(cause, searched);
    return new DownloadError(
      hide(`${shown} was not downloaded: ${message}${kept}${hint}`),
      { status, url: shown, bytes },
      // The message contains the texts of a cause that is left out.
      cause && hide(shownCause) === shownCause ? { cause } : {},
    );
  }
}

/** The number of unwritten bytes in memory above which no further chunk is read. */
const maxUnwritten = 1024 * 1024;

/** How much of a cause is searched for secrets: more than logs show, but not all of a large buffer or graph. */
const searched = { depth: 14, showHidden: true, maxArrayLength: 1000, maxStringLength: 1_000_000 } as const;

const otherBytes = 'the server sent other bytes than requested';

const missingClient = '. This is the address of a mock in process: pass a `client` with `fetch: mock.fetch`';

/** The statuses of a URL that has expired. Each storage service uses one of them. */
const expiredStatuses: readonly (number | null)[] = [400, 403, 404, 410];

const fullDiskCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** The longest `Retry-After` that is respected, in milliseconds. The client has the same default. */
const maxRetryAfter = 60_000;

interface FailureFacts {
  /** What to do after the failure: request the missing bytes, request the whole file, or give up. Default `retry`. */
  readonly next?: 'retry' | 'restart' | 'end';
  /** The status of a response that does not contain the file. */
  readonly status?: number | null;
  /** In milliseconds. */
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

class AttemptFailure extends Error {
  readonly next: 'retry' | 'restart' | 'end';
  readonly status: number | null;
  readonly retryAfter: number | null;

  constructor(message: string, { next = 'retry', status = null, retryAfter = null, cause }: FailureFacts = {}) {
    super(message, { cause });
    this.next = next;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

function statusFailure(status: number, headers: Headers): AttemptFailure {
  const seconds = readRetryAfter(headers);
  const retryAfter = seconds === null ? null : seconds * 1000;
  const isTransient = status === 408 || status === 429 || status >= 500;
  const next = isTransient && (retryAfter ?? 0) <= maxRetryAfter ? 'retry' : 'end';
  const wait = isTransient && next === 'end' ? `: it asks to wait ${seconds} s` : '';
  return new AttemptFailure(`the server responded with status ${status}${wait}`, { next, status, retryAfter });
}
