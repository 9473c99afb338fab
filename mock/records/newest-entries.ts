import { assumptions } from '../assumptions.ts';

/** The number of workspaces that can be full before the oldest entries of all workspaces are dropped. */
const MAX_FULL_WORKSPACES = 10;

/**
 * Keeps the newest entries of each workspace, within limits for all workspaces together, and counts the dropped entries.
 * The newest entry is kept regardless of its size.
 */
export class NewestEntries<Entry extends { readonly apiKey: string | undefined }> {
  readonly dropped = new DroppedRecords();
  /** The number of entries to keep per workspace. */
  readonly #length: number;
  readonly #nameOf: (entry: Entry) => string | null;
  /** The kept entries by entry number, oldest first. */
  readonly #kept = new Map<number, { readonly entry: Entry; readonly size: number }>();
  /** The numbers of each workspace's entries, oldest first. */
  readonly #numbers = new Map<string | undefined, number[]>();
  /** No kept entry has a lower number. Without this number, finding the oldest entry would scan the deleted ones. */
  #firstNumber = 1;
  #lastNumber = 0;
  #size = 0;

  /** @param nameOf The name under which a dropped entry is counted; null if it is not counted. */
  constructor(length: number, nameOf: (entry: Entry) => string | null) {
    this.#length = length;
    this.#nameOf = nameOf;
  }

  push(entry: Entry, size: number): void {
    this.#lastNumber += 1;
    this.#kept.set(this.#lastNumber, { entry, size });
    this.#size += size;
    const numbers = this.#numbers.get(entry.apiKey) ?? [];
    if (numbers.push(this.#lastNumber) === 1) this.#numbers.set(entry.apiKey, numbers);
    while (numbers.length > this.#length) this.#drop(numbers[0]);
    while (this.#exceedsLimits() && this.#kept.size > 1) this.#drop(this.#oldest());
  }

  /** Returns the entries of all workspaces, or of the given one, oldest first. */
  entries(apiKey?: string): Entry[] {
    return [...this.#numbersOf(apiKey)].flatMap((number) => this.#kept.get(number)?.entry ?? []);
  }

  clear(apiKey?: string): void {
    for (const number of [...this.#numbersOf(apiKey)]) this.#remove(number);
    this.dropped.clear(apiKey);
  }

  #numbersOf(apiKey: string | undefined): Iterable<number> {
    return apiKey === undefined ? this.#kept.keys() : (this.#numbers.get(apiKey) ?? []);
  }

  #exceedsLimits(): boolean {
    return this.#kept.size > this.#length * MAX_FULL_WORKSPACES || this.#size > assumptions.logSize.value;
  }

  #oldest(): number {
    while (!this.#kept.has(this.#firstNumber)) this.#firstNumber += 1;
    return this.#firstNumber;
  }

  #drop(number = 0): void {
    const entry = this.#remove(number);
    if (entry) this.dropped.add(entry.apiKey, this.#nameOf(entry));
  }

  /** Removes an entry, which must be the oldest of its workspace. */
  #remove(number: number): Entry | undefined {
    const kept = this.#kept.get(number);
    if (!kept) return undefined;
    const { entry, size } = kept;
    this.#kept.delete(number);
    this.#size -= size;
    const numbers = this.#numbers.get(entry.apiKey);
    numbers?.shift();
    if (numbers?.length === 0) this.#numbers.delete(entry.apiKey);
    return entry;
  }
}

type Counts = Map<string, number>;

/** The maximum number of workspaces with their own counts, because a caller can use any number of API keys. */
const MAX_WORKSPACES = 10_000;

export class DroppedRecords {
  readonly #byWorkspace = new Map<string | undefined, Counts>();
  /** The merged counts of the oldest workspaces. */
  readonly #merged: Counts = new Map();

  add(apiKey: string | undefined, name: string | null): void {
    if (name === null) return;
    const counts = this.#byWorkspace.get(apiKey) ?? new Map();
    this.#byWorkspace.set(apiKey, addTo(counts, name, 1));
    if (this.#byWorkspace.size <= MAX_WORKSPACES) return;
    for (const [oldest, itsCounts] of this.#byWorkspace.entries().take(1)) {
      for (const [each, count] of itsCounts) addTo(this.#merged, each, count);
      this.#byWorkspace.delete(oldest);
    }
  }

  /** Returns the counts of all workspaces, or of one workspace plus the merged counts, by endpoint or event type. */
  counts(apiKey?: string): Readonly<Record<string, number>> {
    const counted = apiKey === undefined ? [...this.#byWorkspace.values()] : [this.#byWorkspace.get(apiKey) ?? []];
    const total: Counts = new Map(this.#merged);
    for (const counts of counted) for (const [name, count] of counts) addTo(total, name, count);
    return Object.fromEntries(total);
  }

  clear(apiKey?: string): void {
    if (apiKey !== undefined) this.#byWorkspace.delete(apiKey);
    else for (const counts of [this.#byWorkspace, this.#merged]) counts.clear();
  }
}

function addTo(counts: Counts, name: string, count: number): Counts {
  return counts.set(name, (counts.get(name) ?? 0) + count);
}
