import { assumptions } from '../assumptions.ts';
import type { GapEvent } from './mock-event.ts';

/** The API key of the changed workspace; undefined for all workspaces, null for none. */
export type Whose = string | undefined | null;

/** A kept event. */
export interface KeptEvent {
  readonly number: number;
  readonly whose: Whose;
  /** The event without its id. JSON, so that it shows the state at its time and has a known size. */
  readonly json: string;
  /** The event as readers of one workspace see it. */
  readonly jsonFor?: ((apiKey: string) => string) | undefined;
}

interface SubscriptionOptions {
  readonly epoch: string;
  /** The number of the last event before the subscription. */
  readonly start: number;
  readonly apiKey: string | undefined;
  readonly onClose: () => void;
}

/** The pending events of one reader. A reader that is too slow is told how many it has missed. */
export class Subscription {
  readonly #options: SubscriptionOptions;
  #waiting: Pick<KeptEvent, 'number' | 'json'>[] = [];
  #size = 0;
  /** Undefined if no events were missed since the last read. */
  #missed: GapEvent['missed'] | undefined;
  #last: number;
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#last = options.start;
  }

  /** The id of the last event that was read. */
  get lastId(): string {
    return this.#idOf(this.#last);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(event: KeptEvent): void {
    const { apiKey } = this.#options;
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

  /**
   * Resolves to all pending events as soon as there is one, or to an empty list once the subscription is closed. The
   * JSON of an event lacks its id.
   */
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
    this.#options.onClose();
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
    return `${this.#options.epoch}-${number}`;
  }
}
