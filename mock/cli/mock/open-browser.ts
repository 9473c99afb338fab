import { spawn } from 'node:child_process';
import { CONTROL_PATH } from '../../control/routes.ts';
import type { CommandProcess } from '../command/process.ts';

/** Where the console of a mock is. */
export function consoleAddress(baseUrl: string): string {
  return new URL(`${CONTROL_PATH}/`, baseUrl).href;
}

/** What opens an address in the browser, without a shell. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  // `start` is a part of a shell.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. Where there is none, it says so: the mock is of use without. */
export function openBrowser(url: string, { env, stderr, platform }: CommandProcess): void {
  const [command, ...args] = openers[platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { env, detached: true, stdio: 'ignore' });
  opener.once('error', () => {
    stderr.write(`No browser could be opened: ${command} does not start. The console is at ${url}\n`);
  });
  // A browser that was opened so outlives the mock.
  opener.unref();
}
