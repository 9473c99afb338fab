import { idFromBytes } from '../state/ids.ts';
import type { MediaFile } from './files.ts';

export interface CachedFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A strong `ETag`. */
  readonly etag: string;
}

const MAX_BYTES = 8 * 1024 * 1024;

/** The files that were served last, so that a player that requests range after range has its file generated once. */
export class FileCache {
  readonly #files = new Map<string, CachedFile>();
  #size = 0;

  get(file: MediaFile): CachedFile {
    const cached = this.#files.get(file.cacheKey);
    const entry = cached ?? createEntry(file);
    // Deleted first: a map iterates in insertion order, so its first entry is the least recently used.
    this.#files.delete(file.cacheKey);
    this.#files.set(file.cacheKey, entry);
    if (!cached) this.#size += entry.bytes.length;
    this.#evict();
    return entry;
  }

  #evict(): void {
    for (const [key, { bytes }] of this.#files) {
      if (this.#size <= MAX_BYTES) return;
      this.#files.delete(key);
      this.#size -= bytes.length;
    }
  }
}

function createEntry({ mediaType, create }: MediaFile): CachedFile {
  const bytes = create();
  return { mediaType, bytes, etag: `"${idFromBytes(bytes)}"` };
}
