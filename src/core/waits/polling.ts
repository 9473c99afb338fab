import type { Job } from '../../contract/job.ts';
import { openScope, sleep } from '../async/cancellation.ts';
import { ApiError } from '../errors/api-error.ts';
import { AbortError, ConnectionError, TimeoutError } from '../errors/network-errors.ts';
import { type Checks, callOptionChecks, checkDuration, checkFunction } from '../options/option-checks.ts';

/** Options of a wait. Times are in milliseconds. */
export interface WaitOptions<State> {
  /** Ends the wait: it rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole wait, which then rejects with `WaitTimeoutError`. Default: none, also while the service is out of reach. */
  readonly timeout?: number | undefined;
  /** The first pause between two looks. Each is 1.5 times the one before. Default 1,000. */
  readonly interval?: number | undefined;
  /** The longest pause. A `Retry-After` of the service may be longer. Default 10,000. */
  readonly maxInterval?: number | undefined;
  /** Called with each state that a look brings, and waited for. What it throws ends the wait. */
  readonly onProgress?: ((state: State) => unknown) | undefined;
  /** Tells which jobs are final. Default: those with `completed_at`, or with a status that jobs usually end with. */
  readonly isFinal?: ((job: Job) => boolean) | undefined;
  /** Whether an abort cancels the work too, before the wait rejects. Default false. */
  readonly cancelOnAbort?: boolean | undefined;
}

/** How each option of a wait is checked. */
export const waitOptionChecks = {
  signal: callOptionChecks.signal,
  timeout: checkDuration,
  interval: checkDuration,
  maxInterval: checkDuration,
  onProgress: checkFunction,
  isFinal: checkFunction,
  cancelOnAbort: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
} as const satisfies Record<keyof WaitOptions<unknown>, Checks[string]>;

/** What a wait waits for. */
export interface Subject<State> {
  /** The client's method, for messages. */
  readonly name: string;
  /** What is known at the start, if anything is. */
  readonly first: State | undefined;
  isDone(state: State): boolean;
  poll(signal: AbortSignal): Promise<Poll<State>>;
  cancel(last: State | undefined): Promise<unknown>;
  /** Called once, when the wait has ended. */
  leave(): void;
  timeoutError(message: string, last: State | undefined): Error;
}

/** What one look brought: a state, or no news. */
export interface Poll<State> {
  readonly state: State | undefined;
  /** How long the service asks to wait before the next look, in seconds. */
  readonly retryAfterSeconds: number | null;
  /** When the news came, by `performance.now()`. The next pause counts from then, so that waits that share a look stay in step. */
  readonly time: number;
}

/**
 * Looks again and again until the work is done; gives each state, and returns the last. What is done from the start is
 * given without a look, and a look that fails for a passing reason is one without news.
 */
export async function* pollUntilDone<State>(
  subject: Subject<State>,
  options: WaitOptions<State>,
): AsyncGenerator<State, State, undefined> {
  const scope = openScope(options.signal, options.timeout);
  let last = subject.first;
  try {
    scope.signal.throwIfAborted();
    for (let round = 0; last === undefined || !subject.isDone(last); round++) {
      const look = await pollOnce(subject, scope.signal);
      if (look.state !== undefined) {
        last = look.state;
        await options.onProgress?.(last);
        if (subject.isDone(last)) break;
        yield last;
      }
      await sleep(look.time + pauseAfter(look, round, options) - performance.now(), scope.signal);
    }
    yield last;
    return last;
  } catch (error) {
    throw scope.signal.aborted ? await explainEnd(subject, options, last) : error;
  } finally {
    scope.release();
    subject.leave();
  }
}

/** The last state that a poll gives. */
export async function lastOf<State>(states: AsyncGenerator<State, State, undefined>): Promise<State> {
  let step = await states.next();
  while (!step.done) step = await states.next();
  return step.value;
}

/** Whether a look may well succeed the next time. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429 || error.status === 408;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

async function pollOnce<State>(subject: Subject<State>, signal: AbortSignal): Promise<Poll<State>> {
  try {
    return await subject.poll(signal);
  } catch (error) {
    if (!isPassing(error)) throw error;
    const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
    return { state: undefined, retryAfterSeconds, time: performance.now() };
  }
}

// Jitter shortens only, so that `maxInterval` holds.
function pauseAfter<State>(look: Poll<State>, round: number, options: WaitOptions<State>): number {
  // Zero is no leave to ask without a pause for as long as the work takes.
  if (look.retryAfterSeconds) return look.retryAfterSeconds * 1000;
  const { interval = 1_000, maxInterval = 10_000 } = options;
  return Math.min(maxInterval, interval * 1.5 ** round) * (0.75 + Math.random() / 4);
}

async function explainEnd<State>(
  subject: Subject<State>,
  { signal, timeout, cancelOnAbort }: WaitOptions<State>,
  last: State | undefined,
): Promise<Error> {
  if (!signal?.aborted) return subject.timeoutError(`${subject.name} took longer than timeout, ${timeout} ms`, last);
  const effect = cancelOnAbort ? await cancel(subject, last) : '';
  const facts = { attempts: 0, idempotencyKey: null };
  return new AbortError(`${subject.name} was aborted by its signal${effect}`, facts, { cause: signal.reason });
}

// A failure must not hide the abort, whose reason is the cause already: the message tells of it.
async function cancel<State>(subject: Subject<State>, last: State | undefined): Promise<string> {
  try {
    await subject.cancel(last);
    return ', and the work cancelled';
  } catch (error) {
    return `, but the work was not cancelled: ${error instanceof Error ? error.message : error}`;
  }
}
