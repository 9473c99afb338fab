import { backoff } from '../async/backoff.ts';
import type { RateLimitError } from '../errors/status-errors.ts';

/** An attempt that a throttle has let through. */
export interface Admission {
  /** By `performance.now()`, as all times here. */
  readonly startedAt: number;
  readonly round: Round;
}

/** The time from one cool-down to the next. */
interface Round {
  /** How many attempts were let through, without those that tell nothing about the limit. */
  started: number;
  /** How many of them the service accepted. */
  accepted: number;
  /** Those that the service may still refuse, the oldest first. */
  readonly undecided: Set<Admission>;
}

/** What an attempt told about the limit: a 429 refused it, the service accepted it, or nothing. */
export type Verdict = RateLimitError | 'accepted' | 'unknown';

/** How long a call may be held. */
export interface Patience {
  /** By `performance.now()`. */
  readonly deadline: number;
  /** Milliseconds. */
  readonly maxRetryAfter: number;
}

/** The shortest cool-down, in milliseconds: a `Retry-After` of 0 does not permit attempts without a pause. */
const SHORTEST_WAIT = 100;

/** The most that jitter adds to a cool-down, so that not all processes that share a limit come back at once. */
const JITTER = 0.1;

/**
 * What a rate limit lets through, as far as responses have shown. Everything, until a 429 closes it for as long as the
 * service asks. Then one attempt at a time, and one more with each that is accepted, up to as many in all as were
 * accepted before the 429. Those beyond are let through one at a time again, since the next may be refused.
 */
export class Throttle {
  #round: Round = openRound();
  #isLimited = false;
  /** How many attempts the last round that had any was accepted for. */
  #usual = Number.POSITIVE_INFINITY;
  #isClosed = false;
  #opensAt = 0;
  /** `#opensAt` as the service asked, without jitter. */
  #askedUntil = 0;
  #stretch = 1;
  #refusal: RateLimitError | undefined;
  /** How often it was closed since an attempt was accepted. */
  #failures = 0;
  #backoff = 0;
  /** How long an attempt is undecided: a service refuses soon, but what it accepts may take any time. */
  #decisionTime = SHORTEST_WAIT;

  /** Whether an attempt may start. */
  admits(now: number): boolean {
    this.#update(now);
    return !this.#isClosed && this.#round.undecided.size < this.#limit();
  }

  /** Whether a call cannot wait until this opens. */
  outlasts({ deadline, maxRetryAfter }: Patience, now: number): boolean {
    return this.#isClosed && (this.#opensAt >= deadline || this.#askedUntil > now + maxRetryAfter);
  }

  /** Whether it knows nothing that a new throttle would not know. */
  isLikeNew(now: number): boolean {
    this.#update(now);
    return !this.#isClosed && this.#failures === 0;
  }

  get opensAt(): number {
    return this.#opensAt;
  }

  /** The response that closed it last. */
  get refusal(): RateLimitError | undefined {
    return this.#refusal;
  }

  /** When it may admit an attempt that it does not admit now, even if no attempt ends until then. */
  get changesAt(): number {
    const [oldest] = this.#round.undecided;
    if (this.#isClosed || oldest === undefined) return this.#opensAt;
    return oldest.startedAt + this.#decisionTime;
  }

  start(now: number): Admission {
    const admission = { startedAt: now, round: this.#round };
    this.#round.started += 1;
    this.#round.undecided.add(admission);
    return admission;
  }

  end(admission: Admission, verdict: Verdict, now: number): void {
    if (typeof verdict === 'object') this.#refuse(admission, verdict, now);
    else if (verdict === 'accepted') this.#accept(admission);
    else if (admission.round.undecided.delete(admission)) admission.round.started -= 1;
  }

  #accept(admission: Admission): void {
    if (!admission.round.undecided.delete(admission)) return;
    admission.round.accepted += 1;
    this.#failures = 0;
  }

  #refuse(admission: Admission, error: RateLimitError, now: number): void {
    const { round, startedAt } = admission;
    // One that took long was taken for accepted.
    if (!round.undecided.delete(admission)) round.accepted -= 1;
    this.#decisionTime = Math.max(SHORTEST_WAIT, 2 * (now - startedAt));
    if (!this.#isClosed) this.#close();
    const { retryAfterSeconds } = error;
    const asked = retryAfterSeconds === null ? 0 : retryAfterSeconds * 1000;
    const wait = Math.max(SHORTEST_WAIT, retryAfterSeconds === null ? this.#backoff : asked);
    this.#askedUntil = Math.max(this.#askedUntil, now + asked);
    this.#opensAt = Math.max(this.#opensAt, now + wait * this.#stretch);
    this.#refusal = error;
  }

  #close(): void {
    this.#isClosed = true;
    this.#isLimited = true;
    this.#failures += 1;
    // Drawn once, since the longest of many draws would always be near the most.
    this.#stretch = 1 + Math.random() * JITTER;
    this.#backoff = backoff(this.#failures);
  }

  #update(now: number): void {
    for (const admission of this.#round.undecided) {
      if (now < admission.startedAt + this.#decisionTime) break;
      this.#accept(admission);
    }
    if (!this.#isClosed || now < this.#opensAt) return;
    this.#isClosed = false;
    this.#usual = this.#round.accepted || this.#usual;
    this.#round = openRound();
  }

  #limit(): number {
    if (!this.#isLimited) return Number.POSITIVE_INFINITY;
    const { started, accepted } = this.#round;
    return 1 + (started < this.#usual ? accepted : Math.max(0, accepted - this.#usual));
  }
}

function openRound(): Round {
  return { started: 0, accepted: 0, undecided: new Set() };
}
