import { PlacedQueue } from '../async/placed-queue.ts';
import { RecentRefusals } from './recent-refusals.ts';

/** How long a call can wait. */
export interface Patience {
  /** By `performance.now()`. */
  readonly deadline: number;
  /** Milliseconds. */
  readonly maxRetryAfter: number;
}

/** The call of an attempt that waits for its turn. */
export interface GatedCall extends Patience {
  /** What a limit may be for: the call's endpoint, and its path. */
  readonly names: readonly string[];
  /** Calls wait in this order: by how many of their names were refused lately, and then by their turns. */
  place: number;
  /** A call keeps it for all its attempts, until it was refused repeatedly. */
  turn: number;
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

/**
 * From so many refusals on, a call goes behind all other limited ones. One is common: in each round an attempt finds
 * the limit.
 */
const REPEATEDLY = 2;

/** More than the calls that a client ever makes. */
const TURNS = 2 ** 40;

/** The attempts that wait for a gate to open. */
export class AttemptQueue {
  readonly #nextTurn: () => number;
  readonly #attempts = new PlacedQueue<WaitingAttempt>();
  /** No attempt has less. */
  #leastPatience = endlessPatience;
  readonly #refusals = new RecentRefusals();
  /** Those whose attempts were refused since the gate opened. */
  readonly #refused = new Set<GatedCall>();

  /** `nextTurn`: a turn behind all others. */
  constructor(nextTurn: () => number) {
    this.#nextTurn = nextTurn;
  }

  get isEmpty(): boolean {
    return this.#attempts.isEmpty;
  }

  get first(): WaitingAttempt | undefined {
    return this.#attempts.first;
  }

  add(attempt: WaitingAttempt): void {
    this.#setPlace(attempt.call);
    this.#attempts.add(attempt);
    this.#leastPatience = lessPatient(this.#leastPatience, attempt.call);
  }

  delete(attempt: WaitingAttempt): void {
    this.#attempts.delete(attempt);
  }

  /** `isFirst`: whether the attempt began before the first 429. */
  countRefusal(call: GatedCall, isFirst: boolean): void {
    if (!isFirst) call.refusals += 1;
    this.#refusals.add(call.names);
    this.#refused.add(call);
  }

  endRound(): void {
    this.#refusals.endRound();
  }

  /**
   * Puts the calls in order after a refusal. To be called when the gate opens, so that one which was refused repeatedly is
   * behind those that came while it was closed, and before those that come later.
   */
  arrange(): void {
    if (this.#refused.size === 0) return;
    for (const call of this.#refused) if (call.refusals >= REPEATEDLY) call.turn = this.#nextTurn();
    this.#refused.clear();
    for (const { call } of this.#attempts.toArray()) this.#setPlace(call);
    this.#attempts.sort();
  }

  #setPlace(call: GatedCall): void {
    call.place = this.#refusals.count(call.names) * TURNS + call.turn;
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
