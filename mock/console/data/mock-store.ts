import { batch, type Signal, signal } from '@preact/signals';
import type { MockEvent, MockScope, ProjectEvent } from 'clipwright/mock';
import type { About } from '../../control/models/mock.ts';
import { ControlClient } from '../../remote/control-client.ts';
import { followTogether, type StreamStatus } from './event-stream.ts';
import { type SourceName, type SourceValue, sourceNames, sources, staleAfter } from './sources.ts';
import { messageOf } from './texts.ts';
import { workspaceIdOf } from './workspaces.ts';

/** How many requests, and how many deliveries, the page keeps at most. */
export const MOST_RECORDS = 1000;

/** The minimum time between two updates after events, in milliseconds: a thousand requests may end in a second. */
const COLLECT_MS = 40;

/** The minimum time between two reads, in milliseconds. */
const READ_AGAIN_MS = 200;

/** The names of the sources that differ between workspaces. */
const ofWorkspace = sourceNames.filter((name) => name !== 'workspaces' && name !== 'about');

/** The data read so far; undefined before the first read. */
type Values = { readonly [Name in SourceName]: Signal<SourceValue<Name> | undefined> };

/** A project change reported by an event. Its `projectId` is null if any project may have changed. */
export type ProjectChange = Pick<ProjectEvent, 'projectId' | 'revision'>;

/** The page's data about one workspace or all workspaces. The mock's events keep it up to date. */
export class MockStore {
  readonly control: ControlClient;
  readonly values: Values;
  readonly status: Signal<StreamStatus> = signal('connecting');
  /** The API key of the shown workspace; undefined if all are shown. */
  readonly apiKey: Signal<string | undefined> = signal(undefined);
  /** The latest batch of project changes. */
  readonly projectChanges: Signal<readonly ProjectChange[]> = signal([]);
  /** Counts reconnections, resets, restores and missed events. Each of them can make earlier data stale. */
  readonly timesReplaced: Signal<number> = signal(0);
  /** When the clock or the times of the workspaces were read, as returned by `performance.now()`. */
  readonly readAt = new WeakMap<object, number>();
  /** The error message of the last read, if it failed. */
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
  /** The events since the last read began. The results of the read may lack the changes that these events report. */
  #recent: MockEvent[] = [];

  constructor(control: ControlClient, about: About) {
    this.control = control;
    this.#about = about;
    // Cast: `fromEntries` loses the signal type of each name.
    this.values = Object.fromEntries(sourceNames.map((name) => [name, signal<unknown>()])) as Values;
    for (const name of ['clock', 'workspaces'] as const)
      this.values[name].subscribe((value) => value && this.readAt.set(value, performance.now()));
  }

  get about(): About {
    return this.values.about.value ?? this.#about;
  }

  /** The scope of the shown workspace, for calls of {@link control}. */
  get scope(): MockScope {
    return { apiKey: this.apiKey.value };
  }

  /** Connects to the mock and shows the workspace of an API key, or all workspaces if it is undefined. */
  show(apiKey: string | undefined): void {
    batch(() => {
      this.apiKey.value = apiKey;
      for (const name of ofWorkspace) this.values[name].value = undefined;
    });
    this.#connect();
  }

  close(): void {
    this.#connection.abort();
  }

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
    const apiKey = this.apiKey.value;
    const workspace = apiKey === undefined ? 'all' : workspaceIdOf(apiKey);
    void followTogether(`events of ${this.#about.baseUrl}, ${workspace}`, {
      control: this.control,
      apiKey,
      signal: this.#connection.signal,
      onStatus: (status) => {
        this.status.value = status;
        // Catch up on reads that failed while disconnected.
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
    // If the page has already read projects, a `hello` means that the connection was lost and opened again.
    if (isAnew && this.values.projects.value) this.timesReplaced.value += 1;
    const projectChanges = ofType(events, 'project');
    if (projectChanges.length > 0) this.projectChanges.value = projectChanges;
    this.#recent.push(...events);
    this.#merge(events);
    this.readAgain(...(isAnew ? sourceNames : staleAfter(events)));
  }

  /** @throws ConfigurationError when the mock does not respond or rejects the call. */
  async #readStale(): Promise<void> {
    const apiKey = this.apiKey.value;
    const names = [...this.#stale];
    this.#stale.clear();
    this.#recent = [];
    const values = await Promise.all(names.map((name) => sources[name](this.control, { apiKey }))).catch((error) => {
      for (const name of names) this.#stale.add(name);
      throw error;
    });
    if (apiKey !== this.apiKey.value) return;
    batch(() => {
      this.error.value = undefined;
      // Cast: each value has the type of its source.
      for (const [index, name] of names.entries()) (this.values[name] as Signal).value = values[index];
      this.#merge(this.#recent);
    });
  }

  #merge(events: readonly MockEvent[]): void {
    batch(() => {
      const { requests, deliveries, jobs, clock } = this.values;
      for (const event of ofType(events, 'clock')) clock.value = event.clock;
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

/** Merges new and changed items into a list, and keeps the newest `most`. A list that was not read stays undefined. */
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

/** Returns a client for the control API of the mock at an origin. API keys are checked by the mock, not here. */
export function controlAt(origin: string): ControlClient {
  return new ControlClient(origin, () => undefined);
}

/**
 * Returns a function that runs `act` immediately, or as soon as `intervalMs` have passed since the last run ended.
 * Calls while a run is waiting start no further run. Errors go to `onError`.
 */
export function throttle(act: () => Promise<void>, intervalMs: number, onError?: (error: unknown) => void): () => void {
  let isWaiting = false;
  let running = Promise.resolve();
  let endedAt = Number.NEGATIVE_INFINITY;
  const run = async () => {
    isWaiting = false;
    await act().catch((error) => onError?.(error));
    endedAt = performance.now();
  };
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running
      .then(() => new Promise((resolve) => setTimeout(resolve, Math.max(0, endedAt + intervalMs - performance.now()))))
      .then(run);
  };
}
