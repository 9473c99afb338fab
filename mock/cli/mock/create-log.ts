import type { Observer } from '../../stream/changes.ts';
import type { LogStream } from '../log/layout.ts';
import { createJsonLog, createLineLog } from '../log/mock-log.ts';
import { ShownText } from '../log/shown-text.ts';
import type { UnrecordedLog } from './delay-and-log.ts';
import type { OutputMode } from './output-mode.ts';

/** The log that the command line asks for, if any. */
export function createLog(
  mode: OutputMode,
  apiKeys: readonly string[] | undefined,
  latencyMs: number,
  stream: LogStream,
): UnrecordedLog | undefined {
  if (mode === 'quiet') return undefined;
  const shown = new ShownText(apiKeys);
  const options = { stream, shown, latencyMs };
  const log = mode === 'json' ? createJsonLog(options) : createLineLog(options, mode === 'verbose');
  return { log, shown, hasControl: mode !== 'lines' };
}

/** Logs each change without the API key of its workspace, which may be in what was sent long before: a URL of a webhook. */
export function logChanges({ log, shown }: Pick<UnrecordedLog, 'log' | 'shown'>): Observer {
  return (change, apiKey) => {
    if (typeof apiKey === 'string') shown.hide(apiKey);
    log.change(change);
  };
}
