import type { Writable } from 'node:stream';

/** While more bytes than this wait for a slow reader, new lines are dropped. */
const MAX_WAITING = 1_048_576;

/** Writes lines to a stream whose reader may be slow or gone. */
export class BoundedOutput {
  readonly #stream: Writable;
  readonly #explainMissing: (count: number) => string;
  #missing = 0;

  /** @param explainMissing Creates the line that replaces dropped lines. */
  constructor(stream: Writable, explainMissing: (count: number) => string) {
    this.#stream = stream;
    this.#explainMissing = explainMissing;
  }

  /** @param makeLine Creates the line. Not called if the line is dropped. */
  write(makeLine: () => string): void {
    if (!this.#stream.writable) return;
    if (this.#stream.writableLength > MAX_WAITING) {
      this.#missing += 1;
      return;
    }
    const missing = this.#missing;
    this.#missing = 0;
    this.#stream.write(`${missing === 0 ? '' : `${this.#explainMissing(missing)}\n`}${makeLine()}\n`);
  }
}

export function missingLine(count: number): string {
  return `(${count} lines are missing here, because the reader of this output is too slow.)`;
}
