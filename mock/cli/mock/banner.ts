import { version } from '../../../package.json';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { curlExample } from '../../http/curl.ts';
import type { Paint } from '../log/paint.ts';
import { consoleAddress } from './open-browser.ts';

/** A mock that has started. */
export interface Started {
  readonly baseUrl: string;
  /** Undefined if any is accepted. */
  readonly apiKeys: readonly string[] | undefined;
  /** The one that is used where none is given. */
  readonly apiKey: string;
}

/** What a terminal shows first: where the mock is, how to call it, and how to stop it. */
export function banner({ baseUrl, apiKey, apiKeys }: Started, paint: Paint): string {
  const page = new URL('/', baseUrl).href;
  const rows = [
    ['Address', paint.cyan(baseUrl)],
    ['API key', `${toMessageText(apiKey)} ${paint.dim(keyNote(apiKeys))}`],
    ['Console', `${paint.cyan(consoleAddress(baseUrl))} ${paint.dim('what happens, to see and to change')}`],
    ['Page', `${paint.cyan(page)} ${paint.dim('what this is, and links')}`],
    ['Stop', 'Ctrl+C'],
  ];
  const lines = rows.map(([name = '', text]) => `  ${name.padEnd(8)} ${text}`);
  return [
    '',
    `  ${paint.bold('clipwright mock')} ${paint.dim(version)}`,
    '',
    ...lines,
    '',
    `  ${curlExample(baseUrl, apiKey)}`,
    '',
  ].join('\n');
}

function keyNote(apiKeys: readonly string[] | undefined): string {
  if (apiKeys === undefined) return '(any other works, too, and has a workspace of its own)';
  return apiKeys.length === 1 ? '(the only one)' : `(the first of ${apiKeys.length})`;
}
