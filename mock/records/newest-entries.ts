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
