import type { Readable, Writable } from 'node:stream';
import type { LogStream } from '../log/layout.ts';

/** Standard input. A terminal has a raw mode, in which keys are read one by one. */
export type InputStream = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** The part of `process` that commands use, so that tests can run commands in process. */
export interface CommandProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stdin: InputStream;
  readonly stdout: LogStream;
  readonly stderr: Writable;
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  /** Ends the process at once, even if something is still under way. */
  exit(code: number): never;
}

/** Resolves on SIGINT or SIGTERM. */
export function stopSignal(process: CommandProcess): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** For a server: a closed terminal or a full disk must not stop it. */
export function ignoreOutputErrors({ stdout, stderr }: CommandProcess): void {
  for (const stream of [stdout, stderr]) stream.removeAllListeners('error').on('error', () => {});
}

/** How long we wait for a slow reader of the output before the process ends. */
const LAST_READ_MS = 1000;

/** Ends the process once its output is flushed, without waiting for open connections. */
export async function endNow(process: CommandProcess, exitCode: number): Promise<never> {
  await new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve());
    setTimeout(resolve, LAST_READ_MS);
  });
  return process.exit(exitCode);
}
