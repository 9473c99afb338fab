import { KeyFinder } from './key-finder.ts';
import { Redactor } from './redactor.ts';

/** The API keys that a client has used last: a key may have been replaced when what it was sent with comes back. */
export class KeyMemory {
  #known: Known;

  constructor(apiKeys: readonly string[]) {
    this.#known = know(apiKeys.map((apiKey) => new KeyFinder(apiKey)));
  }

  /** Of the remembered keys. */
  get redactor(): Redactor {
    return this.#known.redactor;
  }

  /** Remembers a key, and forgets the one that has not been added for longest. */
  add(apiKey: string): void {
    const { finders } = this.#known;
    const known = finders.find((finder) => finder.apiKey === apiKey);
    if (known !== undefined && known === finders[0]) return;
    const others = finders.filter((finder) => finder !== known);
    Object.assign(this.#known, know([known ?? new KeyFinder(apiKey), ...others].slice(0, maxKeys)));
  }

  /** From now on remembers the same keys as another memory. */
  share(other: KeyMemory): void {
    this.#known = other.#known;
  }
}

interface Known {
  readonly finders: readonly KeyFinder[];
  readonly redactor: Redactor;
}

function know(finders: readonly KeyFinder[]): Known {
  return { finders, redactor: new Redactor(finders) };
}

const maxKeys = 8;
