import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { Mock } from '../mock.ts';
import type { Handle } from '../node/server.ts';
import type { MockSnapshot } from '../state/snapshot-types.ts';
import { MAX_TIME } from '../time/clock.ts';
import { CommandError } from './command.ts';
import { type FileMark, markOf, replaceFile } from './replace-file.ts';

/** A mock's state as its file holds it. */
export interface SavedState extends MockSnapshot {
  /** Wall time, in milliseconds since 1970. What `GET /_mock/state` answers has none, and can be taken up, too. */
  readonly savedAt?: number;
}

/**
 * The file that keeps a standalone mock's state across restarts. Of one mock at a time: what another program has written
 * since is not overwritten.
 *
 * Only requests need saving. What changes without one, by time alone, follows from the state that was saved and the time
 * that has passed since: a job that was due ends again, at the same time and with the same event.
 */
export class StateFile {
  readonly #path: string;
  readonly #mock: Mock;
  /** The save that was begun last, and the one that waits for it. */
  #writing: Promise<unknown> = Promise.resolve();
  #next: Promise<boolean> | undefined;
  /** Of the file as this mock read or wrote it last. */
  #mark: FileMark | undefined;

  constructor(path: string, mock: Mock) {
    this.#path = path;
    this.#mock = mock;
  }

  /**
   * What is in the file; undefined where there is none yet.
   *
   * @throws CommandError when it cannot be read, or is no JSON.
   */
  async read(): Promise<SavedState | undefined> {
    this.#mark = await markOf(this.#path);
    const text = await this.#content();
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as SavedState;
    } catch {
      // Not with the parser's words: they quote what stands there, which may be a key.
      throw this.#unusable('is damaged: it is not JSON.');
    }
  }

  /**
   * Goes on from the state that was read, if there is one, and writes the file for the first time. From the state's time
   * on, time has passed `speed` times as fast as on the wall.
   *
   * @throws CommandError when the state is of another version, or damaged: the file is left as it is then; or when the
   * file cannot be written.
   */
  async begin(saved: SavedState | undefined, speed: number): Promise<void> {
    if (saved !== undefined) this.#takeUp(saved, speed);
    const written = this.#write();
    this.#writing = written.catch(() => {});
    await written;
  }

  /**
   * Resolves once the state is in the file as it is now, or as it was later: whoever asks while one save is under way
   * shares the next. Resolves to false where that went wrong, and says so on stderr: the mock goes on without.
   */
  save(): Promise<boolean> {
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      const written = this.#write().then(() => true, complain);
      this.#writing = written;
      return written;
    });
    return this.#next;
  }

  /** Stands around a request: what changes something is answered once that is saved. */
  readonly middleware = async (request: Request, handle: Handle): Promise<Response> => {
    try {
      return await handle(request);
    } finally {
      // A connection that breaks instead of an answer may have changed something, too.
      if (!readingMethods.includes(request.method)) await this.save();
    }
  };

  async #content(): Promise<string | undefined> {
    try {
      return await readFile(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new CommandError(
        `--state ${this.#path} cannot be read: ${messageOf(error)}. Give a file that can be read and written.`,
      );
    }
  }

  #takeUp(saved: SavedState, speed: number): void {
    // A file may hold anything, null too.
    const { savedAt = Date.now(), ...snapshot } = Object(saved) as SavedState;
    if (!Number.isFinite(savedAt)) throw this.#unusable('is damaged: savedAt must be a number.');
    try {
      this.#mock.restore(snapshot);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw this.#unusable(error.message.slice(error.option.length + 1));
    }
    // The wall's clock may have been set back since.
    const seconds = (Math.max(0, Date.now() - savedAt) * speed) / 1000;
    const left = Math.floor((MAX_TIME - this.#mock.clock.now()) / 1000);
    this.#mock.clock.advance(Math.min(seconds, left));
  }

  async #write(): Promise<void> {
    const found = await markOf(this.#path);
    if (found !== undefined && found !== this.#mark) {
      throw new CommandError(
        `--state ${this.#path} was written by another program, another mock perhaps, and is left as it is. Give each mock a file of its own.`,
      );
    }
    const text = JSON.stringify({ ...this.#mock.snapshot(), savedAt: Date.now() } satisfies SavedState);
    try {
      this.#mark = await replaceFile(this.#path, text);
    } catch (error) {
      throw new CommandError(
        `--state ${this.#path} cannot be written: ${messageOf(error)}. Mend what is in the way, or give another file.`,
      );
    }
  }

  #unusable(problem: string): CommandError {
    return new CommandError(
      `--state ${this.#path} ${problem} It is left as it is: mend it, or move it away to begin anew.`,
    );
  }
}

const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

function complain(error: unknown): false {
  console.error(`clipwright: ${messageOf(error)} The mock goes on, and tries again with the next change.`);
  return false;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
