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

  async get(file: MediaFile): Promise<CachedFile> {
    const entry = this.#files.get(file.cacheKey) ?? (await createEntry(file));
    this.#keep(file.cacheKey, entry);
    return entry;
  }

  #keep(key: string, entry: CachedFile): void {
    // Another request may have created the same file meanwhile.
    if (!this.#files.has(key)) this.#size += entry.bytes.length;
    // Deleted first: a map iterates in insertion order, so its first entry is the least recently used.
    this.#files.delete(key);
    this.#files.set(key, entry);
    this.#evict();
  }

  #evict(): void {
    for (const [key, { bytes }] of this.#files) {
      if (this.#size <= MAX_BYTES) return;
      this.#files.delete(key);
      this.#size -= bytes.length;
    }
  }
}

async function createEntry({ mediaType, create }: MediaFile): Promise<CachedFile> {
  const bytes = await create();
  return { mediaType, bytes, etag: `"${idFromBytes(bytes)}"` };
}
