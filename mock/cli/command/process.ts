import type { Readable, Writable } from 'node:stream';
import type { LogStream } from '../log/layout.ts';

/** Standard input, which may be a terminal: only there has it a raw mode, in which keys are read one by one. */
export type InputStream = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** What a command uses of the process that runs it. Tests give it one that is not a process. */
export interface CommandProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stdin: InputStream;
  readonly stdout: LogStream;
  readonly stderr: Writable;
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  /** Ends it at once, whatever is still under way. */
  exit(code: number): never;
}

/** Resolves on SIGINT or SIGTERM. */
export function stopSignal(process: CommandProcess): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** The output of a server is a log, which may be on a closed terminal or a full disk: that is no failure of the server. */
export function ignoreOutputErrors({ stdout, stderr }: CommandProcess): void {
  for (const stream of [stdout, stderr]) stream.removeAllListeners('error').on('error', () => {});
}

/** How long a reader of the output may take at the end. */
const LAST_READ_MS = 1000;

/** Ends the process when what was printed is read: the event loop would wait for what is still under way. */
export async function endNow(process: CommandProcess, exitCode: number): Promise<never> {
  await new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve());
    // A reader that is stuck would keep the process from ending.
    setTimeout(resolve, LAST_READ_MS);
  });
  return process.exit(exitCode);
}
