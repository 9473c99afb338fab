import { setTimeout as wait } from 'node:timers/promises';
import { CONTROL_PATH } from '../../control/routes.ts';
import { bearerToken } from '../../http/auth.ts';
import type { DataMiddleware } from '../../node/server.ts';
import type { Observer } from '../../stream/changes.ts';
import type { LogStream } from '../log/layout.ts';
import { createJsonLog, createLineLog, type MockLog } from '../log/mock-log.ts';
import { ShownText } from '../log/shown-text.ts';
import type { OutputMode } from './mock-options.ts';

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

/**
 * Logs each change. Hides the workspace's API key again, because it may be in the URL of a webhook, and `shown` only
 * remembers the last few keys.
 */
export function logChanges({ log, shown }: Pick<UnrecordedLog, 'log' | 'shown'>): Observer {
  return (change, apiKey) => {
    shown.hide(apiKey ?? undefined);
    log.change(change);
  };
}

interface UnrecordedLog {
  readonly log: MockLog;
  readonly shown: ShownText;
  /** Whether control requests are also logged. */
  readonly hasControl: boolean;
}

/** Creates middleware that delays requests, except control requests, and logs those that the mock does not record. */
export function delayAndLog(latencyMs: number, unrecorded: UnrecordedLog | undefined): DataMiddleware {
  return async (request, handle) => {
    const { method, url, headers, signal } = request;
    unrecorded?.shown.hide(bearerToken(headers));
    const startedAt = performance.now();
    // The mock records a request even if the client gives up during the delay.
    if (latencyMs > 0 && !isControl(url)) await wait(latencyMs, undefined, { signal }).catch(() => {});
    const response = await handle();
    if (!unrecorded || response.isRecorded || (isControl(url) && !unrecorded.hasControl)) return response;
    // The path omits the query, which may contain secrets.
    const { pathname: path } = new URL(url);
    unrecorded.log.unrecorded({ method, path, status: response.status, took: performance.now() - startedAt });
    return response;
  };
}

function isControl(url: string): boolean {
  return new URL(url).pathname.startsWith(CONTROL_PATH);
}
