import process from 'node:process';
import { emitKeypressEvents } from 'node:readline';
import type { InputStream } from '../command/process.ts';
import type { LogStream } from '../log/layout.ts';
import type { Key } from './keys.ts';

/** Clears from the beginning of the line to the end of the screen. */
const CLEAR = '\r\u001b[J';

/** The signal that a terminal sends on Ctrl+Z. Windows has no such signal. */
const STOP_SIGNAL = 'SIGTSTP';

/** Signals that end the process without an `exit` event, so we have to restore the terminal ourselves. */
const ENDING_SIGNALS = ['SIGHUP', 'SIGQUIT'] as const;

/** A terminal with a status line below the output. The program reads keys one by one. */
export class Screen {
  readonly #input: InputStream;
  readonly #output: LogStream;
  readonly #status: (columns: number) => string;
  #isOn = false;

  /** @param status Returns the status line for a terminal with this many columns. */
  constructor(input: InputStream, output: LogStream, status: (columns: number) => string) {
    this.#input = input;
    this.#output = output;
    this.#status = status;
  }

  /** Takes over the terminal until {@link close} is called or the process ends. */
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

  readonly refresh = (): void => {
    if (this.#isOn) this.#output.write(CLEAR + this.#statusText());
  };

  /** Prints lines above the status line. */
  print(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join('');
    this.#output.write(this.#isOn ? `${CLEAR}${text}${this.#statusText()}` : text);
  }

  /** Suspends the foreground process group, including a parent such as `npx`, as Ctrl+Z does. */
  suspend(): void {
    this.#stop(0);
  }

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
    // The signal has no handler any more, so it ends the process.
    process.kill(process.pid, signal);
  };

  #stop(processId: number): void {
    if (process.platform === 'win32') return;
    this.#leave();
    process.off(STOP_SIGNAL, this.#stopItself);
    process.kill(processId, STOP_SIGNAL);
    // The process continues here when the shell resumes it, or immediately if there is no shell.
    process.on(STOP_SIGNAL, this.#stopItself);
    this.#enter();
  }

  /** Draws the status line and moves the cursor back to the start of the line, so that output replaces it. */
  #statusText(): string {
    // A terminal without a size reports 0 columns.
    return `${this.#status(this.#output.columns || 80)}\r`;
  }
}
