import { callSafely } from '../async/call-safely.ts';
import { openScope, sleep, untilAborted } from '../async/cancellation.ts';
import { ApiError } from '../errors/api-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { AbortError, ConnectionError, TimeoutError } from '../errors/network-errors.ts';
import { AuthenticationError } from '../errors/status-errors.ts';
import { reportThrown } from '../options/hooks.ts';
import type { Settings } from '../options/settings.ts';
import { delayAfter } from './delay.ts';
import { type JobRuleOptions, statusOutcome } from './job-state.ts';

/** Options of a wait. Times are in milliseconds. */
export interface WaitOptions<State> extends JobRuleOptions {
  /** Aborts the wait, which then rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time limit of the wait, which then rejects with `WaitTimeoutError`. Default: none, even if the service is down.
   */
  readonly timeout?: number | undefined;
  /** The delay after the first poll. Each delay is 1.5 times the one before. Default 1,000. */
  readonly interval?: number | undefined;
  /**
   * The longest delay, unless the service asks for a longer one with `Retry-After`, up to the client's `maxRetryAfter`.
   * Default 10,000.
   */
  readonly maxInterval?: number | undefined;
  /**
   * Called with the state after each poll, and awaited, but not beyond `timeout`. What it throws or rejects with goes to
   * the client's logger, or to `console.error` without one, and does not end the wait: abort `signal` for that.
   */
  readonly onProgress?: ((state: State) => unknown) | undefined;
  /**
   * Whether an abort of the wait also cancels the work, before the wait rejects. That is not subject to `timeout`: it takes
   * as long as its calls may, each at most the client's `totalTimeout`. Jobs that are known are cancelled first, then
   * those of the clips whose project's jobs have to be listed first. Default false.
   */
  readonly cancelOnAbort?: boolean | undefined;
}

/** What waits need of the client's settings. */
export type WaitSettings = Pick<Settings, 'redactor' | 'logger' | 'maxRetryAfter'>;

/** Polls the work that a wait is for. */
export interface Poller<State> {
  /** The client's method, for messages. */
  readonly name: string;
  readonly settings: WaitSettings;
  /** The state before the first poll, if it is known. */
  readonly initial: State | undefined;
  isDone(state: State): boolean;
  poll(signal: AbortSignal): Promise<PollResult<State>>;
  /** Cancels what is not final. */
  cancel(last: State | undefined): Promise<CancelResult>;
  /** Called once, when the wait has ended. */
  close(): void;
  /** The error for a state that is not done, but from which no poll leads on; undefined if polls do. */
  untrackableError(state: State): Error | undefined;
  /** The error for a state that is done; undefined for a success. */
  outcomeError(state: State): Error | undefined;
  timeoutError(message: string, last: State | undefined, options: ErrorOptions): Error;
}

/** What became of an attempt to cancel the work that a wait is for. */
export interface CancelResult {
  /** How many jobs were cancelled. */
  readonly canceled: number;
  /** Why others were not. */
  readonly errors: readonly unknown[];
}

/** The result of one poll. */
export interface PollResult<State> {
  /** Undefined if the poll failed. */
  readonly state: State | undefined;
  /** Why the poll, or a part of it, failed this time. */
  readonly error?: unknown;
  /** How long the service asks to wait before the next poll, in seconds. */
  readonly retryAfterSeconds: number | null;
  /** By `performance.now()`. The next delay counts from then, so that waits that share a poll stay in step. */
  readonly receivedAt: number;
}

/**
 * Polls until the work is done. Yields each state, and returns the last. Work that is done from the start is not
 * polled; a poll that fails with a transient error is skipped.
 */
export async function* pollUntilDone<State>(
  poller: Poller<State>,
  options: WaitOptions<State>,
): AsyncGenerator<State, State, undefined> {
  const scope = openScope(options.signal, options.timeout);
  let last = poller.initial;
  let failure: unknown;
  try {
    scope.signal.throwIfAborted();
    if (last !== undefined) yield* requireTrackable(poller, last);
    for (let round = 0; last === undefined || !poller.isDone(last); round++) {
      const result = await pollOnce(poller, scope.signal);
      failure = result.error;
      if (result.state !== undefined) {
        last = result.state;
        await untilAborted(tellProgress(poller, last, options), scope.signal);
        if (poller.isDone(last)) break;
        yield* requireTrackable(poller, last);
        yield last;
      }
      await sleep(
        result.receivedAt + delayAfter(result, round, { ...options, ...poller.settings }) - performance.now(),
        scope.signal,
      );
    }
    yield last;
    return last;
  } catch (error) {
    throw scope.signal.aborted ? await interruptionError(poller, options, { state: last, failure }) : error;
  } finally {
    // What is in flight beside a poll that has failed.
    scope.abort();
    scope.release();
    poller.close();
  }
}

/** Polls until the work is done, and returns the last state. Throws the poller's error if the work did not succeed. */
export async function waitUntilDone<State>(poller: Poller<State>, options: WaitOptions<State>): Promise<State> {
  const states = pollUntilDone(poller, options);
  let step = await states.next();
  while (!step.done) step = await states.next();
  const error = poller.outcomeError(step.value);
  if (error !== undefined) throw error;
  return step.value;
}

/** If no poll leads on from a state, yields it and throws the poller's error. */
function* requireTrackable<State>(poller: Poller<State>, state: State): Generator<State, void, undefined> {
  const error = poller.isDone(state) ? undefined : poller.untrackableError(state);
  if (error === undefined) return;
  yield state;
  throw error;
}

/** What to do about work that was cancelled, as a message ends; `polls`: how many the wait has made. */
export function canceledAdvice(polls: number): string {
  if (polls > 1) return '';
  return '. It was cancelled before the first poll of this wait: to start anew, call again, with another Idempotency-Key if it has one';
}

/** What a wait on work of this kind has seen last. */
export interface LastSeen {
  readonly noun: 'job' | 'batch';
  readonly status: unknown;
  readonly percent: number | undefined;
  /** What waits for review, as in `2 clips wait`; undefined if nothing does. */
  readonly inReview: string | undefined;
}

/** What a wait has seen last, and what to do, as the message of its timeout ends. */
export function timeoutAdvice({ noun, status, percent, inReview }: LastSeen): string {
  const progress = percent === undefined ? '' : `, ${Math.floor(percent)} %`;
  const seen = typeof status === 'string' ? `last seen: ${status.slice(0, 100)}${progress}` : 'no state was received';
  const advice =
    inReview === undefined
      ? 'The work continues: raise timeout, or wait'
      : `${inReview} for review. Once that is done, wait`;
  return `; ${seen}. ${advice} again with the same ${noun}`;
}

/** Of one poll. Enough to be fast, few enough not to send a burst. */
export const maxConcurrentRequests = 4;

/** How often in a row a job that was found before may be missing: a service may read from a copy that is behind. */
export const maxMisses = 3;

/** Whether the next poll may succeed although this one failed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) {
    const { status, body } = error;
    // A service may respond to polls of a job that has failed with an error that has the job as its body.
    return (status >= 500 || status === 429 || status === 408) && statusOutcome(Object(body).status) === undefined;
  }
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Whether every other call would fail likewise: an API key that is refused, or that an `apiKey` function fails to return. */
export function isOfAllCalls(error: unknown): boolean {
  return error instanceof AuthenticationError || error instanceof ConfigurationError;
}

async function pollOnce<State>(poller: Poller<State>, signal: AbortSignal): Promise<PollResult<State>> {
  try {
    return await poller.poll(signal);
  } catch (error) {
    if (!isTransient(error)) throw error;
    return failedPoll(error);
  }
}

/** The result of a poll that failed with a transient error. */
export function failedPoll(error: unknown): PollResult<never> {
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return { state: undefined, error, retryAfterSeconds, receivedAt: performance.now() };
}

function tellProgress<State>(
  { name, settings }: Poller<State>,
  state: State,
  { onProgress }: WaitOptions<State>,
): Promise<void> {
  return callSafely(
    () => onProgress?.(state),
    (error) => reportThrown(settings, `onProgress of ${name}`, error),
  );
}

async function interruptionError<State>(
  poller: Poller<State>,
  { signal, timeout, cancelOnAbort }: WaitOptions<State>,
  last: { readonly state: State | undefined; readonly failure: unknown },
): Promise<Error> {
  if (!signal?.aborted) {
    const { message, options } = describeFailure(last.failure);
    return poller.timeoutError(`${poller.name} exceeded its timeout of ${timeout} ms${message}`, last.state, options);
  }
  const outcome = cancelOnAbort ? await cancelAndDescribe(poller, last.state) : '';
  const facts = { attempts: 0, idempotencyKey: null };
  return new AbortError(`${poller.name} was aborted by its signal${outcome}`, facts, { cause: signal.reason });
}

/** The last poll's error, as the error of a timeout has it. */
function describeFailure(error: unknown): { readonly message: string; readonly options: ErrorOptions } {
  if (!(error instanceof Error)) return { message: '', options: {} };
  return { message: `; in the last poll, ${error.message}`, options: { cause: error } };
}

// A failure is only described: the error must remain the abort, and its cause the signal's reason.
async function cancelAndDescribe<State>(poller: Poller<State>, last: State | undefined): Promise<string> {
  const { canceled, errors } = await poller.cancel(last).catch((error: unknown) => ({ canceled: 0, errors: [error] }));
  const [first] = errors;
  const failure = first instanceof Error ? first.message : String(first);
  // Not that the work was: a clip may have a job that is not listed yet.
  return `; jobs cancelled: ${canceled}${errors.length > 0 ? `, failed: ${errors.length} (${failure})` : ''}`;
}
