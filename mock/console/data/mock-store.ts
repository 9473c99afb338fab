import { batch, type Signal, signal } from '@preact/signals';
import type { MockEvent, MockScope } from 'clipwright/mock';
import type { About } from '../../control/models/about.ts';
import { ControlClient } from '../../remote/control-client.ts';
import { follow, type StreamStatus } from './event-stream.ts';
import { type SourceName, type SourceValue, sourceNames, sources, staleAfter } from './sources.ts';
import { messageOf } from './texts.ts';
import { throttle } from './throttle.ts';

/** How many records of a kind the page keeps. */
const MOST_RECORDS = 1000;

/** How long events are collected before they are shown, in milliseconds: a thousand requests may end in a second. */
const COLLECT_MS = 40;

/** How long is waited before something is read again, in milliseconds. */
const READ_AGAIN_MS = 200;

/** How long a hidden page stays connected, in milliseconds: a browser has few connections, which its pages share. */
const HIDDEN_MS = 10_000;

/** What differs between workspaces. */
const ofWorkspace = sourceNames.filter((name) => name !== 'workspaces' && name !== 'about');

/** What the page has read; undefined before it was first read. */
type Values = { readonly [Name in SourceName]: Signal<SourceValue<Name> | undefined> };

/** A change of a project, as the mock tells it. */
export interface ProjectChange {
  /** Null if it can be any. */
  readonly id: string | null;
  readonly revision: number;
}

/** What the page knows of the mock, of one workspace or of all, kept up to date by the mock's events. */
export class MockStore {
  readonly control: ControlClient;
  readonly values: Values;
  readonly status: Signal<StreamStatus> = signal('connecting');
  /** The workspace that is shown, by its API key; all if undefined. */
  readonly apiKey: Signal<string | undefined> = signal(undefined);
  /** The newest changes of projects, those that came together. */
  readonly projectChanges: Signal<readonly ProjectChange[]> = signal([]);
  /** How often all state was replaced, or events were missed, so that whatever was read may no longer hold. */
  readonly timesReplaced: Signal<number> = signal(0);
  /** What went wrong when something was read last. */
  readonly error: Signal<string | undefined> = signal();
  readonly #pending: MockEvent[] = [];
  readonly #stale = new Set<SourceName>();
  readonly #showError = (error: unknown) => {
    this.error.value = messageOf(error);
  };
  readonly #applySoon = throttle(async () => this.#apply(), COLLECT_MS, this.#showError);
  readonly #readSoon = throttle(() => this.#readStale(), READ_AGAIN_MS, this.#showError);
  readonly #about: About;
  #connection = new AbortController();
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  /** The events since the last reading began: its results may lack them. */
  #recent: MockEvent[] = [];

  constructor(control: ControlClient, about: About) {
    this.control = control;
    this.#about = about;
    // Cast: every name has a signal, of its own type.
    this.values = Object.fromEntries(sourceNames.map((name) => [name, signal()])) as unknown as Values;
  }

  /** Which mock it is, and what it knows by name. */
  get about(): About {
    return this.values.about.value ?? this.#about;
  }

  /** For calls of {@link control} that are about what is shown. */
  get scope(): MockScope {
    return { apiKey: this.apiKey.value };
  }

  /** Connects, and shows the workspace of an API key, or all. */
  show(apiKey: string | undefined): void {
    batch(() => {
      this.apiKey.value = apiKey;
      for (const name of ofWorkspace) this.values[name].value = undefined;
    });
    this.#connect();
  }

  /** Follows the mock only while the page is visible, or was a moment ago. */
  setVisible(isVisible: boolean): void {
    clearTimeout(this.#hiddenTimer);
    if (!isVisible) this.#hiddenTimer = setTimeout(() => this.#connection.abort(), HIDDEN_MS);
    else if (this.#connection.signal.aborted) this.#connect();
  }

  /** Follows the mock no longer. */
  close(): void {
    clearTimeout(this.#hiddenTimer);
    this.#connection.abort();
  }

  /** Reads something again soon, after what was done to it here. */
  readAgain(...names: readonly SourceName[]): void {
    if (names.length === 0) return;
    for (const name of names) this.#stale.add(name);
    this.#readSoon();
  }

  #connect(): void {
    this.#connection.abort();
    this.#connection = new AbortController();
    this.#pending.length = 0;
    this.status.value = 'connecting';
    void follow({
      control: this.control,
      apiKey: this.apiKey.value,
      signal: this.#connection.signal,
      onStatus: (status) => {
        this.status.value = status;
        // What could not be read while there was no connection.
        if (status === 'open' && this.#stale.size > 0) this.#readSoon();
      },
      onEvent: (event) => {
        this.#pending.push(event);
        this.#applySoon();
      },
    });
  }

  #apply(): void {
    const events = this.#pending.splice(0);
    const isAnew = events.some(({ type }) => type === 'hello' || type === 'reset' || type === 'gap');
    // Where something was read before, a `hello` comes after a while without a connection.
    if (isAnew && this.values.projects.value) this.timesReplaced.value += 1;
    const projectChanges = ofType(events, 'project');
    if (projectChanges.length > 0) this.projectChanges.value = projectChanges;
    this.#recent.push(...events);
    this.#merge(events);
    this.readAgain(...(isAnew ? sourceNames : staleAfter(events)));
  }

  /** @throws ConfigurationError when the mock does not respond, or refuses. */
  async #readStale(): Promise<void> {
    const apiKey = this.apiKey.value;
    const names = [...this.#stale];
    this.#stale.clear();
    this.#recent = [];
    const values = await Promise.all(names.map((name) => sources[name].read(this.control, { apiKey }))).catch(
      (error) => {
        for (const name of names) this.#stale.add(name);
        throw error;
      },
    );
    if (apiKey !== this.apiKey.value) return;
    batch(() => {
      this.error.value = undefined;
      // Cast: each value is of the name that it was read for.
      for (const [index, name] of names.entries()) (this.values[name] as Signal).value = values[index];
      this.#merge(this.#recent);
    });
  }

  /** Adds what events have with them. */
  #merge(events: readonly MockEvent[]): void {
    batch(() => {
      const { requests, deliveries, jobs, clock } = this.values;
      for (const event of events) {
        if (event.type === 'clock') clock.value = event.clock;
      }
      const newRequests = ofType(events, 'request').map(({ request }) => request);
      requests.value = merged(requests.value, newRequests, ({ id }) => id, MOST_RECORDS);
      const newDeliveries = ofType(events, 'delivery').map(({ delivery }) => delivery);
      deliveries.value = merged(deliveries.value, newDeliveries, ({ id }) => id, MOST_RECORDS);
      const newJobs = ofType(events, 'job').map(({ job }) => job);
      jobs.value = merged(jobs.value, newJobs, ({ job_id }) => job_id);
    });
  }
}

function ofType<Type extends MockEvent['type']>(
  events: readonly MockEvent[],
  type: Type,
): Extract<MockEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<MockEvent, { type: Type }> => event.type === type);
}

/**
 * A list with what has come or changed since, at most `most` of it, the newest last. Undefined, as before the list was read,
 * stays undefined.
 */
export function merged<Item>(
  list: readonly Item[] | undefined,
  changed: readonly Item[],
  idOf: (item: Item) => string,
  most = Number.POSITIVE_INFINITY,
): Item[] | undefined {
  if (list === undefined) return undefined;
  const items = new Map([...list, ...changed].map((item) => [idOf(item), item]));
  return [...items.values()].slice(-most);
}

/** The control of the mock at an origin. It is sent what is given, and says itself what it refuses. */
export function controlAt(origin: string): ControlClient {
  return new ControlClient(origin, { of: ({ apiKey }) => apiKey, anAcceptedKey: () => undefined });
}
