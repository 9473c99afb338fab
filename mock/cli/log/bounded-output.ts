import type { Writable } from 'node:stream';

/** How much may wait for a slow reader, in bytes: more is left out, so that memory does not grow. */
const MAX_WAITING = 1_048_576;

/** Writes lines to a stream whose reader may be slow, or gone. */
export class BoundedOutput {
  readonly #stream: Writable;
  readonly #explainMissing: (count: number) => string;
  #missing = 0;

  /** @param explainMissing The line that takes the place of those that were left out. */
  constructor(stream: Writable, explainMissing: (count: number) => string) {
    this.#stream = stream;
    this.#explainMissing = explainMissing;
  }

  /** @param makeLine Called only if the line is written. */
  write(makeLine: () => string): void {
    if (!this.#stream.writable) return;
    if (this.#stream.writableLength > MAX_WAITING) {
      this.#missing += 1;
      return;
    }
    const missing = this.#missing;
    this.#missing = 0;
    // Not by `console.log`, which takes as long as the whole response.
    this.#stream.write(`${missing === 0 ? '' : `${this.#explainMissing(missing)}\n`}${makeLine()}\n`);
  }
}

/** The line in place of those that were left out. */
export function missingLine(count: number): string {
  return `(Missing here, because this output is read too slowly: ${count} of the lines.)`;
}

/** As {@link missingLine}, among lines of JSON. */
export function missingJson(count: number): string {
  return JSON.stringify({ type: 'gap', missed: count });
}
