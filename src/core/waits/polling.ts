import { callSafely } from '../async/call-safely.ts';
import { onAbort, openScope, untilAborted } from '../async/cancellation.ts';
import { toMessageText } from '../errors/message-text.ts';
import { AbortError } from '../errors/network-errors.ts';
import { reportThrown } from '../options/hooks.ts';
import type { Settings, WaitTimes } from '../options/settings.ts';
import { delayAfter, type PollResult, skipTransient } from './poll-result.ts';
import type { WaitOptions } from './wait-options.ts';

/** What waits need of the client's settings. */
export type WaitSettings = Pick<Settings, 'redactor' | 'logger' | 'maxRetryAfter' | 'wait'>;

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
  /** The error for a state that is done, after so many polls; undefined for a success. */
  outcomeError(state: State, polls: number): Error | undefined;
  timeoutError(message: string, limit: TimeLimit, last: State | undefined, options: ErrorOptions): Error;
}

/** The option that has ended a wait. */
export type TimeLimit = 'timeout' | 'outageTimeout';

/** What became of an attempt to cancel the work that a wait is for. */
export interface CancelResult {
  /** How many jobs were cancelled. */
  readonly canceled: number;
  /** Why others were not. */
  readonly errors: readonly unknown[];
}

/** Yields each state until the work is done, and returns the last. */
export async function* watchStates<State>(
  open: () => Poller<State>,
  options: WaitOptions<State>,
): AsyncGenerator<State, State, undefined> {
  const poller = open();
  const wait = new Wait(poller, options);
  try {
    for (;;) {
      const state = await wait.next();
      yield state;
      if (wait.isOver) return state;
    }
  } finally {
    poller.close();
  }
}

/** Polls until the work is done, and returns the last state. Throws the poller's error if the work did not succeed. */
export async function waitUntilDone<State>(open: () => Poller<State>, options: WaitOptions<State>): Promise<State> {
  const poller = open();
  const wait = new Wait(poller, options);
  try {
    let state = await wait.next();
    while (!wait.isOver) state = await wait.next();
    const error = poller.outcomeError(state, wait.polls);
    if (error !== undefined) throw error;
    return state;
  } finally {
    poller.close();
  }
}

/** A moment by `performance.now()`, and the option that has set it. */
interface Deadline {
  readonly at: number;
  readonly limit: TimeLimit;
}

/** One wait. Between two polls it has a timer, but no signal of its own: there may be very many waits. */
class Wait<State> {
  /** How many polls were begun. */
  polls = 0;
  /** Whether the last state is final. */
  isOver = false;
  readonly #poller: Poller<State>;
  readonly #options: WaitOptions<State>;
  readonly #endsAt: number;
  #last: State | undefined;
  /** Why no poll leads on from the last state. */
  #untrackable: Error | undefined;
  /** When the next poll is due. */
  #dueAt = 0;
  /** Why the last poll, or a part of it, failed. */
  #failure: unknown;
  /** How many polls in a row have failed, and since when. */
  #failures = 0;
  #failingSince = 0;
  #endedBy: TimeLimit | undefined;

  constructor(poller: Poller<State>, options: WaitOptions<State>) {
    this.#poller = poller;
    this.#options = options;
    this.#endsAt = performance.now() + (this.#times.timeout ?? Number.POSITIVE_INFINITY);
    this.#last = poller.initial;
  }

  /** The next state. Work that is done from the start is not polled; a poll that fails with a transient error is skipped. */
  async next(): Promise<State> {
    const { signal } = this.#options;
    try {
      signal?.throwIfAborted();
      if (this.#untrackable !== undefined) throw this.#untrackable;
      if (this.polls === 0 && this.#last !== undefined) this.#judge(this.#last);
      let state = this.isOver || this.#untrackable !== undefined ? this.#last : undefined;
      while (state === undefined) {
        if (this.polls > 0) {
          const { at, limit } = this.#failures > 0 ? this.#outageDeadline() : this.#deadline();
          await pause(Math.min(this.#dueAt, at) - performance.now(), signal);
          signal?.throwIfAborted();
          if (this.#dueAt >= at) throw this.#timeoutError(limit);
        }
        state = await this.#poll();
      }
      return state;
    } catch (error) {
      if (signal?.aborted) throw await this.#abortError(signal.reason);
      throw this.#endedBy === undefined ? error : this.#timeoutError(this.#endedBy);
    }
  }

  #judge(state: State): void {
    this.isOver = this.#poller.isDone(state);
    this.#untrackable = this.isOver ? undefined : this.#poller.untrackableError(state);
  }

  async #poll(): Promise<State | undefined> {
    this.polls += 1;
    if (this.#failures === 0) this.#failingSince = performance.now();
    const { state, error, retryAfterSeconds, receivedAt } = await this.#within(this.#outageDeadline(), (signal) =>
      this.#poller.poll(signal),
    ).catch(skipTransient);
    const pace = { ...this.#times, maxRetryAfter: this.#poller.settings.maxRetryAfter };
    this.#dueAt = receivedAt + delayAfter(retryAfterSeconds, this.polls - 1, pace);
    this.#failure = error;
    this.#failures = state === undefined && error !== undefined ? this.#failures + 1 : 0;
    this.#warn();
    if (state === undefined) return undefined;
    this.#last = state;
    await this.#tellProgress(state);
    this.#judge(state);
    return state;
  }

  get #times(): WaitTimes {
    const { interval, maxInterval, timeout, outageTimeout } = this.#options;
    const { wait } = this.#poller.settings;
    return {
      interval: interval ?? wait.interval,
      maxInterval: maxInterval ?? wait.maxInterval,
      timeout: timeout ?? wait.timeout,
      outageTimeout: outageTimeout ?? wait.outageTimeout,
    };
  }

  #deadline(): Deadline {
    return { at: this.#endsAt, limit: 'timeout' };
  }

  #outageDeadline(): Deadline {
    const at = this.#failingSince + this.#times.outageTimeout;
    return at < this.#endsAt ? { at, limit: 'outageTimeout' } : this.#deadline();
  }

  /** Does the work until it settles, the caller aborts the wait, or its time is up. */
  async #within<T>({ at, limit }: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = Number.isFinite(at) ? Math.max(0, at - performance.now()) : undefined;
    const scope = openScope(this.#options.signal, timeout);
    try {
      return await untilAborted(work(scope.signal), scope.signal);
    } catch (error) {
      if (scope.signal.aborted) this.#endedBy = limit;
      throw error;
    } finally {
      // What is in flight beside a poll that has failed.
      scope.abort();
      scope.release();
    }
  }

  async #tellProgress(state: State): Promise<void> {
    const { onProgress } = this.#options;
    if (onProgress === undefined) return;
    const { name, settings } = this.#poller;
    const report = (error: unknown) => reportThrown(settings, `onProgress of ${name}`, error);
    await this.#within(this.#deadline(), () => callSafely(() => onProgress(state), report));
  }

  /** Warns after 3 polls in a row that failed, and each time that their number has doubled. */
  #warn(): void {
    const { name, settings } = this.#poller;
    if (!Number.isInteger(Math.log2(this.#failures / 3))) return;
    const line = `clipwright ${name}: ${this.#failures} polls in a row have failed${this.#inLastPoll()}`;
    void callSafely(() => settings.logger?.warn(toMessageText(line)));
  }

  #inLastPoll(): string {
    return this.#failure instanceof Error ? `; in the last poll, ${this.#failure.message}` : '';
  }

  #timeoutError(limit: TimeLimit): Error {
    const { name } = this.#poller;
    const time = `${this.#times[limit]} ms`;
    const message = {
      timeout: `${name} exceeded its timeout of ${time}`,
      outageTimeout: `${name} has had no successful poll for its outageTimeout of ${time}`,
    }[limit];
    const options = this.#failure instanceof Error ? { cause: this.#failure } : {};
    return this.#poller.timeoutError(message + this.#inLastPoll(), limit, this.#last, options);
  }

  async #abortError(reason: unknown): Promise<Error> {
    const outcome = this.#options.cancelOnAbort ? await this.#cancelAndDescribe() : '';
    const facts = { attempts: 0, idempotencyKey: null };
    const message = `${this.#poller.name} was aborted by its signal${this.#inLastPoll()}${outcome}`;
    return new AbortError(message, facts, { cause: reason });
  }

  // A failure is only described: the error must remain the abort, and its cause the signal's reason.
  async #cancelAndDescribe(): Promise<string> {
    const failed = (error: unknown) => ({ canceled: 0, errors: [error] });
    const { canceled, errors } = await this.#poller.cancel(this.#last).catch(failed);
    const [first] = errors;
    const failure = first instanceof Error ? first.message : String(first);
    // Not that the work was: a clip may have a job that is not listed yet.
    return `; jobs cancelled: ${canceled}${errors.length > 0 ? `, failed: ${errors.length} (${failure})` : ''}`;
  }
}

/** Waits, or until the signal is aborted. Every wait is in one for most of its time, so that it makes few objects. */
function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unlisten?.();
      resolve();
    };
    const unlisten = signal && onAbort(signal, end);
    // Node warns about negative times.
    const timer = setTimeout(end, Math.max(0, delay));
    if (signal?.aborted) end();
  });
}
