import { type ChildProcessWithoutNullStreams, fork, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The exit code and the output of a process that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that runs until it is stopped. */
export interface Running {
  /** Resolves to the match once the process has printed text that matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  stop(signal: NodeJS.Signals): Promise<Ended>;
  /** Resolves when it has ended by itself, or was stopped. */
  readonly ended: Promise<Ended>;
}

/** A process whose output is piped, or what stands in for one: it emits `close` with its exit code. */
export interface PipedProcess extends EventEmitter {
  readonly stdout: Readable;
  readonly stderr: Readable;
  kill(signal: NodeJS.Signals): unknown;
}

/** Starts a program that is killed when the test ends, and when this process does, however it ends. */
export function startProcess(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, options);
  killWithThisProcess(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export async function ended(child: PipedProcess): Promise<Ended> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

export function running(child: PipedProcess): Running {
  const end = ended(child);
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return end;
  };
  return { printed: watcherOf(child, end), stop, ended: end };
}

function watcherOf({ stdout }: PipedProcess, end: Promise<Ended>): Running['printed'] {
  let seen = '';
  stdout.on('data', (chunk) => {
    seen += chunk;
  });
  const tooEarly = end.then(({ stderr }) => Promise.reject(new Error(`The process has ended: ${stderr}`)));
  tooEarly.catch(() => {});
  return async (pattern) => {
    for (;;) {
      const match = pattern.exec(seen);
      if (match) return match;
      await Promise.race([once(stdout, 'data'), tooEarly]);
    }
  };
}

let watchdog: ReturnType<typeof fork> | undefined;

/** By a process of its own: a worker of vitest whose run is aborted is killed, and can do nothing more. */
function killWithThisProcess(child: ChildProcessWithoutNullStreams): void {
  const { pid } = child;
  // The program does not exist.
  if (pid === undefined) return;
  watchdog ??= startWatchdog();
  watchdog.send({ pid, isRunning: true });
  child.once('exit', () => watchdog?.send({ pid, isRunning: false }));
}

function startWatchdog() {
  const started = fork(fileURLToPath(new URL('watchdog.mjs', import.meta.url)), { stdio: 'ignore' });
  started.unref();
  started.channel?.unref();
  return started;
}
