import { longestTimer } from '../async/cancellation.ts';
import type { RateLimitError } from '../errors/status-errors.ts';
import type { Line, WaitingCall } from './lane.ts';
import { Lanes } from './lanes.ts';
import type { Placed } from './place-queue.ts';
import type { Admission, Patience, Verdict } from './throttle.ts';

/** What the gate needs to know of a call. */
export interface GatedCall extends Placed, Patience {
  /** From {@link Gate.nextPlace}; the same for all attempts of the call. */
  readonly place: number;
  /** Names the rate limit that the service counts the call against. */
  readonly limitKey: string;
  /** How many calls with this same number may be in flight. */
  readonly concurrency: number;
}

/** Permits one attempt. */
export interface Pass {
  /** To be called once, when the attempt has ended. */
  end(verdict: Verdict): void;
}

/**
 * What every attempt of a client and its copies passes. It lets them through at once, unless a rate limit or the
 * concurrency holds them; then in the order in which the calls were made.
 */
export class Gate {
  readonly #lanes = new Lanes();
  /** Those in which calls wait. */
  readonly #lines = new Set<Line>();
  /** By concurrency. */
  readonly #inFlight = new Map<number, number>();
  #lastPlace = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The place of a new call. */
  nextPlace(): number {
    this.#lastPlace += 1;
    return this.#lastPlace;
  }

  /**
   * Waits until an attempt may be made. Rejects with the signal's reason once it is aborted, and at once with the
   * response that closed the rate limit if it is closed for longer than the call can wait.
   */
  enter(call: GatedCall, signal: AbortSignal): Promise<Pass> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const line = this.#lanes.open(call.limitKey).lineFor(call.concurrency);
      const leave = () => {
        signal.removeEventListener('abort', abort);
        this.#remove(waiting);
      };
      const abort = () => {
        leave();
        reject(signal.reason);
        this.#admitWaiting();
        this.#lanes.close(line.lane);
      };
      const admit = (admission: Admission) => {
        leave();
        resolve({ end: (verdict) => this.#end(line, admission, verdict) });
      };
      const refuse = () => {
        leave();
        reject(line.lane.throttle.refusal);
      };
      const { place, deadline, maxRetryAfter } = call;
      const waiting = { place, deadline, maxRetryAfter, line, admit, refuse };
      signal.addEventListener('abort', abort);
      this.#add(waiting);
    });
  }

  /** The time until the rate limit opens, in milliseconds. */
  opensIn({ limitKey }: GatedCall): number {
    return Math.max(0, (this.#lanes.find(limitKey)?.throttle.opensAt ?? 0) - performance.now());
  }

  /** The response that closed the rate limit, if it is the rate limit that holds a call. */
  refusalOf({ limitKey }: GatedCall): RateLimitError | undefined {
    const throttle = this.#lanes.find(limitKey)?.throttle;
    return throttle?.admits(performance.now()) ? undefined : throttle?.refusal;
  }

  #add(call: WaitingCall): void {
    call.line.waiting.add(call);
    this.#lines.add(call.line);
    if (call.line.lane.throttle.outlasts(call, performance.now())) call.refuse();
    else this.#admitWaiting();
  }

  #remove(call: WaitingCall): void {
    call.line.waiting.delete(call);
    if (call.line.waiting.size === 0) this.#lines.delete(call.line);
  }

  #admitWaiting(): void {
    const now = performance.now();
    for (let call = this.#nextCall(now); call !== undefined; call = this.#nextCall(now)) this.#admit(call, now);
    this.#setTimer(now);
  }

  /** The first call that neither its rate limit nor its concurrency holds. */
  #nextCall(now: number): WaitingCall | undefined {
    let next: WaitingCall | undefined;
    for (const { lane, concurrency, waiting } of this.#lines) {
      if (this.#countInFlight(concurrency) >= concurrency || !lane.throttle.admits(now)) continue;
      const { first } = waiting;
      if (first !== undefined && (next === undefined || first.place < next.place)) next = first;
    }
    return next;
  }

  #admit(call: WaitingCall, now: number): void {
    const { lane, concurrency } = call.line;
    lane.inFlight += 1;
    this.#inFlight.set(concurrency, this.#countInFlight(concurrency) + 1);
    call.admit(lane.throttle.start(now));
  }

  #end({ lane, concurrency }: Line, admission: Admission, verdict: Verdict): void {
    const now = performance.now();
    lane.inFlight -= 1;
    this.#inFlight.set(concurrency, this.#countInFlight(concurrency) - 1);
    lane.throttle.end(admission, verdict, now);
    if (typeof verdict === 'object') for (const call of lane.impatientCalls(now)) call.refuse();
    this.#admitWaiting();
    this.#lanes.close(lane);
  }

  #countInFlight(concurrency: number): number {
    return this.#inFlight.get(concurrency) ?? 0;
  }

  /** For the calls that time alone will let through. There is no timer while no call waits. */
  #setTimer(now: number): void {
    clearTimeout(this.#timer);
    const throttles = [...this.#lines].map(({ lane }) => lane.throttle).filter((throttle) => !throttle.admits(now));
    if (throttles.length === 0) return;
    const delay = Math.min(...throttles.map(({ changesAt }) => changesAt)) - now;
    this.#timer = setTimeout(() => this.#admitWaiting(), Math.min(Math.ceil(delay), longestTimer));
  }
}
