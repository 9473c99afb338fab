import { setTimeout as wait } from 'node:timers/promises';
import { CONTROL_PATH } from '../../control/routes.ts';
import type { RequestData } from '../../http/request.ts';
import type { DataMiddleware } from '../../node/server.ts';
import type { Observer } from '../../stream/changes.ts';
import type { LogStream } from '../log/layout.ts';
import { createJsonLog, createLineLog, type MockLog } from '../log/mock-log.ts';
import { ShownText } from '../log/shown-text.ts';
import type { OutputMode } from './mock-options.ts';

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

/** Where what the mock does not record is logged. */
export interface UnrecordedLog {
  readonly log: MockLog;
  readonly shown: ShownText;
  /** Whether requests to control are logged, too. */
  readonly hasControl: boolean;
}

/** Middleware that delays each request, except to control, and logs those that the mock does not record. */
export function delayAndLog(latencyMs: number, unrecorded: UnrecordedLog | undefined): DataMiddleware {
  return async (request, handle) => {
    unrecorded?.shown.learn(request.headers.get('authorization'));
    const startedAt = performance.now();
    let isHandled = false;
    try {
      if (latencyMs > 0 && !isControl(request)) await wait(latencyMs, undefined, { signal: request.signal });
      isHandled = true;
      const response = await handle();
      if (unrecorded && !(RECORD_ID in response.headers)) log(request, response.status, startedAt, unrecorded);
      return response;
    } catch (error) {
      // A request that was handled is recorded, also if a fault has broken its connection.
      if (unrecorded && !isHandled) log(request, null, startedAt, unrecorded);
      throw error;
    }
  };
}

/** Every response to a request that is recorded has it. */
const RECORD_ID = 'x-request-id';

function isControl({ url }: RequestData): boolean {
  return new URL(url).pathname.startsWith(CONTROL_PATH);
}

/** Without the query, which may contain secrets. */
function log(
  { method, url }: RequestData,
  status: number | null,
  startedAt: number,
  { log, hasControl }: UnrecordedLog,
): void {
  const { pathname: path } = new URL(url);
  if (hasControl || !path.startsWith(CONTROL_PATH))
    log.unrecorded({ method, path, status, took: performance.now() - startedAt });
}
