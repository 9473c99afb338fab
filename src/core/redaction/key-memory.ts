import { KeyFinder } from './key-finder.ts';
import { Redactor } from './redactor.ts';

/** The last few API keys of a client: a key may have been replaced when what it was sent with comes back. */
export class KeyMemory {
  #known: Known;

  constructor(apiKeys: readonly string[]) {
    this.#known = know(apiKeys.map((apiKey) => new KeyFinder(apiKey)));
  }

  /** Of the remembered keys. */
  get redactor(): Redactor {
    return this.#known.redactor;
  }

  /** Remembers a key. */
  add(apiKey: string): void {
    const { finders } = this.#known;
    if (finders.some((finder) => finder.apiKey === apiKey)) return;
    Object.assign(this.#known, know([new KeyFinder(apiKey), ...finders].slice(0, maxKeys)));
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
