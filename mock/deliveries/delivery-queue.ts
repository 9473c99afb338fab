import TinyQueue from 'tinyqueue';
import type { Clock } from '../time/clock.ts';
import type { OpenDelivery } from './delivery.ts';

/** A delivery whose next attempt is planned. */
export interface Planned {
  readonly delivery: OpenDelivery;
  /** Mock time in milliseconds since 1970. */
  readonly dueAt: number;
}

/** What a lane calls. */
export interface DeliveryQueueDeps {
  readonly clock: Clock;
  /** Makes an attempt at `at`; gives the time at which it ended. Never rejects. */
  attempt(delivery: OpenDelivery, at: number): Promise<number>;
  /** Nothing in the lane is due any more. */
  onIdle(lane: DeliveryQueue): void;
}

interface Place extends Planned {
  readonly number: number;
}

/** The attempts for one webhook that wait for one another: what is due goes one by one, the earliest first. */
export class DeliveryQueue {
  readonly name: string;
  readonly apiKey: string;
  readonly #parts: DeliveryQueueDeps;
  #queue = newQueue();
  #count = 0;
  /** When the last attempt ended. */
  #freeAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(name: string, apiKey: string, parts: DeliveryQueueDeps) {
    this.name = name;
    this.apiKey = apiKey;
    this.#parts = parts;
  }

  /** Pending while something is on its way. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** When the next attempt is due; infinite if none is planned. */
  get dueAt(): number {
    return this.#queue.peek()?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  add(planned: Planned): void {
    this.#count += 1;
    this.#queue.push({ ...planned, number: this.#count });
  }

  /** Begins to send what is due, unless it does so already. */
  run(): void {
    if (!this.#running && this.#isDue()) this.#running = this.#sendAllDue();
  }

  /** Takes everything out, the earliest first. */
  empty(): Planned[] {
    const planned = this.#queue.data.sort(earliestFirst);
    this.#queue = newQueue();
    this.#freeAt = Number.NEGATIVE_INFINITY;
    return planned;
  }

  async #sendAllDue(): Promise<void> {
    // Not in the midst of what made it due, which may move the clock: a receiver compares the signature's time with it.
    await Promise.resolve();
    while (this.#isDue()) await this.#sendNext();
    this.#running = undefined;
    this.#parts.onIdle(this);
  }

  async #sendNext(): Promise<void> {
    const next = this.#queue.pop();
    if (!next) return;
    // Not at the time that it is: a jump of the clock may lead far beyond the moment that the attempt was due.
    const at = Math.max(next.dueAt, this.#freeAt);
    this.#freeAt = at;
    const queue = this.#queue;
    const endedAt = await this.#parts.attempt(next.delivery, at);
    if (queue === this.#queue) this.#freeAt = endedAt;
  }

  #isDue(): boolean {
    return this.dueAt <= this.#parts.clock.now();
  }
}

function newQueue(): TinyQueue<Place> {
  return new TinyQueue<Place>([], earliestFirst);
}

function earliestFirst(a: Place, b: Place): number {
  return a.dueAt - b.dueAt || a.number - b.number;
}
