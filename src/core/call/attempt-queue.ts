import { PlacedQueue } from '../async/placed-queue.ts';

/** How long a call can wait. */
export interface Patience {
  /** By `performance.now()`. */
  readonly deadline: number;
  /** Milliseconds. */
  readonly maxRetryAfter: number;
}

/** The call of an attempt that waits for its turn. */
export interface GatedCall extends Patience {
  readonly endpoint: string;
  /** Calls wait in this order. A call keeps its place for all its attempts, until it was refused repeatedly. */
  place: number;
  /** How many of its attempts were refused, without those that began before the first 429. */
  refusals: number;
}

export interface WaitingAttempt {
  readonly call: GatedCall;
  /** That of the call. */
  readonly place: number;
  start(): void;
  refuse(): void;
}

/** From so many refusals on there may be another limit. One is common: in each round an attempt finds the limit. */
const REPEATEDLY = 2;

/** The attempts that wait for a gate to open. */
export class AttemptQueue {
  readonly #nextPlace: () => number;
  readonly #attempts = new PlacedQueue<WaitingAttempt>();
  /** No attempt has less. */
  #leastPatience = endlessPatience;
  /** Those whose attempts were refused since the gate opened. */
  readonly #refused = new Set<GatedCall>();
  /** How many attempts of an endpoint were refused since one was accepted. */
  readonly #refusals = new Map<string, number>();

  /** `nextPlace`: a place behind all others. */
  constructor(nextPlace: () => number) {
    this.#nextPlace = nextPlace;
  }

  get isEmpty(): boolean {
    return this.#attempts.isEmpty;
  }

  get first(): WaitingAttempt | undefined {
    return this.#attempts.first;
  }

  add(attempt: WaitingAttempt): void {
    this.#attempts.add(attempt);
    this.#leastPatience = lessPatient(this.#leastPatience, attempt.call);
  }

  delete(attempt: WaitingAttempt): void {
    this.#attempts.delete(attempt);
  }

  countRefusal(call: GatedCall): void {
    call.refusals += 1;
    this.#refusals.set(call.endpoint, (this.#refusals.get(call.endpoint) ?? 0) + 1);
    this.#refused.add(call);
  }

  countAcceptance({ endpoint }: GatedCall): void {
    this.#refusals.delete(endpoint);
  }

  /**
   * Moves to the end what was refused again, having been refused repeatedly: an endpoint, or one call, since the limit may be
   * that of a resource. To be called when the gate opens, so that they are behind those that came while it was closed,
   * and before those that come later.
   */
  moveRepeatedlyRefused(): void {
    if (this.#refused.size === 0) return;
    const refused = [...this.#refused];
    const endpoints = new Set(refused.map(({ endpoint }) => endpoint).filter((name) => this.#isRefused(name)));
    const last = new Set(refused.filter(({ refusals }) => refusals >= REPEATEDLY));
    const calls = this.#attempts.toArray().map(({ call }) => call);
    const others = calls.filter((call) => endpoints.has(call.endpoint) && !last.has(call));
    for (const call of [...others, ...last]) call.place = this.#nextPlace();
    this.#attempts.sort();
    this.#refused.clear();
  }

  #isRefused(endpoint: string): boolean {
    return (this.#refusals.get(endpoint) ?? 0) >= REPEATEDLY;
  }

  /** Skips the walk over all attempts while none of them can be concerned: a 429 often comes to many calls at once. */
  refuseImpatient(isTooLong: (patience: Patience) => boolean): void {
    if (!isTooLong(this.#leastPatience)) return;
    for (const { call, refuse } of this.#attempts.toArray()) if (isTooLong(call)) refuse();
    const calls: Patience[] = this.#attempts.toArray().map(({ call }) => call);
    this.#leastPatience = calls.reduce(lessPatient, endlessPatience);
  }
}

const endlessPatience: Patience = { deadline: Number.POSITIVE_INFINITY, maxRetryAfter: Number.POSITIVE_INFINITY };

function lessPatient(one: Patience, other: Patience): Patience {
  return {
    deadline: Math.min(one.deadline, other.deadline),
    maxRetryAfter: Math.min(one.maxRetryAfter, other.maxRetryAfter),
  };
}
