import { longestTimer, onAbort } from '../async/cancellation.ts';
import type { RateLimitError } from '../errors/status-errors.ts';
import { backoff, jitter } from './backoff.ts';

/** How long a call can wait. */
interface Patience {
  /** By `performance.now()`. */
  readonly deadline: number;
  /** Milliseconds. */
  readonly maxRetryAfter: number;
}

/** The call of an attempt that waits for its turn. */
export interface GatedCall extends Patience {
  /** Calls wait in this order. A call keeps its place for all its attempts. */
  readonly place: number;
}

/** What an attempt showed about the rate limit: it was refused with a 429, or accepted, or neither. */
export type Verdict = RateLimitError | 'accepted' | 'unknown';

/** Ends an attempt, once. Returns how long the gate stays closed, in milliseconds. */
export type EndAttempt = (verdict: Verdict) => number;

/** The shortest cool-down, in milliseconds: a `Retry-After` of 0 must not lead to attempts without any delay. */
const MIN_COOL_DOWN = 100;

/** How many attempts are let through when a gate opens again. */
const FIRST_IN_FLIGHT = 3;

/** An attempt is taken for accepted after this many milliseconds: a service refuses quickly, but its work may take long. */
const REFUSAL_TIME = 1000;

/**
 * What the attempts against one rate limit pass. It is open until a 429 closes it for as long as the service asks. Then
 * a few are let through, and one more for each that is accepted (a slow start), until as many have started as were accepted
 * before the last 429. More are let through one by one: either the service accepts them, or the next 429 comes.
 */
export class RateGate {
  /** In the order of their places. */
  readonly #waiting: WaitingAttempt[] = [];
  /** No attempt that waits has less. */
  #leastPatience = endlessPatience;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many attempts have not ended, of all rounds and of this one. */
  #unended = 0;
  #inFlight = 0;
  /** Counts the times between one 429 that closed the gate and the next. */
  #round = 0;
  /** How many attempts have started and were accepted in this round, and how many the round before accepted. */
  #started = 0;
  #accepted = 0;
  #acceptedBefore = Number.POSITIVE_INFINITY;
  /** When the 429 came that closed the gate. */
  #refusedAt = 0;
  #opensAt = 0;
  /** `#opensAt` without jitter. */
  #retryAt = 0;
  #stretch = 1;
  /** How often the gate was closed since an attempt was accepted. */
  #failures = 0;
  #refusal: RateLimitError | undefined;

  /** The response that closed the gate; undefined while it is open. */
  get refusal(): RateLimitError | undefined {
    return this.#isClosed() ? this.#refusal : undefined;
  }

  /** Whether no attempt is in flight or waits. */
  get isIdle(): boolean {
    return this.#unended === 0 && this.#waiting.length === 0;
  }

  /**
   * Waits for the turn of an attempt. Rejects with the signal's reason once it is aborted, and with the response that
   * closed the gate as soon as that lasts longer than the call can wait.
   */
  enter(call: GatedCall, signal: AbortSignal): Promise<EndAttempt> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        unlisten();
        if (this.#waiting.length === 0) clearTimeout(this.#timer);
      };
      const abort = () => {
        leave();
        reject(signal.reason);
      };
      const waiting: WaitingAttempt = {
        call,
        start: () => {
          leave();
          resolve(this.#start());
        },
        refuse: () => {
          leave();
          reject(this.#refusal);
        },
      };
      const unlisten = onAbort(signal, abort);
      this.#add(waiting);
      if (this.#outlasts(call)) waiting.refuse();
      else this.#startWaiting();
    });
  }

  #add(attempt: WaitingAttempt): void {
    this.#leastPatience = lessPatient(this.#leastPatience, attempt.call);
    let [from, to] = [0, this.#waiting.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const { place = 0 } = this.#waiting[middle]?.call ?? {};
      if (place < attempt.call.place) from = middle + 1;
      else to = middle;
    }
    this.#waiting.splice(from, 0, attempt);
  }

  #startWaiting(): void {
    // One time for both: if the gate opened in between, nothing would start the attempts, and no timer either.
    const now = performance.now();
    while (this.#waiting.length > 0 && this.#mayStart(now)) this.#waiting[0]?.start();
    this.#setTimer(now);
  }

  #mayStart(now: number): boolean {
    if (this.#round === 0) return true;
    if (now < this.#opensAt) return false;
    if (this.#started < this.#acceptedBefore) return this.#inFlight < FIRST_IN_FLIGHT + this.#accepted;
    return this.#inFlight < 1 + Math.max(0, this.#accepted - this.#acceptedBefore);
  }

  #start(): EndAttempt {
    const round = this.#round;
    this.#unended += 1;
    this.#inFlight += 1;
    this.#started += 1;
    let isCounted = true;
    const count = (verdict: Verdict) => {
      clearTimeout(timer);
      // An attempt that started before the last 429 must not hold up those after it.
      if (isCounted && round === this.#round) this.#inFlight -= 1;
      if (isCounted && verdict === 'accepted') this.#accept(round);
      if (typeof verdict === 'object') this.#close(verdict, round);
      isCounted = false;
      this.#startWaiting();
    };
    const timer = round === 0 ? undefined : setTimeout(count, REFUSAL_TIME, 'accepted');
    return (verdict) => {
      this.#unended -= 1;
      count(verdict);
      return this.#opensIn();
    };
  }

  #accept(round: number): void {
    this.#failures = 0;
    if (round === this.#round) this.#accepted += 1;
    // Its response came after the 429 that ended its round.
    else if (round === this.#round - 1) this.#acceptedBefore += 1;
  }

  #close(refusal: RateLimitError, round: number): void {
    this.#refusal = refusal;
    const isFirstOfRound = round === this.#round;
    if (isFirstOfRound) this.#endRound();
    const { retryAfterSeconds } = refusal;
    // Drawn once a round: of many draws, the longest would count.
    if (retryAfterSeconds === null && !isFirstOfRound) return;
    const coolDown = Math.max(
      MIN_COOL_DOWN,
      retryAfterSeconds === null ? backoff(this.#failures) : retryAfterSeconds * 1000,
    );
    // Of a burst, the first 429 counts: the others were refused with it, and only read after it.
    if (!this.#isClosed()) this.#refusedAt = performance.now();
    this.#retryAt = Math.max(this.#retryAt, this.#refusedAt + coolDown);
    this.#opensAt = Math.max(this.#opensAt, this.#refusedAt + Math.round(coolDown * this.#stretch));
    this.#refuseImpatient();
  }

  /** Skips the walk over all that wait while none of them can be concerned: a 429 often comes to many calls at once. */
  #refuseImpatient(): void {
    if (!this.#outlasts(this.#leastPatience)) return;
    for (const { call, refuse } of [...this.#waiting]) if (this.#outlasts(call)) refuse();
    this.#leastPatience = this.#waiting.map(({ call }) => call).reduce(lessPatient, endlessPatience);
  }

  #endRound(): void {
    this.#round += 1;
    this.#failures += 1;
    this.#acceptedBefore = this.#accepted;
    this.#accepted = 0;
    this.#started = 0;
    this.#inFlight = 0;
    this.#stretch = jitter();
  }

  #opensIn(): number {
    return Math.max(0, Math.ceil(this.#opensAt - performance.now()));
  }

  #isClosed(): boolean {
    return performance.now() < this.#opensAt;
  }

  #outlasts({ deadline, maxRetryAfter }: Patience): boolean {
    return this.#isClosed() && (this.#opensAt >= deadline || this.#retryAt - performance.now() > maxRetryAfter);
  }

  /** Only a closed gate with calls that wait needs a timer: an open one goes on when an attempt ends. */
  #setTimer(now: number): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0 || now >= this.#opensAt) return;
    this.#timer = setTimeout(() => this.#startWaiting(), Math.min(this.#opensIn(), longestTimer));
  }
}

interface WaitingAttempt {
  readonly call: GatedCall;
  start(): void;
  refuse(): void;
}

const endlessPatience: Patience = { deadline: Number.POSITIVE_INFINITY, maxRetryAfter: Number.POSITIVE_INFINITY };

function lessPatient(one: Patience, other: Patience): Patience {
  return {
    deadline: Math.min(one.deadline, other.deadline),
    maxRetryAfter: Math.min(one.maxRetryAfter, other.maxRetryAfter),
  };
}
