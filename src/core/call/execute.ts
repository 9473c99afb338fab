import { openScope, type Scope, sleep, untilAborted } from '../async/cancellation.ts';
import { describeCauses } from '../errors/causes.ts';
import { ClipwrightError } from '../errors/clipwright-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { AbortError, ConnectionError, TimeoutError } from '../errors/network-errors.ts';
import { announceRequest, announceResponse, announceRetry, stateOf } from '../options/hooks.ts';
import { checkKey } from '../options/option-checks.ts';
import type { Settings } from '../options/settings.ts';
import type { ApiResult } from '../results/api-call.ts';
import { readFailure } from './failure.ts';
import type { PreparedRequest } from './request.ts';
import { neverConnected, retryDelay } from './retry.ts';
import { readSuccess } from './success.ts';
import { exchange } from './transport.ts';

/** Sends a request as often as the rules for retries let it, and gives the checked answer. */
export async function execute(
  request: PreparedRequest,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<ApiResult<unknown>> {
  const scope = openScope(signal, settings.totalTimeout);
  const run: Run = { request, settings, caller: signal, scope, deadline: performance.now() + settings.totalTimeout };
  try {
    if (scope.signal.aborted) throw explain(run, 0, signal?.reason, scope);
    const apiKey = await readKey(run);
    for (let attempt = 1; ; attempt++) {
      const outcome = await tryOnce(run, attempt, apiKey);
      if ('data' in outcome) return outcome;
      await pause(run, attempt, outcome.error);
    }
  } finally {
    scope.release();
  }
}

interface Run {
  readonly request: PreparedRequest;
  readonly settings: Settings;
  readonly caller: AbortSignal | undefined;
  readonly scope: Scope;
  readonly deadline: number;
}

interface Failure {
  readonly error: ClipwrightError;
}

async function readKey(run: Run): Promise<string> {
  const { apiKey } = run.settings;
  const key = typeof apiKey === 'string' ? apiKey : await askForKey(run, apiKey);
  const message = checkKey(key);
  if (message !== undefined) throw new ConfigurationError('apiKey', `function must give a key: it ${message}`);
  return key;
}

async function askForKey(run: Run, ask: () => string | Promise<string>): Promise<string> {
  try {
    // The executor turns a throw into a rejection.
    return await untilAborted(new Promise<string>((resolve) => resolve(ask())), run.scope.signal);
  } catch (error) {
    if (run.scope.signal.aborted) throw explain(run, 0, error, run.scope);
    throw new ConfigurationError('apiKey', 'function has failed', { cause: error });
  }
}

async function tryOnce(run: Run, attempt: number, apiKey: string): Promise<ApiResult<unknown> | Failure> {
  const scope = openScope(run.scope.signal, run.settings.timeout);
  try {
    return await send(run, attempt, apiKey, scope.signal);
  } catch (error) {
    return { error: error instanceof ClipwrightError ? error : explain(run, attempt, error, scope) };
  } finally {
    scope.release();
  }
}

async function send(run: Run, attempt: number, apiKey: string, signal: AbortSignal): Promise<ApiResult<unknown>> {
  const { request, settings } = run;
  const state = stateOf(request, attempt);
  announceRequest(settings, { ...state, bodyLength: request.body?.length ?? 0 });
  const started = performance.now();
  const answer = await exchange(request, apiKey, settings.fetch, signal);
  const { response, text } = answer;
  const requestId = response.headers.get('x-request-id');
  const duration = performance.now() - started;
  announceResponse(settings, { ...state, status: response.status, requestId, duration, bodyLength: text.length });
  if (!response.ok) throw readFailure(request, answer, attempt, apiKey);
  const data = readSuccess({ ...answer, request, attempt }, settings);
  return { data, response, requestId, idempotencyKey: request.idempotencyKey, attempts: attempt };
}

async function pause(run: Run, attempt: number, error: ClipwrightError): Promise<void> {
  const { request, settings, scope } = run;
  const delay = retryDelay(error, attempt, { ...settings, repeatable: request.repeatable });
  // A pause that outlasts the call would only hide the error behind a time-out.
  if (delay === undefined || performance.now() + delay >= run.deadline) throw error;
  announceRetry(settings, { ...stateOf(request, attempt), error, delay });
  await sleep(delay, scope.signal).catch((cause) => {
    throw explain(run, attempt, cause, scope);
  });
}

/** Why an attempt, or the pause after it, ended without an answer: the outermost signal that has fired tells. */
function explain(run: Run, attempts: number, cause: unknown, { signal }: Scope): ClipwrightError {
  const { request, settings } = run;
  const facts = { ...request, attempts };
  const what = `${request.endpoint} (${request.method} ${request.url})`;
  if (run.caller?.aborted)
    return new AbortError(`${what} was aborted by its signal`, facts, { cause: run.caller.reason });
  if (!signal.aborted) {
    const sent = !neverConnected(cause);
    return new ConnectionError(
      `${what} got no complete answer: ${describeCauses(cause)}`,
      { ...facts, sent },
      { cause },
    );
  }
  const option = run.scope.signal.aborted ? 'totalTimeout' : 'timeout';
  const limit = settings[option];
  return new TimeoutError(`${what} took longer than ${option}, ${limit} ms`, { ...facts, option, limit }, { cause });
}
