import { assumptions } from '../assumptions.ts';
import type { Change, GapEvent } from './mock-event.ts';
import { type KeptEvent, Subscription, type Whose } from './subscription.ts';

/** Selects the events of a subscription. */
export interface SubscribeOptions {
  /** The id of the last event that was read. Only later events follow. */
  readonly after?: string | undefined;
  /** Only changes in this workspace. */
  readonly apiKey?: string | undefined;
}

/** A function that receives each change and its workspace. */
export type Observer = (change: Change, whose: Whose) => void;

/** Tells subscriptions and observers about changes. Does not keep events before the first subscription. */
export class Changes {
  readonly #kept = new RingBuffer<KeptEvent>(assumptions.streamEvents.value, assumptions.logSize.value);
  readonly #subscriptions = new Set<Subscription>();
  readonly #observers: Observer[] = [];
  /** Distinguishes this mock's event ids from those of an earlier mock at the same address. */
  #epoch: string | undefined;
  #count = 0;

  /**
   * @param describe Only called if somebody may read the event.
   * @param describeFor The change as readers of one workspace see it. Default: the same change.
   */
  tell(whose: Whose, describe: () => Change, describeFor?: (apiKey: string) => Change): void {
    if (this.#epoch === undefined && this.#observers.length === 0) return;
    const change = describe();
    for (const observe of this.#observers) observe(change, whose);
    if (this.#epoch !== undefined) this.#keep(whose, change, describeFor);
  }

  /**
   * Calls a function with each change as it happens, before the response is sent. The function must neither throw nor
   * keep the change: only subscriptions get a copy.
   */
  observe(observer: Observer): void {
    this.#observers.push(observer);
  }

  /** Subscribes to all events from now on, or to those after an earlier event. */
  subscribe({ after, apiKey }: SubscribeOptions): Subscription {
    this.#epoch ??= crypto.randomUUID().slice(0, 8);
    const subscription = new Subscription({
      epoch: this.#epoch,
      start: this.#count,
      apiKey,
      onClose: () => this.#subscriptions.delete(subscription),
    });
    if (after !== undefined) this.#resume(subscription, after);
    this.#subscriptions.add(subscription);
    return subscription;
  }

  #keep(whose: Whose, change: Change, describeFor: ((apiKey: string) => Change) | undefined): void {
    this.#count += 1;
    const json = JSON.stringify(change);
    const jsonFor = describeFor && ((apiKey: string) => JSON.stringify(describeFor(apiKey)));
    const event: KeptEvent = { number: this.#count, whose, json, jsonFor };
    this.#kept.push(event, event.json.length);
    for (const subscription of this.#subscriptions) subscription.add(event);
  }

  #resume(subscription: Subscription, after: string): void {
    const missed = this.#missedSince(after);
    if (missed !== 0) {
      subscription.miss(missed);
      return;
    }
    const last = this.#numberOf(after) ?? this.#count;
    for (const event of this.#kept.entries()) if (event.number > last) subscription.add(event);
  }

  /** The number of events after this one that are no longer kept; null if unknown. */
  #missedSince(after: string): GapEvent['missed'] {
    const last = this.#numberOf(after);
    if (last === undefined || last > this.#count) return null;
    const oldest = this.#kept.entries()[0]?.number ?? this.#count + 1;
    return last >= oldest - 1 ? 0 : this.#count - last;
  }

  /** Returns undefined if the id is not from this mock. */
  #numberOf(id: string): number | undefined {
    const [, epoch, number] = /^(\w+)-(\d+)$/.exec(id) ?? [];
    return epoch === this.#epoch && number !== undefined ? Number(number) : undefined;
  }
}

/** Keeps the newest entries, up to a maximum number and a maximum total size. */
export class RingBuffer<Entry> {
  readonly #maxCount: number;
  readonly #maxSize: number;
  readonly #entries: { readonly entry: Entry; readonly size: number }[] = [];
  #size = 0;

  /** @param maxSize The maximum total size. The newest entry is always kept. */
  constructor(maxCount: number, maxSize: number) {
    this.#maxCount = maxCount;
    this.#maxSize = maxSize;
  }

  push(entry: Entry, size: number): void {
    this.#entries.push({ entry, size });
    this.#size += size;
    while (this.#entries.length > this.#maxCount || (this.#size > this.#maxSize && this.#entries.length > 1)) {
      this.#size -= this.#entries.shift()?.size ?? 0;
    }
  }

  /** Oldest first. */
  entries(): Entry[] {
    return this.#entries.map(({ entry }) => entry);
  }
}
