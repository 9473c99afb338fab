import { EventEmitter, once } from 'node:events';
import { PassThrough, Transform } from 'node:stream';
import { WriteStream } from 'node:tty';
import { onTestFinished } from 'vitest';
import type { CommandProcess } from '../../../mock/cli/command/process.ts';
import { run } from '../../../mock/cli/run.ts';
import type { PipedProcess } from '../../support/running.ts';
import type { CommandStarter, Environment, Terminal, TypedCommand } from './command-line.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Acts as the process for the command line, and as a child process for the test. */
export class InProcess extends EventEmitter implements CommandProcess, PipedProcess {
  readonly platform = process.platform;
  readonly env: Environment;
  readonly stdin = new PassThrough();
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;

  constructor(env: Environment = {}, stdout = new PassThrough(), stderr = new PassThrough()) {
    super();
    this.env = env;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  exit(code: number): never {
    throw new Exit(code);
  }

  kill(signal: NodeJS.Signals): void {
    // A signal without a listener ends a process.
    if (!this.emit(signal)) this.#close(null);
  }

  /** Runs a command line, and stops it when the test ends. */
  run(args: readonly string[]): this {
    const closed = once(this, 'close');
    void this.#run(args);
    onTestFinished(async () => {
      this.stdin.end();
      this.kill('SIGTERM');
      await closed;
    });
    return this;
  }

  async #run(args: readonly string[]): Promise<void> {
    // Let the test add its listeners before the command prints.
    await null;
    try {
      this.#close(await run(args, this));
    } catch (error) {
      if (error instanceof Exit) this.#close(error.code);
      else this.emit('error', error);
    }
  }

  #close(code: number | null): void {
    this.stdout.end();
    this.stderr.end();
    this.emit('close', code);
  }
}

export const inProcess: CommandStarter = {
  start: (args, env) => new InProcess(env).run(args),
  startOnTerminal: (terminal, args) => new InProcessOnTerminal(terminal).run(args),
};

/** A process on its own terminal, which receives both streams and ends lines with `\r\n`. */
class InProcessOnTerminal extends InProcess implements TypedCommand {
  #isRaw = false;

  constructor({ columns, env = {} }: Terminal) {
    const screen = new Transform({
      transform: (chunk, _, done) => done(null, String(chunk).replaceAll('\n', '\r\n')),
    });
    const errors = new Transform({
      transform(chunk, _, done) {
        screen.write(chunk);
        done();
      },
    });
    // The test environment, such as `CI`, must not decide whether a terminal has colors.
    const getColorDepth = () => WriteStream.prototype.getColorDepth({ TERM: 'xterm-256color', ...env });
    super(env, Object.assign(screen, { isTTY: true, columns, getColorDepth }), errors);
    const setRawMode = (isRaw: boolean) => {
      this.#isRaw = isRaw;
    };
    Object.assign(this.stdin, { isTTY: true, setRawMode });
  }

  /** Types text. If the program does not read single keys, Ctrl+C sends a signal, and Ctrl+D ends the input. */
  type(text: string): void {
    if (this.#isRaw) this.stdin.write(text);
    else if (text === CTRL_C) this.kill('SIGINT');
    else if (text === CTRL_D) this.stdin.end();
  }
}

/** Thrown to stop the command where its process would end. */
class Exit extends Error {
  override readonly name = 'Exit';
  readonly code: number;

  constructor(code: number) {
    super(`Exit with ${code}.`);
    this.code = code;
  }
}
