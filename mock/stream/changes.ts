import { assumptions } from '../assumptions.ts';
import { NewestEntries } from '../records/newest-entries.ts';
import type { Change, GapEvent } from './mock-event.ts';

/** Options of {@link Mock.events}. */
export interface EventsOptions {
  /** The id of the last event that was read. The iteration continues after this event. */
  readonly after?: string | undefined;
  /** A signal that ends the iteration when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Limits the events to changes in this API key's workspace. */
  readonly apiKey?: string | undefined;
}

/** The API key of the changed workspace; undefined for all workspaces, null for none. */
export type Whose = string | undefined | null;

export type Observer = (change: Change, whose: Whose) => void;

/** Tells subscriptions and observers about changes. Keeps events only after the first subscription. */
export class Changes {
  readonly #kept = new NewestEntries<KeptEvent>(assumptions.streamEvents.value, () => null);
  readonly #subscriptions = new Set<Subscription>();
  readonly #observers: Observer[] = [];
  /** Distinguishes this mock's event ids from the ids of an earlier mock at the same address. */
  #epoch: string | undefined;
  #count = 0;

  /**
   * @param describe Returns the change. Not called before the first subscription or observer.
   * @param describeFor Returns the change as readers of one workspace see it. Default: the same change.
   */
  tell(whose: Whose, describe: () => Change, describeFor?: (apiKey: string) => Change): void {
    if (this.#epoch === undefined && this.#observers.length === 0) return;
    const change = describe();
    for (const observe of this.#observers) observe(change, whose);
    if (this.#epoch !== undefined) this.#keep(whose, change, describeFor);
  }

  /**
   * Calls a function with each change as it happens, before the response is sent. The function must not throw.
   * It must not keep the change, because only subscriptions get a copy.
   */
  observe(observer: Observer): void {
    this.#observers.push(observer);
  }

  /** Subscribes to all events from now on. With `after`, the subscription starts after the event with this id. */
  subscribe({ after, apiKey }: Pick<EventsOptions, 'after' | 'apiKey'>): Subscription {
    this.#epoch ??= crypto.randomUUID().slice(0, 8);
    const onClose = () => this.#subscriptions.delete(subscription);
    const subscription = new Subscription(this.#epoch, this.#count, apiKey, onClose);
    if (after !== undefined) this.#resume(subscription, after);
    this.#subscriptions.add(subscription);
    return subscription;
  }

  #keep(whose: Whose, change: Change, describeFor: ((apiKey: string) => Change) | undefined): void {
    this.#count += 1;
    const json = JSON.stringify(change);
    const jsonFor = describeFor && ((apiKey: string) => JSON.stringify(describeFor(apiKey)));
    const event = { apiKey: undefined, number: this.#count, whose, json, jsonFor };
    this.#kept.push(event, json.length);
    for (const subscription of this.#subscriptions) subscription.add(event);
  }

  #resume(subscription: Subscription, after: string): void {
    const missed = this.#missedSince(after);
    const last = this.#numberOf(after) ?? this.#count;
    if (missed !== 0) subscription.miss(missed);
    else for (const event of this.#kept.entries()) if (event.number > last) subscription.add(event);
  }

  /** Returns how many events were missed by a reader that continues after the event `after`; null if unknown. */
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

/** An event that later subscriptions can still read. */
interface KeptEvent {
  /** Undefined, so that the limits apply to the events of all workspaces together. */
  readonly apiKey: undefined;
  readonly number: number;
  readonly whose: Whose;
  /** The event as JSON without its id. A string keeps the state at the time of the event and has a known size. */
  readonly json: string;
  /** The event as readers of one workspace see it. */
  readonly jsonFor?: ((apiKey: string) => string) | undefined;
}

/** The pending events of one reader. If the reader is too slow, it is told how many events it has missed. */
export class Subscription {
  readonly #epoch: string;
  readonly #apiKey: string | undefined;
  readonly #onClose: () => void;
  #waiting: Pick<KeptEvent, 'number' | 'json'>[] = [];
  #size = 0;
  /** Undefined if no events were missed since the last read. */
  #missed: GapEvent['missed'] | undefined;
  #last: number;
  #wake: (() => void) | undefined;
  #isClosed = false;

  /** @param last The number of the last event before the subscription. */
  constructor(epoch: string, last: number, apiKey: string | undefined, onClose: () => void) {
    this.#epoch = epoch;
    this.#last = last;
    this.#apiKey = apiKey;
    this.#onClose = onClose;
  }

  /** The id of the last event that was read. */
  get lastId(): string {
    return this.#idOf(this.#last);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(event: KeptEvent): void {
    const apiKey = this.#apiKey;
    if (apiKey !== undefined && event.whose !== undefined && event.whose !== apiKey) {
      // An event of another workspace counts as read, unless earlier events are still pending.
      if (this.#waiting.length === 0) this.#last = event.number;
      return;
    }
    const json = apiKey === undefined ? event.json : (event.jsonFor?.(apiKey) ?? event.json);
    this.#waiting.push({ number: event.number, json });
    this.#size += json.length;
    if (this.#waiting.length > assumptions.streamEvents.value || this.#size > assumptions.logSize.value) {
      this.miss(this.#waiting.length);
    }
    this.#wake?.();
  }

  /** Drops the pending events, and tells the reader that events are missing. */
  miss(count: GapEvent['missed']): void {
    this.#last = Math.max(this.#last, this.#waiting.at(-1)?.number ?? 0);
    this.#missed = count === null || this.#missed === null ? null : count + (this.#missed ?? 0);
    this.#waiting = [];
    this.#size = 0;
  }

  /** Waits for pending events and returns them, or an empty list once closed. The JSON of an event does not contain the event's id. */
  async read(): Promise<{ readonly id: string; readonly json: string }[]> {
    while (this.#waiting.length === 0 && this.#missed === undefined && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#isClosed ? [] : this.#take();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#onClose();
    this.#wake?.();
  }

  #take() {
    const events = this.#waiting.map(({ number, json }) => ({ id: this.#idOf(number), json }));
    const gap: GapEvent[] = this.#missed === undefined ? [] : [{ type: 'gap', missed: this.#missed }];
    const gaps = gap.map((event) => ({ id: this.lastId, json: JSON.stringify(event) }));
    this.#last = this.#waiting.at(-1)?.number ?? this.#last;
    this.#waiting = [];
    this.#size = 0;
    this.#missed = undefined;
    return [...gaps, ...events];
  }

  #idOf(number: number): string {
    return `${this.#epoch}-${number}`;
  }
}
