import { type FileHandle, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A version of a file on the server. */
export interface FileVersion {
  /** A strong ETag, or a `Last-Modified` date that identifies the bytes; null if the response has neither. */
  readonly validator: string | null;
  /** In bytes; null if unknown. */
  readonly total: number | null;
}

/** The incomplete file `<target>.part`. With the notes in `<target>.part.json`, another process can resume it. */
export class PartFile implements FileVersion {
  /** The number of bytes in the part file. */
  bytes = 0;
  validator: string | null = null;
  total: number | null = null;
  readonly path: string;
  readonly #notes: string;
  readonly #target: string;
  readonly #source: string;
  #handle: FileHandle | undefined;
  /** Whether a download wrote the file at `path`. Otherwise `remove` does not delete the file. */
  #isOurs = false;

  constructor(target: string, source: string) {
    this.#target = target;
    this.#source = source;
    this.path = `${target}.part`;
    this.#notes = `${target}.part.json`;
  }

  /** Finds the part file of an earlier download of the same source; if there is none, returns an empty one. */
  static async find(target: string, source: string): Promise<PartFile> {
    const part = new PartFile(target, source);
    try {
      const notes = Object(JSON.parse(await readFile(part.#notes, 'utf8')));
      const { size } = await stat(part.path);
      const isShort = notes.total === null || size < notes.total;
      if (isShort && notes.source === source && typeof notes.validator === 'string') {
        part.#isOurs = true;
        part.#set(size, notes);
      }
    } catch {
      // There is no part file, or its notes are missing or incomplete.
    }
    return part;
  }

  /** Whether a range request can continue the part file. */
  get isResumable(): boolean {
    return this.bytes > 0 && this.validator !== null;
  }

  /** Starts again with this version of the file. */
  async restart(version: FileVersion): Promise<void> {
    await this.close();
    await mkdir(dirname(this.path), { recursive: true });
    this.#isOurs = true;
    // If an earlier process ended within `moveToNew`, the path is a second name of a complete file, which must not change.
    const names = await stat(this.path).then(
      ({ nlink }) => nlink,
      () => 0,
    );
    if (names > 1) await rm(this.path);
    // Empties the file before the notes change, so that a crash never leaves one version's bytes with another's notes.
    this.#handle = await open(this.path, 'w');
    this.#set(0, version);
    await writeFile(this.#notes, JSON.stringify({ source: this.#source, ...version }));
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.#handle ??= await open(this.path, 'a');
    await this.#handle.appendFile(chunk);
    this.bytes += chunk.byteLength;
  }

  /** Gives the complete file its name. Unless `overwrite` is true, rejects if there is a file with this name. */
  async finish(overwrite: boolean): Promise<void> {
    await this.#handle?.sync();
    await this.close();
    await (overwrite ? rename(this.path, this.#target) : moveToNew(this.path, this.#target));
    await rm(this.#notes, { force: true });
  }

  /** Forgets the bytes, so that the next request is for the whole file. */
  forget(): void {
    this.#set(0, { validator: null, total: null });
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  async remove(): Promise<void> {
    // On a network disk, closing can fail because the disk is full.
    await this.close().catch(() => {});
    if (!this.#isOurs) return;
    const removals = await Promise.allSettled([this.path, this.#notes].map((path) => rm(path, { force: true })));
    for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
  }

  #set(bytes: number, { validator, total }: FileVersion): void {
    this.bytes = bytes;
    this.validator = validator;
    this.total = total;
  }
}

/** Moves a file. Unlike `rename`, does not replace another file, if the file system supports links. */
async function moveToNew(path: string, target: string): Promise<void> {
  try {
    await link(path, target);
  } catch (error) {
    if (Object(error).code === 'EEXIST') throw error;
    return rename(path, target);
  }
  await rm(path);
}
