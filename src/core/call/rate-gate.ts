import { longestTimer, onAbort } from '../async/cancellation.ts';
import type { RateLimitError } from '../errors/status-errors.ts';
import { AttemptQueue, type GatedCall, type Patience, type WaitingAttempt } from './attempt-queue.ts';
import { backoff, jitter } from './backoff.ts';

/** What an attempt showed about the rate limit: it was refused with a 429, or accepted, or neither. */
export type Verdict = RateLimitError | 'accepted' | 'unknown';

/** Ends an attempt, once. Returns how long the gate stays closed, in milliseconds. */
export type EndAttempt = (verdict: Verdict) => number;

/** The turn of an attempt, which counts, and has a slot of its client, from when it is given until it is ended. */
export interface Turn {
  /** To be called when the attempt is sent. False if the gate has closed since: then this turn must be ended. */
  begin(): boolean;
  readonly end: EndAttempt;
}

/** The shortest cool-down, in milliseconds: a `Retry-After` of 0 must not lead to attempts without any delay. */
export const MIN_COOL_DOWN = 100;

/** How many attempts are let through when a gate opens again. */
const FIRST_IN_FLIGHT = 3;

/**
 * A round lets at least so many start: were it one, a call that is always refused would be the only one to try, for
 * ever.
 */
const MIN_STARTS = 2;

/**
 * The calls that were refused lately are behind others no longer once the gate has been open for so many cool-downs:
 * where it is slots that hold calls back, no other 429 may come, and no other round begin.
 */
const COOL_DOWNS = 10;

/** An attempt is taken for accepted after this many milliseconds: a service refuses quickly, but its work may take long. */
const REFUSAL_TIME = 1000;

/**
 * What the attempts against one rate limit pass. It is open until a 429 closes it for as long as the service asks. Then
 * a few are let through, and one more for each that is accepted (a slow start), until as many have started as were accepted
 * before the last 429. More are let through one by one: either the service accepts them, or the next 429 comes.
 *
 * The limit may be that of one endpoint or resource. So calls of those that were not refused lately pass first each
 * time that the gate opens, before another closes it again.
 */
export class RateGate {
  readonly #waiting: AttemptQueue;
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
  #forgetsAt = Number.POSITIVE_INFINITY;
  #isArranged = true;
  /** How often the gate was closed since an attempt was accepted. */
  #failures = 0;
  #refusal: RateLimitError | undefined;

  /** `nextTurn`: a turn behind all others. */
  constructor(nextTurn: () => number) {
    this.#waiting = new AttemptQueue({
      nextTurn,
      isOpen: () => this.#mayStart(performance.now()),
      start: () => this.#startWaiting(),
    });
  }

  /** The response that closed the gate; undefined while it is open. */
  get refusal(): RateLimitError | undefined {
    return this.#isClosed() ? this.#refusal : undefined;
  }

  /** Milliseconds; 0 while it is open. */
  get opensIn(): number {
    return Math.max(0, Math.ceil(this.#opensAt - performance.now()));
  }

  /** Whether no attempt is in flight or waits. */
  get isIdle(): boolean {
    return this.#unended === 0 && this.#waiting.isEmpty;
  }

  /**
   * Waits for the turn of an attempt. Rejects with the signal's reason once it is aborted, and with the response that
   * closed the gate as soon as that lasts longer than the call can wait.
   */
  enter(call: GatedCall, signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        this.#waiting.delete(waiting);
        unlisten();
        if (this.#waiting.isEmpty) clearTimeout(this.#timer);
      };
      const abort = () => {
        leave();
        reject(signal.reason);
      };
      const waiting: WaitingAttempt = {
        call,
        get place() {
          return call.place;
        },
        start: () => {
          leave();
          resolve(this.#start(call));
        },
        refuse: () => {
          leave();
          reject(this.#refusal);
        },
      };
      const unlisten = onAbort(signal, abort);
      this.#waiting.add(waiting);
      if (this.#outlasts(call)) waiting.refuse();
      else this.#startWaiting();
    });
  }

  #startWaiting(): void {
    // One time for both: if the gate opened in between, nothing would start the attempts, and no timer either.
    const now = performance.now();
    if (now >= this.#opensAt) this.#arrange();
    if (now >= this.#forgetsAt) this.#forgetRefusals();
    while (this.#mayStart(now) && this.#waiting.first) this.#startOrRefuse(this.#waiting.first, now);
    this.#setTimer(now);
  }

  /** Once for each time that the gate opens: it takes long where many wait. */
  #arrange(): void {
    if (this.#isArranged) return;
    this.#isArranged = true;
    this.#waiting.arrange();
  }

  #forgetRefusals(): void {
    this.#forgetsAt = Number.POSITIVE_INFINITY;
    this.#waiting.forgetRefusals();
  }

  /** Of calls with one deadline, each that misses it would else start the next. */
  #startOrRefuse(attempt: WaitingAttempt, now: number): void {
    if (this.#round > 0 && now >= attempt.call.deadline) attempt.refuse();
    else attempt.start();
  }

  #mayStart(now: number): boolean {
    if (this.#round === 0) return true;
    if (now < this.#opensAt) return false;
    if (this.#started < Math.max(this.#acceptedBefore, MIN_STARTS))
      return this.#inFlight < FIRST_IN_FLIGHT + this.#accepted;
    return this.#inFlight < 1 + Math.max(0, this.#accepted - this.#acceptedBefore);
  }

  #start(call: GatedCall): Turn {
    const round = this.#round;
    const freeSlot = call.slots.take();
    this.#unended += 1;
    this.#inFlight += 1;
    this.#started += 1;
    let isCounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (verdict: Verdict) => {
      clearTimeout(timer);
      // An attempt that started before the last 429 must not hold up those after it.
      if (isCounted && round === this.#round) this.#inFlight -= 1;
      if (isCounted && verdict === 'accepted') this.#accept(round);
      if (typeof verdict === 'object') {
        this.#close(verdict, round);
        this.#waiting.countRefusal(call, round === 0);
      }
      isCounted = false;
      this.#startWaiting();
    };
    return {
      begin: () => {
        const isOver = round !== this.#round || this.#isClosed();
        if (!isOver && round > 0) timer = setTimeout(count, REFUSAL_TIME, 'accepted');
        return !isOver;
      },
      end: (verdict) => {
        this.#unended -= 1;
        count(verdict);
        // Not before: a 429 closes the gate for the next one.
        freeSlot();
        return this.opensIn;
      },
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
    this.#isArranged = false;
    this.#forgetsAt = this.#opensAt + COOL_DOWNS * (this.#opensAt - this.#refusedAt);
    this.#waiting.refuseImpatient((patience) => this.#outlasts(patience));
  }

  #endRound(): void {
    this.#round += 1;
    this.#waiting.endRound();
    this.#failures += 1;
    this.#acceptedBefore = this.#accepted;
    this.#accepted = 0;
    this.#started = 0;
    this.#inFlight = 0;
    this.#stretch = jitter();
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
    if (this.#waiting.isEmpty || now >= this.#opensAt) return;
    this.#timer = setTimeout(() => this.#startWaiting(), Math.min(this.opensIn, longestTimer));
  }
}
