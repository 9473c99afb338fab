import { type Placed, PlaceQueue } from './place-queue.ts';
import { type Admission, type Patience, Throttle } from './throttle.ts';

/** A call that waits for its turn. */
export interface WaitingCall extends Placed, Patience {
  readonly line: Line;
  admit(admission: Admission): void;
  refuse(): void;
}

/** The waiting calls of a lane that share a bound on how many are in flight. */
export interface Line {
  readonly lane: Lane;
  readonly concurrency: number;
  readonly waiting: PlaceQueue<WaitingCall>;
}

/** The calls that the service counts against one rate limit. */
export class Lane {
  readonly key: string;
  readonly throttle: Throttle = new Throttle();
  readonly #lines = new Map<number, Line>();
  inFlight = 0;

  constructor(key: string) {
    this.key = key;
  }

  lineFor(concurrency: number): Line {
    const line = this.#lines.get(concurrency) ?? { lane: this, concurrency, waiting: new PlaceQueue<WaitingCall>() };
    this.#lines.set(concurrency, line);
    return line;
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && [...this.#lines.values()].every(({ waiting }) => waiting.size === 0);
  }

  /** The waiting calls that cannot wait until the rate limit opens. */
  impatientCalls(now: number): WaitingCall[] {
    const calls = [...this.#lines.values()].flatMap(({ waiting }) => [...waiting]);
    return calls.filter((call) => this.throttle.outlasts(call, now));
  }
}
