import { readFile, stat } from 'node:fs/promises';
import { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import type { Mock } from '../../mock.ts';
import type { DataMiddleware } from '../../node/server.ts';
import type { MockSnapshot } from '../../state/snapshot-types.ts';
import { MAX_TIME } from '../../time/clock.ts';
import { CommandError } from '../command/command.ts';
import type { CommandProcess } from '../command/process.ts';
import { formatError } from '../log/shown-text.ts';
import { currentRevision, type FileRevision, removeTemporaryFiles, replaceFile } from './replace-file.ts';

interface SavedState extends MockSnapshot {
  /** Real time in milliseconds since 1970. Absent if the user saved a response of `GET /_mock/state` as the file. */
  readonly savedAt?: number;
}

/**
 * The file that keeps a standalone mock's state across restarts. We never overwrite changes that another program has
 * made to the file.
 *
 * `middleware` saves the changes that requests make. Changes over time need no saving, because a restored mock repeats
 * them: for example, a job ends at the same time and with the same event.
 */
export class StateFile {
  readonly #path: string;
  readonly #mock: Mock;
  readonly #stderr: CommandProcess['stderr'];
  /** The write that was started last. The queued save waits for it. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  #queuedSave: Promise<boolean> | undefined;
  /** The revision of the file that this mock last read or wrote. */
  #revision: FileRevision | undefined;

  constructor(path: string, mock: Mock, { stderr }: CommandProcess) {
    this.#path = path;
    this.#mock = mock;
    this.#stderr = stderr;
  }

  /** Resolves to undefined if the file does not exist yet. Rejects with a `CommandError` if it cannot be read as JSON. */
  async read(): Promise<SavedState | undefined> {
    this.#revision = await currentRevision(this.#path);
    const content = await this.#readContent();
    if (content === undefined) return undefined;
    try {
      return JSON.parse(content) as SavedState;
    } catch {
      // Omit the parser's message, because it quotes the content and could show a key.
      throw this.#invalidFile('is damaged: it is not JSON.');
    }
  }

  /**
   * Restores the saved state, if there is one, advances the clock as if the mock had kept running, and writes the file.
   *
   * @throws CommandError when the state has another version or is damaged, or when the file cannot be written.
   */
  async start(saved: SavedState | undefined): Promise<void> {
    if (saved !== undefined) this.#restore(saved);
    const write = this.#write();
    this.#lastWrite = write.catch(() => {});
    await write;
    await removeTemporaryFiles(this.#path);
  }

  /**
   * Resolves once the file has the current state or a later one. Calls during a write share the next write. If writing
   * fails, resolves to false and reports the error on stderr.
   */
  save(): Promise<boolean> {
    this.#queuedSave ??= this.#lastWrite.then(() => {
      this.#queuedSave = undefined;
      const write = this.#write().then(
        () => true,
        (error: unknown) => this.#reportFailedSave(error),
      );
      this.#lastWrite = write;
      return write;
    });
    return this.#queuedSave;
  }

  /** Delays the response to a request that changes something until the change is saved. */
  readonly middleware: DataMiddleware = async (_, handle) => {
    const before = this.#mock.changes;
    try {
      return await handle();
    } finally {
      // A request whose connection was dropped may also have changed something.
      if (this.#mock.changes > before) await this.save();
    }
  };

  async #readContent(): Promise<string | undefined> {
    try {
      // Check the type before reading, because a named pipe would wait for a writer, and a device may never end.
      if (!(await stat(this.#path)).isFile()) throw new Error('it is not a regular file');
      return await readFile(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new CommandError(
        `--state ${this.#path} cannot be read: ${formatError(error)}. Give a file that can be read and written.`,
      );
    }
  }

  #restore(saved: SavedState): void {
    // The file may contain any JSON, even null.
    const { savedAt = Date.now(), ...snapshot } = Object(saved) as SavedState;
    if (!Number.isFinite(savedAt)) throw this.#invalidFile('is damaged: savedAt must be a number.');
    try {
      this.#mock.restore(snapshot);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw this.#invalidFile(error.message.slice(error.option.length + 1));
    }
    // The system clock may have been set back since the file was saved, but mock time must not go backwards.
    const { speed } = this.#mock.clock.status();
    const seconds = (Math.max(0, Date.now() - savedAt) * (speed ?? 0)) / 1000;
    const maxSeconds = Math.floor((MAX_TIME - this.#mock.clock.now() - furthestAhead(snapshot)) / 1000);
    this.#mock.clock.advance(Math.min(seconds, maxSeconds));
  }

  async #write(): Promise<void> {
    const revision = await currentRevision(this.#path);
    if (revision !== undefined && revision !== this.#revision) {
      throw new CommandError(
        `--state ${this.#path} was written by another program, perhaps another mock, so it was not saved. Give each mock its own file.`,
      );
    }
    const content = JSON.stringify({ ...this.#mock.snapshot(), savedAt: Date.now() } satisfies SavedState);
    this.#revision = await replaceFile(this.#path, content).catch((error: unknown) => {
      throw new CommandError(
        `--state ${this.#path} cannot be written: ${formatError(error)}. Fix this, or give another file.`,
      );
    });
  }

  #reportFailedSave(error: unknown): false {
    this.#stderr.write(
      `clipwright: ${formatError(error)} The mock keeps running, and tries again at the next change.\n`,
    );
    return false;
  }

  #invalidFile(problem: string): CommandError {
    return new CommandError(
      `--state ${this.#path} ${problem} The file was not changed: fix it, or move it away to start with a new state.`,
    );
  }
}

/** Returns the milliseconds by which the workspace with the latest time is ahead of the mock. */
function furthestAhead({ now, workspaces }: MockSnapshot): number {
  return workspaces.reduce((furthest, workspace) => Math.max(furthest, workspace.now - now), 0);
}
