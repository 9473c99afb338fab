import { assumptions } from '../assumptions.ts';

/** How much is kept. */
interface KeptLimits {
  /** Entries of each workspace. */
  readonly ofWorkspace: number;
  /** Entries of all workspaces together. */
  readonly ofAll: number;
  /** The sum of all sizes; the newest entry is kept whatever its size. */
  readonly size: number;
}

/** Those of a log that keeps `logLength` entries of each workspace. */
export function keptLimits(logLength: number): KeptLimits {
  return { ofWorkspace: logLength, ofAll: logLength * WORKSPACES, size: assumptions.logSize.value };
}

/** How many workspaces can have as many entries as are kept of each. */
const WORKSPACES = 10;

interface SizedEntry<Entry> {
  readonly entry: Entry;
  readonly size: number;
}

/** Keeps the newest entries. A busy workspace pushes out its own first, not those of others. */
export class NewestEntries<Entry extends { readonly apiKey: string | undefined }> {
  readonly #limits: KeptLimits;
  /** By number, oldest first. */
  readonly #kept = new Map<number, SizedEntry<Entry>>();
  /** The numbers of the entries of each workspace, oldest first. */
  readonly #numbers = new Map<string | undefined, Set<number>>();
  #lastNumber = 0;
  #size = 0;

  constructor(limits: KeptLimits) {
    this.#limits = limits;
  }

  /** Returns what it no longer keeps. */
  push(entry: Entry, size: number): readonly Entry[] {
    this.#lastNumber += 1;
    this.#kept.set(this.#lastNumber, { entry, size });
    this.#size += size;
    const numbers = this.#numbers.get(entry.apiKey) ?? new Set();
    this.#numbers.set(entry.apiKey, numbers.add(this.#lastNumber));
    const dropped: Entry[] = [];
    while (numbers.size > this.#limits.ofWorkspace) dropped.push(...this.#dropOldest(numbers));
    while (this.#exceedsLimits() && this.#kept.size > 1) dropped.push(...this.#dropOldest(this.#kept));
    return dropped;
  }

  /** Oldest first; of one workspace if given. */
  entries(apiKey?: string): Entry[] {
    return [...this.#numbersOf(apiKey)].flatMap((number) => this.#kept.get(number)?.entry ?? []);
  }

  /** Removes all entries, or those of one workspace. */
  clear(apiKey?: string): void {
    for (const number of [...this.#numbersOf(apiKey)]) this.#drop(number);
  }

  #numbersOf(apiKey: string | undefined): Iterable<number> {
    return apiKey === undefined ? this.#kept.keys() : (this.#numbers.get(apiKey) ?? []);
  }

  #exceedsLimits(): boolean {
    return this.#kept.size > this.#limits.ofAll || this.#size > this.#limits.size;
  }

  #dropOldest(numbered: { keys(): Iterable<number> }): Entry[] {
    for (const number of numbered.keys()) return this.#drop(number);
    return [];
  }

  #drop(number: number): Entry[] {
    const kept = this.#kept.get(number);
    if (!kept) return [];
    const { entry, size } = kept;
    this.#kept.delete(number);
    this.#size -= size;
    const numbers = this.#numbers.get(entry.apiKey);
    numbers?.delete(number);
    if (numbers?.size === 0) this.#numbers.delete(entry.apiKey);
    return [entry];
  }
}

/** How many records there are, by endpoint or type of event. */
type Counts = Map<string, number>;

/** From this many on, the workspace that was counted longest is no longer told apart: any API key may be sent. */
const MOST_WORKSPACES = 10_000;

/** How many records of each workspace a log no longer keeps. */
export class DroppedRecords {
  readonly #ofWorkspaces = new Map<string | undefined, Counts>();
  /** Of workspaces that are no longer told apart. */
  readonly #ofOthers: Counts = new Map();

  add(apiKey: string | undefined, name: string | null): void {
    if (name === null) return;
    const counts = this.#ofWorkspaces.get(apiKey) ?? new Map();
    this.#ofWorkspaces.set(apiKey, addTo(counts, name, 1));
    if (this.#ofWorkspaces.size > MOST_WORKSPACES) this.#mergeOldest();
  }

  /** By endpoint or type of event: of all workspaces; or at least those of one, if given. */
  counts(apiKey?: string): Readonly<Record<string, number>> {
    const counted = apiKey === undefined ? [...this.#ofWorkspaces.values()] : [this.#ofWorkspaces.get(apiKey) ?? []];
    const total: Counts = new Map(this.#ofOthers);
    for (const counts of counted) for (const [name, count] of counts) addTo(total, name, count);
    return Object.fromEntries(total);
  }

  /** Begins anew: in all workspaces, or in one. */
  clear(apiKey?: string): void {
    if (apiKey !== undefined) this.#ofWorkspaces.delete(apiKey);
    else for (const counts of [this.#ofWorkspaces, this.#ofOthers]) counts.clear();
  }

  #mergeOldest(): void {
    const [oldest] = this.#ofWorkspaces;
    if (!oldest) return;
    const [apiKey, counts] = oldest;
    for (const [name, count] of counts) addTo(this.#ofOthers, name, count);
    this.#ofWorkspaces.delete(apiKey);
  }
}

function addTo(counts: Counts, name: string, count: number): Counts {
  return counts.set(name, (counts.get(name) ?? 0) + count);
}
