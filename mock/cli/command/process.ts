import type { Readable, Writable } from 'node:stream';
import type { LogStream } from '../log/layout.ts';

/** Standard input. If it is a terminal, raw mode lets us read keys one by one. */
export type InputStream = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** What commands get instead of the global `process`, so that tests can run them without a separate process. */
export interface CommandProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stdin: InputStream;
  readonly stdout: LogStream;
  readonly stderr: Writable;
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  /** Exits immediately, even if work is still in progress. */
  exit(code: number): never;
}

export function stopSignal(process: CommandProcess): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** Ignores output errors, because a closed terminal or a full disk must not stop a server. */
export function ignoreOutputErrors({ stdout, stderr }: CommandProcess): void {
  for (const stream of [stdout, stderr]) stream.removeAllListeners('error').on('error', () => {});
}

/** How long to wait for a slow reader of the output before the process exits. */
const LAST_READ_MS = 1000;

/** Exits once the output is flushed, without waiting for open connections. */
export async function endNow(process: CommandProcess, exitCode: number): Promise<never> {
  await new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve());
    setTimeout(resolve, LAST_READ_MS);
  });
  return process.exit(exitCode);
}
