import type { Hooks, Logger } from './hooks.ts';

/** A `fetch`: the runtime's, a proxy's, a test's. It must honour `init.signal` and `init.redirect`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The API key, or a function that gives it, asked once per call. */
export type ApiKey = string | (() => string | Promise<string>);

/**
 * What happens when a successful answer differs from what the service documents: `report` hands the answer back and
 * tells the `onMismatch` hook or the logger, `strict` throws `ResponseValidationError`, `off` does not look.
 */
export type ValidationMode = 'report' | 'strict' | 'off';

/** Options of `new Clipwright()`. Times are in milliseconds. */
export interface ClipwrightOptions {
  /** Sent as Bearer token. Default: the environment variable `CLIPWRIGHT_API_KEY`. */
  readonly apiKey?: ApiKey | undefined;
  /** The service's address, with its version: it ends in `/api/v1`. Default: the environment variable `CLIPWRIGHT_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Per attempt, from sending to the last byte of the answer. Default 60,000. */
  readonly timeout?: number | undefined;
  /** Over all attempts and pauses of a call. Default 180,000. */
  readonly totalTimeout?: number | undefined;
  /** Attempts after the first, 0 or more. Default 2. */
  readonly maxRetries?: number | undefined;
  /** The longest `Retry-After` to obey; a longer one fails the call at once. Default 60,000. */
  readonly maxRetryAfter?: number | undefined;
  /** Further origins that the API key may go to, should jobs be served from one. */
  readonly trustedOrigins?: readonly string[] | undefined;
  /** What happens when an answer is not as documented. Default `report`. */
  readonly validation?: ValidationMode | undefined;
  /** Default: the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Sent with every call. Default: a `user-agent` of `clipwright/<version>`; a browser sends its own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Functions that watch the calls. Default: none. */
  readonly hooks?: Hooks | undefined;
  /**
   * Where the client writes what it does: no key, no header, and of bodies the length only. Default: nowhere, unless the
   * environment variable `CLIPWRIGHT_LOG` is `debug`, `info`, `warn` or `error`: the console, from that level on.
   */
  readonly logger?: Logger | undefined;
  /** Allows use in a browser, where everybody who opens the page can read the API key. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options of one call. Those that the client has too stand in the place of the client's. Times are in milliseconds. */
export interface CallOptions {
  /** Ends the call: it rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Per attempt, from sending to the last byte of the answer. */
  readonly timeout?: number | undefined;
  /** Over all attempts and pauses. */
  readonly totalTimeout?: number | undefined;
  /** Attempts after the first, 0 or more. */
  readonly maxRetries?: number | undefined;
  /** Sent besides the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of one call of an endpoint that takes an Idempotency-Key. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * 8 to 200 letters, digits, `.`, `_`, `:` or `-`. Default: a random one for each call, the same on its retries.
   * Give one of your own to repeat a call safely after a crash; `idempotencyKey.from(value)` derives one.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that lists page by page. */
export interface ListOptions extends CallOptions {
  /**
   * Whether iterating asks for the next page while the caller works on this one. One that is not wanted in the end is
   * aborted. Default false.
   */
  readonly prefetch?: boolean | undefined;
}

/** The options without those that are undefined, which would hide what they are laid over. */
export function onlyGiven<Options extends object>(options: Options): Partial<Options> {
  // A boundary: `Object.fromEntries` forgets the names.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<Options>;
}
