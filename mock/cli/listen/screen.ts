import process from 'node:process';
import { emitKeypressEvents } from 'node:readline';
import type { InputStream } from '../command/process.ts';
import type { LogStream } from '../log/layout.ts';
import type { Key } from './keys.ts';

/** Clears from the beginning of the line to the end of the screen. */
const CLEAR = '\r\u001b[J';

/** Where a shell stops a program, which Windows does not have. */
const STOP_SIGNAL = 'SIGTSTP';

/** Signals that end the process without an event in which the terminal could be restored. */
const ENDING_SIGNALS = ['SIGHUP', 'SIGQUIT'] as const;

/** A terminal with a status line below what is printed, whose keys are read one by one. */
export class Screen {
  readonly #input: InputStream;
  readonly #output: LogStream;
  readonly #status: (columns: number) => string;
  #isOn = false;

  /** @param status The status line for a terminal of that many columns. */
  constructor(input: InputStream, output: LogStream, status: (columns: number) => string) {
    this.#input = input;
    this.#output = output;
    this.#status = status;
  }

  /** Takes the terminal until {@link close}, whatever ends the process. */
  open(onKey: (key: Key) => void): void {
    emitKeypressEvents(this.#input);
    this.#input.on('keypress', (_, key: Key) => onKey(key));
    this.#output.on('resize', this.refresh);
    process.on('exit', this.#leave);
    process.on('SIGCONT', this.#enter);
    process.on(STOP_SIGNAL, this.#stopItself);
    for (const signal of ENDING_SIGNALS) process.once(signal, this.#end);
    this.#enter();
  }

  /** Draws the status line anew. */
  readonly refresh = (): void => {
    if (this.#isOn) this.#output.write(CLEAR + this.#statusText());
  };

  /** Prints lines above the status line. */
  print(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join('');
    this.#output.write(this.#isOn ? `${CLEAR}${text}${this.#statusText()}` : text);
  }

  /** Stops the process as Ctrl+Z does elsewhere, with all that runs in front with it: `npx`, for example. */
  suspend(): void {
    this.#stop(0);
  }

  /** Gives the terminal back. */
  close(): void {
    this.#leave();
    this.#input.removeAllListeners('keypress');
    this.#output.off('resize', this.refresh);
    process.off('exit', this.#leave);
    process.off('SIGCONT', this.#enter);
    process.off(STOP_SIGNAL, this.#stopItself);
    for (const signal of ENDING_SIGNALS) process.off(signal, this.#end);
  }

  readonly #enter = () => {
    this.#isOn = true;
    this.#input.setRawMode?.(true);
    this.#input.resume();
    this.refresh();
  };

  readonly #leave = () => {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#output.write(CLEAR);
    this.#input.setRawMode?.(false);
    this.#input.pause();
  };

  readonly #stopItself = () => this.#stop(process.pid);

  readonly #end = (signal: NodeJS.Signals) => {
    this.#leave();
    // Nobody listens to it any more.
    process.kill(process.pid, signal);
  };

  #stop(processId: number): void {
    if (process.platform === 'win32') return;
    this.#leave();
    process.off(STOP_SIGNAL, this.#stopItself);
    process.kill(processId, STOP_SIGNAL);
    // Goes on here when the shell continues it; at once where nothing could continue it.
    process.on(STOP_SIGNAL, this.#stopItself);
    this.#enter();
  }

  /** The cursor is left at its beginning, where the next line is to go. */
  #statusText(): string {
    // Without a size, a terminal has 0 columns.
    return `${this.#status(this.#output.columns || 80)}\r`;
  }
}
