import type { Readable, Writable } from 'node:stream';
import type { LogStream } from '../log/layout.ts';

/** Standard input. If it is a terminal, it has a raw mode, in which keys are read one by one. */
export type InputStream = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** What a command uses of the process that runs it. Tests give it one that is not a process. */
export interface CommandProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stdin: InputStream;
  readonly stdout: LogStream;
  readonly stderr: Writable;
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  /** Ends the process at once, whatever is still under way. */
  exit(code: number): never;
}

/** Resolves on SIGINT or SIGTERM. */
export function stopSignal(process: CommandProcess): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** The output of a server is a log. A closed terminal or a full disk must not stop the server. */
export function ignoreOutputErrors({ stdout, stderr }: CommandProcess): void {
  for (const stream of [stdout, stderr]) stream.removeAllListeners('error').on('error', () => {});
}

/** How long we wait at the end for a slow reader of the output. */
const LAST_READ_MS = 1000;

/** Ends the process once its output is flushed. The event loop alone would also wait for open connections. */
export async function endNow(process: CommandProcess, exitCode: number): Promise<never> {
  await new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve());
    // A stuck reader must not keep the process from ending.
    setTimeout(resolve, LAST_READ_MS);
  });
  return process.exit(exitCode);
}
