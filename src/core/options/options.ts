// Every type here is public: src/index.ts exports them all.
import type { Query } from '../../contract/endpoint.ts';
import type { Issue } from '../../contract/issue.ts';
import type { Job } from '../../contract/job.ts';
import type { ClipwrightError } from '../errors/clipwright-error.ts';

/** A function with the signature of `fetch`. It must honor `init.signal` and `init.redirect`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The API key, or a function that returns it. The client calls the function once for each call. */
export type ApiKey = string | (() => string | Promise<string>);

/**
 * How to treat a successful response that differs from the documentation: `report` returns it and reports the
 * difference to the `onMismatch` hook and the logger, `strict` throws `ResponseValidationError`, `off` does not check.
 */
export type ValidationMode = 'report' | 'strict' | 'off';

/** Options shared by all waits. Times are in milliseconds. */
export interface WaitDefaults {
  /** The delay after the first poll, 1.5 times as long after each later one, less up to 25 % jitter. Default 1,000. */
  readonly interval?: number | undefined;
  /** The maximum delay. A longer `Retry-After` overrides it, up to the client's `maxRetryAfter`. Default 10,000. */
  readonly maxInterval?: number | undefined;
  /** The time limit of a wait, which then rejects with `WaitTimeoutError`. Default: no limit. */
  readonly timeout?: number | undefined;
  /** How long polls may keep failing until the wait rejects, with the last failure as `cause`. Default 900,000. */
  readonly outageTimeout?: number | undefined;
}

/** The outcome of a job or a batch. */
export type JobOutcome = 'succeeded' | 'failed' | 'canceled';

/** Options of a wait that replace the default rules. */
export interface JobRuleOptions {
  /**
   * Whether a job is final. Default: whether `outcome` returns an outcome; without `outcome`, whether the job has a
   * usual final status, or a `completed_at` whose year is neither 0 nor 1.
   */
  readonly isFinal?: ((job: Job) => boolean) | undefined;
  /**
   * How a job ended. Undefined means that the job has not ended, whatever its status and `completed_at`; but if
   * `isFinal` returns true, the default applies. Default: a usual status says how the job ended; a job that is final
   * with another status has failed if it has an `error`, or neither a `result` nor a `download_url`.
   */
  readonly outcome?: ((job: Job) => JobOutcome | undefined) | undefined;
}

/** Options of a check of a job. */
export interface CheckOptions extends JobRuleOptions {
  /** Aborts the check, which then rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
}

/** A source of events that name work by its identifiers. */
export interface WaitEvents {
  /** Calls `wake` after each event that has one of the ids. Returns a function that ends the subscription. */
  subscribe(ids: readonly string[], wake: () => void): () => void;
}

/** Options of `new Clipwright()`. Times are in milliseconds. */
export interface ClipwrightOptions {
  /** The API key, sent as a bearer token. Default: the environment variable `CLIPWRIGHT_API_KEY`. */
  readonly apiKey?: ApiKey | undefined;
  /** The service's URL, which ends in `/api/v1`. Default: the environment variable `CLIPWRIGHT_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The time limit of an attempt, from sending the request to the last byte of the response. Default 60,000. */
  readonly timeout?: number | undefined;
  /** The time limit of a call: all attempts, the delays between them and the wait for its turn. Default 180,000. */
  readonly totalTimeout?: number | undefined;
  /**
   * The number of attempts after the first, 0 or more. Retries after a 429 do not count. Unless `maxRetries` is 0, they
   * continue for as long as `totalTimeout` and `maxRetryAfter` allow. Default 2.
   */
  readonly maxRetries?: number | undefined;
  /** The longest `Retry-After` to obey. After a longer one, calls fail, and waits use this value. Default 60,000. */
  readonly maxRetryAfter?: number | undefined;
  /**
   * The largest accepted response, in bytes after decompression; a whole number above 0. A larger response causes a
   * `ResponseTooLargeError`. A parsed response can take many times its size in memory. Default 33,554,432 (32 MiB).
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * The maximum number of calls in flight for this client and its copies with the same value, a whole number above 0.
   * Further calls wait for their turn, in the order in which they were made. A call that is waiting for its API key, a
   * rate limit or a retry does not count. Default: no limit.
   */
  readonly concurrency?: number | undefined;
  /** Further origins that the API key may be sent to, such as the origin of job URLs or next actions. */
  readonly trustedOrigins?: readonly string[] | undefined;
  /** The defaults of all waits. A wait's own options override them. */
  readonly wait?: WaitDefaults | undefined;
  /** How to treat a response that differs from the documentation. Default `report`. */
  readonly validation?: ValidationMode | undefined;
  /** The function that sends requests. Default: the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /**
   * Headers sent with every call. Headers that only `fetch` can set, such as `host` or `content-length`, are rejected.
   * Default: a `user-agent` of `clipwright/<version>`, except in a browser, which sends its own.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Functions that observe the calls. Default: none. */
  readonly hooks?: Hooks | undefined;
  /**
   * Receives the client's log messages. They never contain the API key or headers. Of a body, they contain only its
   * length, the fields that do not match the documentation, and the error that it reports. Default: no logging, or the
   * console if the environment variable `CLIPWRIGHT_LOG` is set to a minimum level (`debug`, `info`, `warn` or `error`).
   */
  readonly logger?: Logger | undefined;
  /** Allows use in a browser, where anyone who opens the page can read the API key. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options of one call. They override the client's options. Times are in milliseconds. */
export interface CallOptions extends Pick<ClipwrightOptions, 'timeout' | 'totalTimeout' | 'maxRetries'> {
  /** Aborts the call, which then rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Headers sent in addition to the client's. A header with the same name replaces the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of one call without a body. */
export interface ReadOptions extends CallOptions {
  /**
   * Query parameters that the types do not know, appended as given. They replace the call's parameters of the same
   * name.
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
   * Fields that the types do not know, added at the top level of the body as given, without any check. They replace the
   * call's fields of the same name as a whole.
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
   * A key of 8 to 200 letters, digits, `.`, `_`, `:` or `-`. Default: a random key for each call, which its retries
   * reuse. Pass your own key to retry a call safely after a crash; `idempotencyKey.from(value)` derives one.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that changes several items. */
export interface BatchOptions {
  /** Whether the call rejects with `PartialFailureError` if an item failed. The other items still change. Default false. */
  readonly rejectOnFailedItems?: boolean | undefined;
}

/** Options of a call that lists page by page. */
export interface ListOptions extends ReadOptions {
  /** Whether an iteration requests the next page while the current one is processed. Default false. */
  readonly prefetch?: boolean | undefined;
}

/** The facts about a call that every hook receives, without headers and bodies, which may hold secrets. */
export interface CallState {
  /** The client's method, such as `projects.create`. */
  readonly endpoint: string;
  /** The HTTP method. */
  readonly method: string;
  readonly url: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly idempotencyKey: string | null;
}

/** An attempt that is about to be sent. */
export interface RequestState extends CallState {
  /** The length of the body, in characters. */
  readonly bodyLength: number;
}

/** An attempt that received a response, of any status. */
export interface ResponseState extends CallState {
  readonly status: number;
  readonly requestId: string | null;
  /** The time from sending the request to the last byte of the response, in milliseconds. */
  readonly duration: number;
  /** The length of the body, in characters. */
  readonly bodyLength: number;
}

/** A failed attempt that will be retried. */
export interface RetryState extends CallState {
  /** The attempt's error. Do not log a whole `ApiError`, because it has the headers and the body of the response. */
  readonly error: ClipwrightError;
  /** The delay before the next attempt, in milliseconds. After a 429, the call may also have to wait for its turn. */
  readonly delay: number;
}

/** A successful response that differs from what the service documents. */
export interface MismatchState extends CallState {
  /** The first 100 differences. */
  readonly issues: readonly Issue[];
  readonly requestId: string | null;
}

/**
 * Functions that observe calls. They cannot change a call, and the call does not wait for them. Their errors only go to
 * the logger's `error`, or to `console.error` if there is no logger.
 */
export interface Hooks {
  /** Called before each attempt. */
  readonly onRequest?: ((state: RequestState) => unknown) | undefined;
  /** Called after each response, unless it is larger than `maxResponseBytes`. */
  readonly onResponse?: ((state: ResponseState) => unknown) | undefined;
  /** Called before the delay that precedes a retry. */
  readonly onRetry?: ((state: RetryState) => unknown) | undefined;
  /** Called when a successful response is not as documented. */
  readonly onMismatch?: ((state: MismatchState) => unknown) | undefined;
}

/** Receives log messages: `console`, or an object with these methods. Errors of the methods are ignored. */
export interface Logger {
  /** Logs each attempt, response and retry. */
  debug(message: string): void;
  /** Logs a response that does not match the documentation, or a wait whose polls fail repeatedly. */
  warn(message: string): void;
  /** Logs an error thrown by a hook or `onProgress`. */
  error(message: string, cause?: unknown): void;
}
