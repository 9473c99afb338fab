import { idOfBytes } from '../state/ids.ts';
import type { MediaFile } from './files.ts';

/** A file's bytes, and the tag that changes with them. */
export interface StoredFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A strong `ETag`. */
  readonly etag: string;
}

const MAX_BYTES = 8 * 1024 * 1024;

/** The files that were served last: a player that asks for range after range has its file made once. */
export class FileCache {
  readonly #files = new Map<string, StoredFile>();
  #size = 0;

  get(file: MediaFile): StoredFile {
    const kept = this.#files.get(file.key);
    const stored = kept ?? store(file);
    // Deleted first: a map lists its entries in the order in which they came in, so the first is the longest unused.
    this.#files.delete(file.key);
    this.#files.set(file.key, stored);
    if (!kept) this.#size += stored.bytes.length;
    this.#shrink();
    return stored;
  }

  #shrink(): void {
    for (const [key, { bytes }] of this.#files) {
      if (this.#size <= MAX_BYTES) return;
      this.#files.delete(key);
      this.#size -= bytes.length;
    }
  }
}

function store({ type, make }: MediaFile): StoredFile {
  const bytes = make();
  return { type, bytes, etag: `"${idOfBytes(bytes)}"` };
}
