import { longestTimer } from '../async/cancellation.ts';
import type { RateLimitError } from '../errors/api-errors.ts';
import { backoff, jitter } from './backoff.ts';

/** What an attempt showed about the rate limit: the 429 that refused it, that the service accepted it, or neither. */
export type Verdict = RateLimitError | 'accepted' | 'unknown';

/** What gates read of a call, and the state that they keep in it. */
export interface GatedCall {
  /** What a limit may be for: the call's endpoint, and its path. */
  readonly endpoint: string;
  readonly pathname: string;
  /** A time of `performance.now()`. */
  readonly deadline: number;
  readonly maxRetryAfter: number;
  readonly slots: Slots;
  /**
   * Calls start in the order of their places, and those with the same place in the order of their turns. Calls that are
   * sent to the end of the line together get the same place.
   */
  place: number;
  turn: number;
  /** The round in which its attempt began; undefined between attempts. */
  round: number | undefined;
  start?: () => void;
  refuse?: (refusal: RateLimitError) => void;
}

/** The shortest cool-down, in milliseconds. It doubles up to a second while nothing is accepted. */
export const shortestCoolDown = 100;
/** How many attempts are in flight first when a gate opens again. */
const firstInFlight = 3;
/** After each of these periods without a 429 the number may double: a refusal comes quickly, but work may take long. */
const longestRefusal = 1000;
/** Beyond this number, unused gates are dropped: an `apiKey` function may return a new key each time. */
const mostGates = 1000;

/**
 * Lets attempts against one rate limit through. The gate is open until a 429 closes it for as long as the service asks.
 * When it opens again, it lets a few attempts through, and one more for each that is accepted (a slow start), until as
 * many have started as were accepted before the last 429. Further attempts pass one by one, until the next 429 comes.
 *
 * A 429 does not say whether the limit is for one endpoint or path alone. When the gate opens, calls to an endpoint or path
 * that was refused therefore go to the end of the line: they cannot close the gate again before the others have passed.
 */
export class RateGate {
  /** How many calls use it. */
  users = 0;
  /** The response that closed it last. */
  refusal: RateLimitError | undefined;
  #turns = 0;
  /** The waiting calls of each client, in order: a call that waits for a slot must not hold up clients with free slots. */
  readonly #lines = new Map<Slots, GatedCall[]>();
  /** The endpoints and paths that were refused since the gate closed. */
  readonly #refused = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How often a 429 has closed the gate: in all, and since the last attempt that was accepted. */
  #round = 0;
  #failures = 0;
  /** How many attempts of this round there are, and the number accepted in the round before. */
  #inFlight = 0;
  #started = 0;
  #accepted = 0;
  #acceptedBefore = Number.POSITIVE_INFINITY;
  #refusedAt = 0;
  #opensAt = 0;
  /** `#opensAt` without jitter. */
  #retryAt = 0;
  /** When the service permits the next attempt, as far as it says. */
  #permittedAt = 0;

  /** In milliseconds; 0 while the gate is open. */
  get opensIn(): number {
    return Math.max(0, Math.ceil(this.#opensAt - performance.now()));
  }

  /** Starts an attempt if it need not wait, and returns whether it did. The attempt takes a slot until {@link end}. */
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
   * Starts an attempt when it is its turn. Rejects with the 429 that closed the gate as soon as the gate stays closed for
   * longer than the call can wait. When the signal is aborted, the call leaves the line, and the promise never settles.
   */
  wait(call: GatedCall, signal: AbortSignal): Promise<void> {
    if (this.#outlasts(call)) return Promise.reject(this.refusal);
    return new Promise((start, refuse) => {
      Object.assign(call, { start, refuse });
      const line = this.#lines.get(call.slots) ?? [];
      // From the end, where most calls belong.
      line.splice(line.findLastIndex((other) => compare(other, call) < 0) + 1, 0, call);
      this.#lines.set(call.slots, line);
      call.slots.gates.add(this);
      signal.addEventListener('abort', () => this.#leave(call));
      this.startWaiting();
    });
  }

  /** Ends the attempt of a call, if it has one. */
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

  /** Starts the calls whose turn has come. */
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
        // Before the calls to the path itself, since the limit may be for that path alone.
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
      // Names of the last round remain if no call waited when the gate opened.
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
    // The cool-down begins with the first 429 of a burst: the others were refused with it, and only read later.
    if (now >= this.#opensAt) this.#refusedAt = now;
    const coolDown =
      asked < shortestCoolDown ? Math.min(1000, shortestCoolDown * 2 ** Math.max(0, this.#failures - 1)) : asked;
    // Compared without jitter: otherwise the longest of a burst's many draws would win.
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

/** Bounds how many attempts of a client are in flight. */
export class Slots {
  readonly limit: number;
  taken = 0;
  /** The gates in which calls of this client wait, perhaps for a slot. */
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
    // No call waits for a slot, so the gates, of which there may be very many, need no look.
    if (wasFree) return;
    for (const gate of [...this.gates]) {
      if (!this.isFree) return;
      // Moved to the end, so that another gate comes first next time.
      this.gates.delete(gate);
      this.gates.add(gate);
      gate.startWaiting();
    }
  }
}

/** The gates of a client and its copies: one for each origin and API key, as services count. */
export class RateGates {
  // Private, since the names contain API keys.
  readonly #gates = new Map<string, RateGate>();
  #room = mostGates;

  get(origin: string, apiKey: string): RateGate {
    const name = `${origin} ${apiKey}`;
    if (this.#gates.size >= this.#room && !this.#gates.has(name)) this.#dropUnused();
    const gate = this.#gates.get(name) ?? new RateGate();
    this.#gates.set(name, gate);
    return gate;
  }

  /** Drops the unused gates that are open, then those that open first, until there is room. */
  #dropUnused(): void {
    const unused = [...this.#gates].filter(([, { users }]) => users === 0);
    for (const [name, { opensIn }] of unused.sort(([, one], [, other]) => one.opensIn - other.opensIn)) {
      if (opensIn === 0 || this.#gates.size >= mostGates) this.#gates.delete(name);
    }
    // If few could be dropped, the next new gates must not search again.
    this.#room = Math.max(mostGates, 2 * this.#gates.size);
  }
}
