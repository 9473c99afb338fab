import type { TracingChannel } from 'node:diagnostics_channel';
import type { CallState } from '../options/options.ts';
import type { ApiResult } from '../results/api-call.ts';

/**
 * One call, as the tracing channel `clipwright:call` of `node:diagnostics_channel` publishes it. All events of a call,
 * from `start` to `asyncEnd`, share one object. This object contains no headers and no bodies, except in `error`. A
 * call whose input is not valid is not published.
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
export interface CallTrace extends Pick<CallState, 'endpoint' | 'method'> {
  /** The URL without its query, because the query may contain user input. */
  readonly url: string;
  /** The number of attempts; 0 until the call has ended. */
  readonly attempts: number;
  /** The status of the last attempt's response; null until the call has ended, or if the response was not complete. */
  readonly status: number | null;
  /** The `x-request-id` of the last attempt's response. */
  readonly requestId: string | null;
  /** The total time in milliseconds, including the delays between attempts; null until the call has ended. */
  readonly duration: number | null;
  /** The error that the call rejects with. An `ApiError` includes the headers and body of its response. */
  readonly error?: unknown;
}

export type CallChannel = TracingChannel<unknown, CallTrace>;

/** Opens the channel; undefined if the runtime has none. Does not import the module, because bundlers for browsers would fail. */
export function openCallChannel(): CallChannel | undefined {
  // Cast: `process` and its properties are missing in some runtimes, contrary to Node's types.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  return process?.getBuiltinModule?.('node:diagnostics_channel')?.tracingChannel?.('clipwright:call');
}

export async function traceCall<T>(
  channel: CallChannel,
  { endpoint, method, url }: Pick<CallTrace, 'endpoint' | 'method' | 'url'>,
  call: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const [urlWithoutQuery = url] = url.split('?', 1);
  const trace = { endpoint, method, url: urlWithoutQuery, attempts: 0, status: null, requestId: null, duration: null };
  const started = performance.now();
  const finish = (outcome: CallOutcome) => Object.assign(trace, outcome, { duration: performance.now() - started });
  let result!: ApiResult<T>;
  // Returns nothing, because the channel would publish the result, which may contain a secret.
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

type CallOutcome = Pick<CallTrace, 'attempts' | 'status' | 'requestId'>;

// Cast: errors with a response have all three fields. Other errors of a call have only `attempts`, or no field at all.
function errorOutcome(error: unknown): CallOutcome {
  const { attempts = 0, status = null, requestId = null } = error as Partial<CallOutcome>;
  // If no attempt was made, the error contains the status and request id of another call's response.
  return attempts === 0 ? { attempts, status: null, requestId: null } : { attempts, status, requestId };
}
