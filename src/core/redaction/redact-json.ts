import type { Redactor } from './redactor.ts';

/**
 * A copy of parsed JSON without API keys. It is bounded, so that it is fast for JSON of any size: a text is cut at 65,536
 * characters, and what exceeds `maxLength` characters in all, by default 131,072, or is nested very deep, is left out.
 */
export function redactJson(value: unknown, redactor: Redactor, maxLength = 128 * 1024): unknown {
  return new BoundedCopy(redactor, maxLength).of(value, 0);
}

class BoundedCopy {
  readonly #redactor: Redactor;
  /** How many more characters may be copied. */
  #left: number;

  constructor(redactor: Redactor, maxLength: number) {
    this.#redactor = redactor;
    this.#left = maxLength;
  }

  of(value: unknown, depth: number): unknown {
    // Values without any text take time, too.
    this.#left -= 1;
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number' || typeof value === 'bigint') return this.#number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) return '…';
    return Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth);
  }

  #text(text: string): string {
    const room = Math.max(0, Math.min(this.#left, maxTextLength));
    this.#left -= Math.min(text.length, room);
    return this.#redactor.start(text, room);
  }

  #number(value: number | bigint): number | bigint | string {
    const shown = this.#text(String(value));
    return shown === String(value) ? value : shown;
  }

  #array(values: readonly unknown[], depth: number): unknown[] {
    const copy: unknown[] = [];
    for (const value of values) {
      if (this.#left <= 0) break;
      copy.push(this.of(value, depth + 1));
    }
    return copy;
  }

  #object(object: object, depth: number): object {
    const fields = Object.entries(object);
    const isNested = ([, value]: [string, unknown]) => typeof value === 'object';
    const copy: [string, unknown][] = [];
    // What tells which job it is comes before what the job has made, which may take all the room.
    for (const [name, value] of [...fields.filter((field) => !isNested(field)), ...fields.filter(isNested)]) {
      if (this.#left <= 0) break;
      copy.push([this.#text(name), this.of(value, depth + 1)]);
    }
    return Object.fromEntries(copy);
  }
}

const maxTextLength = 64 * 1024;

// Far from what the call stack holds.
const maxDepth = 100;
