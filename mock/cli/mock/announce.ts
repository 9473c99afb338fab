import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { version } from '../../../package.json';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { CONTROL_PATH } from '../../control/routes.ts';
import { curlExample } from '../../http/curl.ts';
import type { CommandProcess } from '../command/process.ts';
import type { LogStream } from '../log/layout.ts';
import { createPaint, type Paint } from '../log/terminal-text.ts';
import type { OutputMode } from './mock-options.ts';

interface Start {
  readonly baseUrl: string;
  /** The accepted keys; undefined if any key is accepted. */
  readonly apiKeys: readonly string[] | undefined;
  /** The key for examples and for the seed file. */
  readonly apiKey: string;
  readonly state: { readonly path: string; readonly isRestored: boolean } | undefined;
  readonly seeded: { readonly file: string; readonly projectId: string } | undefined;
}

/** Prints where the mock is listening. Programs read the first line: the base URL, or JSON that contains it. */
export function announce(start: Start, mode: OutputMode, stream: LogStream): void {
  stream.write(`${announcement(start, mode, stream).join('\n')}\n`);
}

function announcement(start: Start, mode: OutputMode, stream: LogStream): string[] {
  if (mode === 'json') return [JSON.stringify(listeningEvent(start))];
  if (mode === 'quiet') return [start.baseUrl];
  const notes = notesOf(start);
  if (!stream.isTTY) return [start.baseUrl, ...notes, `Console: ${consoleAddress(start.baseUrl)}`];
  const indented = notes.map((note) => `  ${note}`);
  return [banner(start, createPaint(stream)), ...(notes.length > 0 ? [...indented, ''] : [])];
}

function listeningEvent({ baseUrl, state, seeded }: Start) {
  const isRestored = state?.isRestored;
  return { type: 'listening', baseUrl, projectId: isRestored ? undefined : seeded?.projectId, isRestored };
}

function notesOf({ state, seeded, apiKey }: Start): string[] {
  const notes: string[] = [];
  if (state) notes.push(`${state.isRestored ? 'Restored the state from' : 'Saving the state to'} ${state.path}.`);
  if (!seeded) return notes;
  const file = basename(seeded.file);
  const seedNote = state?.isRestored
    ? `Did not seed ${file}: the state was restored. A reset (POST /_mock/reset) seeds it.`
    : `Seeded project ${seeded.projectId} from ${file} for the API key "${apiKey}".`;
  return [...notes, seedNote];
}

/** Returns the first output in a terminal: the addresses of the mock, an example call, and how to stop the mock. */
function banner({ baseUrl, apiKey, apiKeys }: Start, paint: Paint): string {
  const page = new URL('/', baseUrl).href;
  const rows = [
    ['Address', paint.cyan(baseUrl)],
    ['API key', `${toMessageText(apiKey)} ${paint.dim(keyNote(apiKeys))}`],
    ['Console', `${paint.cyan(consoleAddress(baseUrl))} ${paint.dim('shows and changes the state')}`],
    ['Page', `${paint.cyan(page)} ${paint.dim('describes the mock, with links')}`],
    ['Stop', 'Ctrl+C'],
  ];
  const lines = rows.map(([name = '', text]) => `  ${name.padEnd(8)} ${text}`);
  const title = `  ${paint.bold('clipwright mock')} ${paint.dim(version)}`;
  return ['', title, '', ...lines, '', `  ${curlExample(baseUrl, apiKey)}`, ''].join('\n');
}

function keyNote(apiKeys: readonly string[] | undefined): string {
  if (apiKeys === undefined) return '(any other key works, too, and has its own workspace)';
  return apiKeys.length === 1 ? '(the only one)' : `(the first of ${apiKeys.length})`;
}

export function consoleAddress(baseUrl: string): string {
  return new URL(`${CONTROL_PATH}/`, baseUrl).href;
}

/** Commands that open an address in the browser without a shell. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  // `start` would need a shell.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the browser. Prints the URL if the command that opens it does not start. */
export function openBrowser(url: string, { env, stderr, platform }: CommandProcess): void {
  const [command, ...args] = openers[platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { env, detached: true, stdio: 'ignore' });
  opener.once('error', () => {
    stderr.write(`The browser was not opened, because ${command} does not start. The console is at ${url}\n`);
  });
  // The opener must not keep this process alive.
  opener.unref();
}
