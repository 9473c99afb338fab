import type { TracingChannel } from 'node:diagnostics_channel';
import type { ApiResult } from '../results/api-call.ts';

/**
 * One call, as the tracing channel `clipwright:call` of `node:diagnostics_channel` tells it: one object from `start` to
 * `asyncEnd`. No header and no body is in it, but for an error's. What is refused before anything is sent is not told.
 *
 * @example
 * ```ts
 * import { tracingChannel } from 'node:diagnostics_channel';
 * import type { CallTrace } from 'clipwright';
 *
 * tracingChannel<string, CallTrace>('clipwright:call').asyncEnd.subscribe((message) => {
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
  /** Without its query, which may hold what people have written. */
  readonly url: string;
  /** How often the request was sent; 0 until the call has ended. */
  readonly attempts: number;
  /** Of the last attempt's answer; null until the call has ended, and where no complete answer came. */
  readonly status: number | null;
  /** The last answer's `x-request-id`. */
  readonly requestId: string | null;
  /** From start to end, pauses between attempts included, in milliseconds; null until the call has ended. */
  readonly duration: number | null;
  /** What the call rejects with: an `ApiError` has its answer's headers and body. */
  readonly error?: unknown;
}

/** The channel that calls are told on, where the runtime has such a thing. */
export type CallChannel = TracingChannel<unknown, CallTrace>;

/** Opens the channel. Bundlers for browsers leave `getBuiltinModule` alone, which no import is. */
export function openCallChannel(): CallChannel | undefined {
  // A boundary: Node's types say that all of this is always there, and other runtimes have less.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  return process?.getBuiltinModule?.('node:diagnostics_channel')?.tracingChannel?.('clipwright:call');
}

/** Makes a call, and tells of it where somebody listens. */
export async function traceCall<T>(
  channel: CallChannel | undefined,
  { endpoint, method, url }: CallFacts,
  call: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  if (!channel?.hasSubscribers) return call();
  const [address = url] = url.split('?', 1);
  const trace = { endpoint, method, url: address, attempts: 0, status: null, requestId: null, duration: null };
  const started = performance.now();
  const settle = (outcome: Outcome) => Object.assign(trace, outcome, { duration: performance.now() - started });
  let result!: ApiResult<T>;
  // It gives nothing, since the channel tells what it gives: an answer may hold a secret.
  const traced = async () => {
    try {
      result = await call();
      settle(outcomeOfResult(result));
    } catch (error) {
      settle(outcomeOfError(error));
      throw error;
    }
  };
  await channel.tracePromise(traced, trace);
  return result;
}

type CallFacts = Pick<CallTrace, 'endpoint' | 'method' | 'url'>;
type Outcome = Pick<CallTrace, 'attempts' | 'status' | 'requestId'>;

function outcomeOfResult({ attempts, response, requestId }: ApiResult<unknown>): Outcome {
  return { attempts, status: response.status, requestId };
}

// A boundary: errors of an answer have all three, other errors of a call have `attempts`, others nothing.
function outcomeOfError(error: unknown): Outcome {
  const { attempts = 0, status = null, requestId = null } = error as Partial<Outcome>;
  return { attempts, status, requestId };
}
