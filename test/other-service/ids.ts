import type { Choices } from '../../mock/points/open-points.ts';
import { pick } from './choices.ts';

/** Generates a deterministic sequence of identifiers. */
export class Ids {
  readonly #choices: Choices;
  #count = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  next(noun: string): string {
    this.#count += 1;
    return pick(this.#choices, 'values.ids', {
      UUID: this.#uuid(),
      'uppercase UUID': this.#uuid().toUpperCase(),
      prefixed: `${noun}_${this.#count}`,
      number: String(1_000_000 + this.#count),
      'with slashes': `${noun}s/${this.#count}?&#`,
      'not ASCII': `${noun} №${this.#count} 🎬`,
    });
  }

  /** Returns an identifier for a field that the specification calls a UUID. */
  nextUuid(): string {
    this.#count += 1;
    return pick(this.#choices, 'sound.ids', { lowercase: this.#uuid(), uppercase: this.#uuid().toUpperCase() });
  }

  #uuid(): string {
    return `abcdef00-0000-4000-8000-${this.#count.toString(16).padStart(12, '0')}`;
  }
}
