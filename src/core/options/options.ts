import type { Query } from '../../contract/endpoint.ts';
import type { Hooks, Logger } from './hooks.ts';

/** A function with the signature of `fetch`. It must honor `init.signal` and `init.redirect`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The API key, or a function that returns it, called once per call of the client. */
export type ApiKey = string | (() => string | Promise<string>);

/**
 * What happens when a successful response differs from what the service documents: `report` returns it and reports the
 * difference to the `onMismatch` hook and the logger, `strict` throws `ResponseValidationError`, `off` does not check.
 */
export type ValidationMode = 'report' | 'strict' | 'off';

/** What all waits have in common. Times are in milliseconds. */
export interface WaitDefaults {
  /** The delay after the first poll. Each delay is 1.5 times the one before. Default 1,000. */
  readonly interval?: number | undefined;
  /**
   * The longest delay, unless the service asks for a longer one with `Retry-After`, up to the client's `maxRetryAfter`.
   * Default 10,000.
   */
  readonly maxInterval?: number | undefined;
  /** The time limit of a wait, which then rejects with `WaitTimeoutError`. Default: none. */
  readonly timeout?: number | undefined;
  /**
   * How long the polls of a wait may fail without one that succeeds, from the first that failed. The wait then rejects
   * with a `WaitTimeoutError` whose `cause` is the last failure. Default 900,000.
   */
  readonly outageTimeout?: number | undefined;
}

/** Options of `new Clipwright()`. Times are in milliseconds. */
export interface ClipwrightOptions {
  /** Sent as bearer token. Default: the environment variable `CLIPWRIGHT_API_KEY`. */
  readonly apiKey?: ApiKey | undefined;
  /** The service's URL with its version: it ends in `/api/v1`. Default: the environment variable `CLIPWRIGHT_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The time limit of an attempt, from sending the request to the last byte of the response. Default 60,000. */
  readonly timeout?: number | undefined;
  /** The time limit of a call, with all its attempts, the delays between them and the wait for its turn. Default 180,000. */
  readonly totalTimeout?: number | undefined;
  /**
   * The number of attempts after the first, 0 or more. Retries after a 429 do not count: unless this is 0, they go on for
   * as long as `totalTimeout` and `maxRetryAfter` allow. Default 2.
   */
  readonly maxRetries?: number | undefined;
  /**
   * The longest `Retry-After` to wait for. A call that is asked to wait longer fails at once; a wait polls again after
   * this. Default 60,000.
   */
  readonly maxRetryAfter?: number | undefined;
  /**
   * The largest response that is read, in bytes after decompression; a whole number above 0. A larger one rejects with
   * `ResponseTooLargeError`. Parsed, a response can take many times its size in memory. Default 33,554,432 (32 MiB).
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * How many calls this client and its copies have in flight at once, a whole number above 0; further calls wait for their
   * turn, in the order in which they were made. A call that waits for its API key, for a rate limit or to be retried does
   * not count. Default: no bound.
   */
  readonly concurrency?: number | undefined;
  /** Origins besides that of `baseUrl` that the API key may be sent to, such as one that serves jobs or next actions. */
  readonly trustedOrigins?: readonly string[] | undefined;
  /** The defaults of all waits: a wait's own options override them. */
  readonly wait?: WaitDefaults | undefined;
  /** What happens when a response is not as documented. Default `report`. */
  readonly validation?: ValidationMode | undefined;
  /** Default: the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /**
   * Sent with every call. Headers that only `fetch` can set, such as `host` or `content-length`, are refused. Default: a
   * `user-agent` of `clipwright/<version>`; a browser sends its own.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Functions that observe the calls. Default: none. */
  readonly hooks?: Hooks | undefined;
  /**
   * Where the client logs: never the API key or headers; of bodies only the length, and which fields are not as
   * documented. Default: nowhere, or the console if the environment variable `CLIPWRIGHT_LOG` is `debug`, `info`,
   * `warn` or `error`, from that level on.
   */
  readonly logger?: Logger | undefined;
  /** Allows use in a browser, where anyone who opens the page can read the API key. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options of one call. They override those of the client, which are their defaults. Times are in milliseconds. */
export interface CallOptions extends Pick<ClipwrightOptions, 'timeout' | 'totalTimeout' | 'maxRetries'> {
  /** Aborts the call, which then rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Sent in addition to the client's headers. One with the same name replaces the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of one call that reads. */
export interface ReadOptions extends CallOptions {
  /**
   * Parameters that the types do not know, appended to the query as given. They replace parameters of the call.
   *
   * @example
   * ```ts
   * const extraQuery = { language: 'de' };
   * const { segments } = await client.transcript.segments(projectId, {}, { extraQuery });
   * ```
   */
  readonly extraQuery?: Query | undefined;
}

/** Options of one call that sends a body. */
export interface WriteOptions extends ReadOptions {
  /**
   * Fields that the types do not know, added at the top level of the body as given: nothing checks them. They replace
   * fields of the call as a whole.
   *
   * @example
   * ```ts
   * await client.projects.create({ name: 'Talk' }, { extraBody: { tags: ['news'] } });
   * // To add a field to an object that the call sends, pass the whole object.
   * const source = { video_site_url: 'https://video.example.com/talk' };
   * await client.clips.generate({ source }, { extraBody: { source: { ...source, start_seconds: 90 } } });
   * ```
   */
  readonly extraBody?: object | undefined;
}

/** Options of one call of an endpoint that supports an Idempotency-Key. */
export interface IdempotentCallOptions extends WriteOptions {
  /**
   * 8 to 200 letters, digits, `.`, `_`, `:` or `-`. Default: a random key for each call, the same in its retries.
   * Pass your own to retry a call safely after a crash; `idempotencyKey.from(value)` derives one.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that changes several items at once. */
export interface BatchOptions {
  /**
   * Whether the call rejects with `PartialFailureError` when items failed, instead of resolving to a result that lists
   * them in `failed_items`. The other items are changed in either case. Default false.
   */
  readonly rejectOnFailedItems?: boolean | undefined;
}

/** Options of a call that lists page by page. */
export interface ListOptions extends ReadOptions {
  /**
   * Whether an iteration requests the next page while the current one is being processed. If the iteration stops early,
   * that request is aborted. Default false.
   */
  readonly prefetch?: boolean | undefined;
}

/** The options without those that are undefined, which would override others in a spread. */
export function omitUndefined<Options extends object>(options: Options): Given<Options> {
  // Cast: `Object.fromEntries` loses the names.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<Options>;
}

type Given<Options> = { [Name in keyof Options]?: Exclude<Options[Name], undefined> };

/** Headers under their names in lower case: `Accept` and `accept` are one header. */
export function lowerCaseNames(named: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]));
}
