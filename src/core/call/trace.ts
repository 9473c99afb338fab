import type { TracingChannel } from 'node:diagnostics_channel';
import type { ApiResult } from '../results/api-call.ts';

/**
 * One call, as the tracing channel `clipwright:call` of `node:diagnostics_channel` publishes it: the same object from
 * `start` to `asyncEnd`. It contains no headers and no bodies, except in `error`. A call whose input is not valid is
 * not published.
 *
 * @example
 * ```ts
 * import { tracingChannel } from 'node:diagnostics_channel';
 * import type { CallTrace } from 'clipwright';
 *
 * tracingChannel('clipwright:call').asyncEnd.subscribe((message) => {
 *   const { endpoint, status, attempts, duration } = message as CallTrace;
 *   console.log(endpoint, status, attempts, duration);
 * });
 * ```
 */
export interface CallTrace {
  /** The client's method, such as `projects.create`. */
  readonly endpoint: string;
  /** The HTTP method. */
  readonly method: string;
  /** Without its query, which may contain what users have written. */
  readonly url: string;
  /** How many attempts were made; 0 until the call has ended. */
  readonly attempts: number;
  /**
   * The status of the last attempt's response; null until the call has ended, or if that attempt had no complete
   * response.
   */
  readonly status: number | null;
  /** The `x-request-id` of the last attempt's response. */
  readonly requestId: string | null;
  /** The time from start to end, in milliseconds, with the delays between attempts; null until the call has ended. */
  readonly duration: number | null;
  /** What the call rejects with. An `ApiError` has the headers and body of its response. */
  readonly error?: unknown;
}

/** The channel that calls are published on. */
export type CallChannel = TracingChannel<unknown, CallTrace>;

/** Undefined if the runtime has no such channels. Bundlers for browsers ignore `getBuiltinModule`, unlike an import. */
export function openCallChannel(): CallChannel | undefined {
  // Cast: Node's types say that all of this always exists, but other runtimes lack some of it.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  return process?.getBuiltinModule?.('node:diagnostics_channel')?.tracingChannel?.('clipwright:call');
}

/** Makes a call, and publishes it. */
export async function traceCall<T>(
  channel: CallChannel,
  { endpoint, method, url }: TracedRequest,
  call: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const [urlWithoutQuery = url] = url.split('?', 1);
  const trace = { endpoint, method, url: urlWithoutQuery, attempts: 0, status: null, requestId: null, duration: null };
  const started = performance.now();
  const finish = (outcome: CallOutcome) => Object.assign(trace, outcome, { duration: performance.now() - started });
  let result!: ApiResult<T>;
  // Returns nothing, since the channel would publish it, and a response may contain a secret.
  const traced = async () => {
    try {
      result = await call();
      finish({ attempts: result.attempts, status: result.response.status, requestId: result.requestId });
    } catch (error) {
      finish(errorOutcome(error));
      throw error;
    }
  };
  await channel.tracePromise(traced, trace);
  return result;
}

type TracedRequest = Pick<CallTrace, 'endpoint' | 'method' | 'url'>;
type CallOutcome = Pick<CallTrace, 'attempts' | 'status' | 'requestId'>;

// Cast: the errors of a response have all three fields, other errors of a call only `attempts`, others none.
function errorOutcome(error: unknown): CallOutcome {
  const { attempts = 0, status = null, requestId = null } = error as Partial<CallOutcome>;
  // The error of a call that was not sent shows the response to another call.
  return attempts === 0 ? { attempts, status: null, requestId: null } : { attempts, status, requestId };
}
