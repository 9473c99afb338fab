import { type EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The exit code and the output of a process that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that runs until it is stopped. */
export interface Running {
  /** Resolves to the match when the output of the process matches the pattern. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  stop(signal: NodeJS.Signals): Promise<Ended>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ended>;
}

/** A process with piped output, or an object that acts like one and emits `close` with an exit code. */
export interface PipedProcess extends EventEmitter {
  readonly stdout: Readable;
  readonly stderr: Readable;
  kill(signal: NodeJS.Signals): unknown;
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
