import TinyQueue from 'tinyqueue';
import type { DeliveryState } from './delivery.ts';

export interface ScheduledDelivery {
  readonly delivery: DeliveryState;
  /** When the attempt is due, in the workspace's time, in milliseconds since 1970. */
  readonly dueAt: number;
}

interface Entry extends ScheduledDelivery {
  readonly number: number;
}

/** A queue of deliveries. Their attempts are made one after another, in the order of their due times. */
export class DeliveryQueue {
  readonly name: string;
  readonly apiKey: string;
  #entries = newHeap([]);
  #count = 0;
  /** The time at which the last attempt ended, or at which the attempt in progress began. */
  #freeAt = Number.NEGATIVE_INFINITY;
  /** Whether the queue was cleared since the last attempt began. */
  #wasCleared = false;

  constructor(name: string, apiKey: string) {
    this.name = name;
    this.apiKey = apiKey;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** When the next attempt is due; infinite if the queue is empty. */
  get dueAt(): number {
    return this.#entries.peek()?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  add(scheduled: ScheduledDelivery): void {
    this.#count += 1;
    this.#entries.push({ ...scheduled, number: this.#count });
  }

  remove(delivery: DeliveryState): void {
    this.#entries = newHeap(this.#entries.data.filter((entry) => entry.delivery !== delivery));
  }

  /** Takes the first delivery if it is due. After its attempt, call `release` before taking the next. */
  takeDue(now: number) {
    const next = this.#entries.peek();
    if (!next || next.dueAt > now) return undefined;
    this.#entries.pop();
    this.#wasCleared = false;
    // Don't use `now`, which may be much later than the due time if the clock has jumped.
    this.#freeAt = Math.max(next.dueAt, this.#freeAt);
    return { delivery: next.delivery, at: this.#freeAt };
  }

  /** Ends an attempt. Returns false if the queue was cleared since the attempt began. */
  release(endedAt: number): boolean {
    if (!this.#wasCleared) this.#freeAt = endedAt;
    return !this.#wasCleared;
  }

  /** Removes and returns all deliveries, the earliest due first. */
  clear(): ScheduledDelivery[] {
    const entries = this.#entries.data.sort(earliestFirst);
    this.#entries = newHeap([]);
    this.#freeAt = Number.NEGATIVE_INFINITY;
    this.#wasCleared = true;
    return entries;
  }
}

function newHeap(entries: Entry[]): TinyQueue<Entry> {
  return new TinyQueue(entries, earliestFirst);
}

function earliestFirst(a: Entry, b: Entry): number {
  return a.dueAt - b.dueAt || a.number - b.number;
}
