import { callSafely } from '../async/call-safely.ts';
import { openScope, sleep, untilAborted } from '../async/cancellation.ts';
import { shortestCoolDown } from '../call/rate-gate.ts';
import type { LastState } from '../errors/job-errors.ts';
import { describeCauses, toMessageText } from '../errors/message-text.ts';
import { AbortError } from '../errors/network-errors.ts';
import { reportThrown } from '../options/hooks.ts';
import type { JobOutcome } from '../options/options.ts';
import type { WaitTimes } from '../options/settings.ts';
import type { WaitDeps } from './job-lists.ts';
import { delayAfter, failedReply, isTransient, type Reply } from './poll-result.ts';
import { waitTimeoutError } from './wait-errors.ts';
import type { WaitOptions } from './wait-options.ts';

/** The result of one poll of the work. */
export interface Look<State> extends Reply {
  /** The state of the work; undefined if the poll failed. */
  readonly state?: State | undefined;
  /** How the work ended; `untrackable` if no poll can show how; undefined while the work continues. */
  readonly end?: JobOutcome | 'untrackable' | undefined;
  /** The error that the wait rejects with if the work has ended. Otherwise, why this poll, or a part of it, failed. */
  readonly error?: unknown;
}

/** A call of one of the client's `check`, `wait` or `watch` methods. */
export interface WaitCall<Options> {
  /** The client's method, such as `jobs.wait`. */
  readonly name: string;
  readonly options: Options;
  readonly deps: WaitDeps;
}

/** The delays of a wait with events, in milliseconds. They are long, because only a lost event makes polls necessary. */
const safetyTimes: Partial<WaitTimes> = { interval: 30_000, maxInterval: 60_000 };

/** The work that a wait follows. */
export interface Work<State> {
  readonly call: WaitCall<WaitOptions<State>>;
  /** Polls once. Sends no request if the known state is final and complete. */
  poll(signal: AbortSignal): Promise<Look<State>>;
  /** Cancels each job that is not final. A job list that cannot be read counts as a rejected result. */
  cancel(): Promise<readonly PromiseSettledResult<unknown>[]>;
  /** Called once, when the wait has ended. */
  close(): void;
  lastState(): LastState;
  /** The identifiers by which an event may name the work. */
  eventIds(): readonly (string | null | undefined)[];
  /** Returns what a handle stores about the work. */
  followed(): unknown;
}

const never = Number.POSITIVE_INFINITY;

/** One wait. Between polls, a wait has a timer but no signal of its own, because there can be very many waits. */
export class Wait<State> {
  readonly work: Work<State>;
  readonly #endsAt: number;
  #polls = 0;
  /** When the next poll is due. */
  #dueAt = 0;
  /** Why the last poll or a part of it failed, if it did. */
  #error: unknown;
  /** How many polls in a row have failed, and since when. */
  #failures = 0;
  #failingSince = never;
  #unsubscribe: (() => void) | undefined;
  /** Whether an event has named the work since the last poll began, and the earliest time of a poll after an event. */
  #isWoken = false;
  #wakeableAt = 0;
  #endSleep: (() => void) | undefined;

  constructor(work: Work<State>) {
    this.work = work;
    this.#endsAt = performance.now() + (this.#time('timeout') ?? never);
  }

  /** Returns the next state. Unless only one poll is allowed, repeats polls that fail with a temporary error. */
  async next(isOnlyPoll = false): Promise<Look<State>> {
    const { signal } = this.work.call.options;
    try {
      signal?.throwIfAborted();
      for (;;) {
        if (this.#polls > 0) await this.#untilDue();
        const look = await this.#poll();
        if (look.state !== undefined || look.end !== undefined || isOnlyPoll) return look;
      }
    } catch (error) {
      if (signal?.aborted) throw await this.#abortError(signal.reason);
      throw error;
    }
  }

  close(): void {
    this.#unsubscribe?.();
    this.work.close();
  }

  /** Sleeps until the next poll is due. An event that names the work cuts the sleep short. */
  async #untilDue(): Promise<void> {
    const { at, limit } = this.#deadline();
    const { signal } = this.work.call.options;
    const left = () => Math.min(this.#dueAt, at) - performance.now();
    if (!this.#isWoken) {
      await sleep(left(), signal, (end) => {
        this.#endSleep = end;
      });
    }
    if (this.#isWoken) {
      this.#dueAt = Math.min(this.#dueAt, this.#wakeableAt);
      await sleep(left(), signal);
    }
    if (this.#dueAt >= at) throw this.#timeoutError(limit);
  }

  /** Subscribes to the events that name the work. Called again after each poll, which may find more identifiers. */
  #subscribe(): void {
    const ids = this.work.eventIds().flatMap((id) => id ?? []);
    this.#unsubscribe?.();
    this.#unsubscribe = this.work.call.options.events?.subscribe(ids, () => {
      this.#isWoken = true;
      this.#endSleep?.();
    });
  }

  async #poll(): Promise<Look<State>> {
    if (this.#polls === 0) this.#subscribe();
    this.#isWoken = false;
    this.#polls += 1;
    this.#failingSince = Math.min(this.#failingSince, performance.now());
    const look: Look<State> = await this.#within((signal) => this.work.poll(signal)).catch(skipTransient);
    const times = { interval: this.#time('interval'), maxInterval: this.#time('maxInterval') };
    const { maxRetryAfter } = this.work.call.deps.settings;
    this.#dueAt = look.receivedAt + delayAfter(look.retryAfterSeconds, this.#polls - 1, times, maxRetryAfter);
    // Events do not shorten the delay after a failed poll, because this delay protects the service.
    this.#wakeableAt = look.state === undefined ? this.#dueAt : look.receivedAt + shortestCoolDown;
    this.#error = look.error;
    this.#subscribe();
    if (look.state === undefined) {
      this.#failures += 1;
      this.#warn();
    } else {
      this.#failures = 0;
      this.#failingSince = never;
      await this.#tellProgress(look.state, look.end !== undefined);
    }
    return look;
  }

  #time<Name extends keyof WaitTimes>(name: Name): WaitTimes[Name] {
    const { options, deps } = this.work.call;
    return options[name] ?? (options.events && safetyTimes[name]) ?? deps.settings.wait[name];
  }

  /** Returns when the wait times out, on the clock of `performance.now()`, and the option that sets this limit. */
  #deadline(): { readonly at: number; readonly limit: 'timeout' | 'outageTimeout' } {
    const at = this.#failingSince + this.#time('outageTimeout');
    return at < this.#endsAt ? { at, limit: 'outageTimeout' } : { at: this.#endsAt, limit: 'timeout' };
  }

  /** Runs `work` until it settles, the caller aborts the wait, or its time is up. */
  async #within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { at, limit } = this.#deadline();
    const timeout = Number.isFinite(at) ? Math.max(0, at - performance.now()) : undefined;
    const scope = openScope(this.work.call.options.signal, timeout);
    try {
      return await untilAborted(work(scope.signal), scope.signal);
    } catch (error) {
      throw scope.signal.aborted ? this.#timeoutError(limit) : error;
    } finally {
      // If a request has failed, aborts the other requests in flight.
      scope.abort();
      scope.release();
    }
  }

  async #tellProgress(state: State, isLast: boolean): Promise<void> {
    const { name, deps, options } = this.work.call;
    const { onProgress, signal } = options;
    if (onProgress === undefined) return;
    const report = (error: unknown) => reportThrown(deps.settings, `onProgress of ${name}`, error);
    const told = this.#within(() => callSafely(() => onProgress(state), report));
    // If the work has ended, the wait returns the result even if the callback exceeds the time limit.
    await told.catch((error) => {
      if (!isLast || signal?.aborted) throw error;
    });
  }

  /** Warns after 3, 6, 12 and so on failed polls in a row. */
  #warn(): void {
    const { name, deps } = this.work.call;
    if (!Number.isInteger(Math.log2(this.#failures / 3))) return;
    const line = `clipwright ${name}: ${this.#failures} polls in a row have failed${this.#inLastPoll()}`;
    void callSafely(() => deps.settings.logger?.warn(toMessageText(line)));
  }

  #inLastPoll(): string {
    return this.#error instanceof Error ? `; in the last poll, ${this.#error.message}` : '';
  }

  #timeoutError(limit: 'timeout' | 'outageTimeout'): Error {
    const { name, deps } = this.work.call;
    const what = limit === 'timeout' ? 'exceeded its timeout' : 'has had no successful poll for its outageTimeout';
    const message = `${name} ${what} of ${this.#time(limit)} ms${this.#inLastPoll()}`;
    const options = this.#error instanceof Error ? { cause: this.#error } : {};
    return waitTimeoutError(message, limit, this.work.lastState(), options, deps.settings);
  }

  async #abortError(reason: unknown): Promise<Error> {
    const outcome = this.work.call.options.cancelOnAbort ? await this.#cancelAndDescribe() : '';
    const facts = { attempts: 0, idempotencyKey: null };
    const message = `${this.work.call.name} was aborted by its signal${this.#inLastPoll()}${outcome}`;
    return new AbortError(message, facts, { cause: reason });
  }

  // Never rejects, because the wait must reject with an `AbortError` whose cause is the signal's reason.
  async #cancelAndDescribe(): Promise<string> {
    const results = await this.work.cancel().catch((reason) => [{ status: 'rejected', reason }] as const);
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    const failed = failures.length > 0 ? `, failed: ${failures.length} (${describeCauses(failures[0])})` : '';
    // Does not claim that all the work was canceled, because a clip may have a job that is not listed yet.
    return `; jobs canceled: ${results.length - failures.length}${failed}`;
  }
}

function skipTransient(error: unknown): Reply {
  if (!isTransient(error)) throw error;
  return failedReply(error);
}
