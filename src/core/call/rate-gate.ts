import { longestTimer } from '../async/cancellation.ts';
import type { RateLimitError } from '../errors/api-errors.ts';
import { backoff, jitter } from './backoff.ts';

/** What an attempt shows about the rate limit: its 429, `accepted` if the limit allowed the attempt, or `unknown`. */
export type Verdict = RateLimitError | 'accepted' | 'unknown';

/** The fields of a call that a {@link RateGate} reads or changes. */
export interface GatedCall {
  /** The endpoint and the path, because a limit can apply to either. */
  readonly endpoint: string;
  readonly pathname: string;
  /** The end of the call's time limit, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly maxRetryAfter: number;
  readonly slots: Slots;
  /** Calls start by `place`, then by `turn`. A waiting call to a refused endpoint or path gets a later `place`. */
  place: number;
  turn: number;
  /** The round in which the current attempt began; undefined between attempts. */
  round: number | undefined;
  start?: () => void;
  refuse?: (refusal: RateLimitError) => void;
}

/** The shortest cool-down, in milliseconds. It doubles, up to a second, while no attempt is accepted. */
export const shortestCoolDown = 100;
/** The maximum number of attempts in flight when a gate reopens. */
const firstInFlight = 3;
/** In milliseconds. Each time it passes without a 429 after the gate opens, more attempts may be in flight. */
const longestRefusal = 1000;
/** Above this number, unused gates are dropped, because an `apiKey` function may return a new key each time. */
const mostGates = 1000;

/**
 * Controls the attempts under one rate limit. A 429 closes the gate for as long as the service asks. After that, the
 * gate lets a few attempts through, and one more for each accepted attempt (a slow start). Once the gate has started as
 * many attempts as the service accepted before the 429, it lets attempts through one by one at first, then again more.
 *
 * A 429 does not say whether the limit applies only to one endpoint or path. When the gate opens, calls to a refused
 * endpoint or path therefore move to the end of the queue, so that they cannot close the gate before other calls have
 * passed.
 */
export class RateGate {
  /** The number of calls that use this gate. */
  users = 0;
  /** The 429 that last closed the gate. */
  refusal: RateLimitError | undefined;
  #turns = 0;
  /** The waiting calls of each client. A call that waits for a slot must not block clients with free slots. */
  readonly #lines = new Map<Slots, GatedCall[]>();
  /** The endpoints and paths refused since the gate closed. */
  readonly #refused = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A round ends when a 429 closes the gate. `#failures` counts the rounds since the last accepted attempt. */
  #round = 0;
  #failures = 0;
  /** Numbers of attempts in this round. `#acceptedBefore` is the number accepted in the previous round. */
  #inFlight = 0;
  #started = 0;
  #accepted = 0;
  #acceptedBefore = Number.POSITIVE_INFINITY;
  #refusedAt = 0;
  #opensAt = 0;
  /** The time at which the gate would open without jitter. */
  #retryAt = 0;
  /** The earliest time at which the service permits the next attempt, if it gave a time. */
  #permittedAt = 0;

  /** The time until the gate opens, in milliseconds; 0 while it is open. */
  get opensIn(): number {
    return Math.max(0, Math.ceil(this.#opensAt - performance.now()));
  }

  /** Starts a call's attempt unless the call must wait, and returns whether it started. {@link end} frees the slot. */
  pass(call: GatedCall): boolean {
    // A call keeps its turn when it is retried.
    if (call.turn === 0) {
      this.#turns += 1;
      call.place = call.turn = this.#turns;
    }
    const mayPass = this.#lines.size === 0 && call.slots.isFree && this.#mayStart(performance.now());
    if (mayPass) this.#start(call);
    return mayPass;
  }

  /**
   * Waits for a call's turn, and starts the call's attempt. If the gate stays closed for longer than the call can wait,
   * rejects with the 429 that closed the gate. If the signal is aborted, the promise never settles.
   */
  wait(call: GatedCall, signal: AbortSignal): Promise<void> {
    if (this.#outlasts(call)) return Promise.reject(this.refusal);
    return new Promise((start, refuse) => {
      Object.assign(call, { start, refuse });
      const line = this.#lines.get(call.slots) ?? [];
      // Search from the end, where most calls belong.
      line.splice(line.findLastIndex((other) => compare(other, call) < 0) + 1, 0, call);
      this.#lines.set(call.slots, line);
      call.slots.gates.add(this);
      signal.addEventListener('abort', () => this.#leave(call));
      this.startWaiting();
    });
  }

  end(call: GatedCall, verdict: Verdict): void {
    const { round, slots } = call;
    if (round === undefined) return;
    call.round = undefined;
    if (round === this.#round) this.#inFlight -= 1;
    if (verdict === 'accepted') {
      this.#failures = 0;
      if (round === this.#round) this.#accepted += 1;
    }
    if (typeof verdict === 'object') this.#close(verdict, call, round === this.#round);
    this.startWaiting();
    slots.free();
  }

  startWaiting(): void {
    if (this.#lines.size === 0) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    if (now >= this.#opensAt) this.#moveRefused();
    while (this.#mayStart(now)) {
      const firsts = [...this.#lines].flatMap(([{ isFree }, [first]]) => (isFree && first ? [first] : []));
      const [call] = firsts.sort(compare);
      if (call === undefined) break;
      this.#leave(call);
      this.#start(call);
      call.start?.();
    }
    if (this.#lines.size > 0 && this.#round > 0)
      this.#timer = setTimeout(() => this.startWaiting(), Math.min(this.opensIn || longestRefusal, longestTimer));
  }

  #moveRefused(): void {
    if (this.#refused.size === 0) return;
    this.#turns += 2;
    for (const line of this.#lines.values()) {
      for (const call of line) {
        if (this.#refused.has(call.pathname)) call.place = this.#turns;
        // Calls to the endpoint's other paths come first, because the limit may apply only to the refused path.
        else if (this.#refused.has(call.endpoint)) call.place = this.#turns - 1;
      }
      line.sort(compare);
    }
    this.#refused.clear();
  }

  #mayStart(now: number): boolean {
    if (this.#round === 0) return true;
    if (now < this.#opensAt) return false;
    const growth = 2 ** Math.floor((now - this.#opensAt) / longestRefusal);
    if (this.#started < this.#acceptedBefore) return this.#inFlight < firstInFlight * growth + this.#accepted;
    return this.#inFlight < growth + Math.max(0, this.#accepted - this.#acceptedBefore);
  }

  #start(call: GatedCall): void {
    call.slots.taken += 1;
    call.round = this.#round;
    this.#inFlight += 1;
    this.#started += 1;
  }

  #close(refusal: RateLimitError, { endpoint, pathname }: GatedCall, endsRound: boolean): void {
    this.refusal = refusal;
    if (endsRound) {
      // `#refused` still has endpoints of the last round if no call was waiting when the gate opened.
      this.#refused.clear();
      this.#round += 1;
      this.#failures += 1;
      this.#acceptedBefore = this.#accepted;
      this.#inFlight = this.#started = this.#accepted = 0;
    }
    this.#refused.add(endpoint).add(pathname);
    this.#coolDown(refusal);
  }

  #coolDown(refusal: RateLimitError): void {
    const { retryAfterSeconds } = refusal;
    const asked = retryAfterSeconds === null ? backoff(this.#failures) : retryAfterSeconds * 1000;
    const now = performance.now();
    // The cool-down starts at the first 429 of a burst. The other 429s were sent at the same time, but read later.
    if (now >= this.#opensAt) this.#refusedAt = now;
    const coolDown =
      asked < shortestCoolDown ? Math.min(1000, shortestCoolDown * 2 ** Math.max(0, this.#failures - 1)) : asked;
    // Compare times without jitter. Otherwise, the longest random delay of a burst would always win.
    if (this.#refusedAt + coolDown <= this.#retryAt) return;
    this.#retryAt = this.#refusedAt + coolDown;
    this.#permittedAt = this.#refusedAt + (retryAfterSeconds ?? 0) * 1000;
    this.#opensAt = Math.max(this.#opensAt, this.#refusedAt + Math.round(coolDown * jitter()));
    for (const call of [...this.#lines.values()].flat()) {
      if (!this.#outlasts(call)) continue;
      this.#leave(call);
      call.refuse?.(refusal);
    }
  }

  /** Whether the gate stays closed for longer than the call can wait. */
  #outlasts({ deadline, maxRetryAfter }: GatedCall): boolean {
    return this.opensIn > 0 && (this.#opensAt >= deadline || this.#permittedAt - performance.now() > maxRetryAfter);
  }

  #leave(call: GatedCall): void {
    const line = this.#lines.get(call.slots) ?? [];
    const index = line.indexOf(call);
    if (index >= 0) line.splice(index, 1);
    if (line.length > 0) return;
    this.#lines.delete(call.slots);
    call.slots.gates.delete(this);
    if (this.#lines.size === 0) clearTimeout(this.#timer);
  }
}

function compare(one: GatedCall, other: GatedCall): number {
  return one.place - other.place || one.turn - other.turn;
}

/** Limits the number of a client's attempts in flight. */
export class Slots {
  readonly limit: number;
  taken = 0;
  /** The gates in which calls of this client are waiting, possibly for a slot. */
  readonly gates = new Set<RateGate>();

  constructor(limit: number) {
    this.limit = limit;
  }

  get isFree(): boolean {
    return this.taken < this.limit;
  }

  free(): void {
    const wasFree = this.isFree;
    this.taken -= 1;
    // If a slot was already free, no call waits for a slot. Return early, because there can be very many gates.
    if (wasFree) return;
    for (const gate of [...this.gates]) {
      if (!this.isFree) return;
      // Move the gate to the end, so that another gate comes first next time.
      this.gates.delete(gate);
      this.gates.add(gate);
      gate.startWaiting();
    }
  }
}

/** The gates of a client and its copies, one for each origin and API key, because services count requests by both. */
export class RateGates {
  // The field is private, so that logging a client does not show the keys of this map, which contain API keys.
  readonly #gates = new Map<string, RateGate>();
  #room = mostGates;

  get(origin: string, apiKey: string): RateGate {
    const name = `${origin} ${apiKey}`;
    if (this.#gates.size >= this.#room && !this.#gates.has(name)) this.#dropUnused();
    const gate = this.#gates.get(name) ?? new RateGate();
    this.#gates.set(name, gate);
    return gate;
  }

  /** Drops all unused open gates. If there are still too many gates, drops the unused gates that open soonest. */
  #dropUnused(): void {
    const unused = [...this.#gates].filter(([, { users }]) => users === 0);
    for (const [name, { opensIn }] of unused.sort(([, one], [, other]) => one.opensIn - other.opensIn)) {
      if (opensIn === 0 || this.#gates.size >= mostGates) this.#gates.delete(name);
    }
    // Allow more gates if few could be dropped. Otherwise, this search would run again for every new gate.
    this.#room = Math.max(mostGates, 2 * this.#gates.size);
  }
}
