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
