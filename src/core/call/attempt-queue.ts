import { PlacedQueue } from '../async/placed-queue.ts';
import type { SlotQueue, Slots } from '../async/slots.ts';
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
  /** Those of its client, which bound the attempts in flight. */
  readonly slots: Slots;
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

/** What attempts wait for. */
interface Gate {
  /** A turn behind all others. */
  nextTurn(): number;
  /** Whether the gate would let another attempt through. */
  isOpen(): boolean;
  /** Starts the attempts that wait, as long as the gate is open and their slots are free. */
  start(): void;
}

/** The attempts that wait for a gate to open, and for a slot of their client. */
export class AttemptQueue {
  readonly #gate: Gate;
  /** By their slots: copies of a client with a bound of their own share the gate. */
  readonly #lines = new Map<Slots, Line>();
  /** No attempt has less. */
  #leastPatience = endlessPatience;
  readonly #refusals = new RecentRefusals();
  /** Those whose attempts were refused since the gate opened. */
  readonly #refused = new Set<GatedCall>();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** The first that has a slot. */
  get first(): WaitingAttempt | undefined {
    let first: WaitingAttempt | undefined;
    for (const [slots, { attempts }] of this.#lines) {
      const one = slots.isFree ? attempts.first : undefined;
      if (one !== undefined && (first === undefined || one.place < first.place)) first = one;
    }
    return first;
  }

  add(attempt: WaitingAttempt): void {
    const { call } = attempt;
    this.#setPlace(call);
    this.#lineOf(call).attempts.add(attempt);
    this.#leastPatience = lessPatient(this.#leastPatience, call);
  }

  delete(attempt: WaitingAttempt): void {
    const { slots } = attempt.call;
    const line = this.#lines.get(slots);
    line?.attempts.delete(attempt);
    if (!line?.attempts.isEmpty) return;
    this.#lines.delete(slots);
    slots.deleteQueue(line);
  }

  #lineOf({ slots }: GatedCall): Line {
    const known = this.#lines.get(slots);
    if (known !== undefined) return known;
    const line = new Line(this.#gate);
    this.#lines.set(slots, line);
    slots.addQueue(line);
    return line;
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
    for (const call of this.#refused) if (call.refusals >= REPEATEDLY) call.turn = this.#gate.nextTurn();
    this.#refused.clear();
    this.#setPlaces();
  }

  /** From now on, the calls wait in the order of their turns, until another is refused. */
  forgetRefusals(): void {
    this.#refusals.clear();
    this.#setPlaces();
  }

  #setPlaces(): void {
    for (const { call } of this.#all()) this.#setPlace(call);
    for (const { attempts } of this.#lines.values()) attempts.sort();
  }

  #setPlace(call: GatedCall): void {
    call.place = this.#refusals.count(call.names) * TURNS + call.turn;
  }

  /** Skips the walk over all attempts while none of them can be concerned: a 429 often comes to many calls at once. */
  refuseImpatient(isTooLong: (patience: Patience) => boolean): void {
    if (!isTooLong(this.#leastPatience)) return;
    for (const { call, refuse } of this.#all()) if (isTooLong(call)) refuse();
    const calls: Patience[] = this.#all().map(({ call }) => call);
    this.#leastPatience = calls.reduce(lessPatient, endlessPatience);
  }

  #all(): WaitingAttempt[] {
    return [...this.#lines.values()].flatMap(({ attempts }) => attempts.toArray());
  }
}

/** The attempts that wait for the same slots. */
class Line implements SlotQueue {
  readonly attempts = new PlacedQueue<WaitingAttempt>();
  readonly #gate: Gate;

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  get isReady(): boolean {
    return this.#gate.isOpen();
  }

  /** What was refused at one gate is not behind those at another. */
  get place(): number {
    return this.attempts.first?.call.turn ?? Number.POSITIVE_INFINITY;
  }

  start(): void {
    this.#gate.start();
  }
}

const endlessPatience: Patience = { deadline: Number.POSITIVE_INFINITY, maxRetryAfter: Number.POSITIVE_INFINITY };

function lessPatient(one: Patience, other: Patience): Patience {
  return {
    deadline: Math.min(one.deadline, other.deadline),
    maxRetryAfter: Math.min(one.maxRetryAfter, other.maxRetryAfter),
  };
}
