import { openScope, type Scope, sleep, untilAborted } from '../async/cancellation.ts';
import { describeCauses } from '../errors/causes.ts';
import { ClipwrightError } from '../errors/clipwright-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { AbortError, ConnectionError, TimeoutError } from '../errors/network-errors.ts';
import { anApiKey } from '../options/client-checks.ts';
import { notifyRequest, notifyResponse, notifyRetry, toCallState } from '../options/hooks.ts';
import type { Settings } from '../options/settings.ts';
import type { ApiResult } from '../results/api-call.ts';
import { readFailure } from './failure.ts';
import type { PreparedRequest } from './request.ts';
import { neverConnected, retryDelay } from './retry.ts';
import { readSuccess } from './success.ts';
import { sendRequest } from './transport.ts';

/** Sends a request, retries it as the settings allow, and returns the checked result. */
export async function execute(
  request: PreparedRequest,
  settings: Settings,
  callerSignal: AbortSignal | undefined,
): Promise<ApiResult<unknown>> {
  const scope = openScope(callerSignal, settings.totalTimeout);
  const deadline = performance.now() + settings.totalTimeout;
  const execution: Execution = { request, settings, callerSignal, scope, deadline };
  try {
    if (scope.signal.aborted) throw noResponseError(execution, 0, callerSignal?.reason, scope);
    const apiKey = await resolveApiKey(execution);
    for (let attempt = 1; ; attempt++) {
      const outcome = await makeAttempt(execution, attempt, apiKey);
      if ('data' in outcome) return outcome;
      await delayRetry(execution, attempt, outcome.error);
    }
  } finally {
    scope.release();
  }
}

interface Execution {
  readonly request: PreparedRequest;
  readonly settings: Settings;
  readonly callerSignal: AbortSignal | undefined;
  readonly scope: Scope;
  readonly deadline: number;
}

interface Failure {
  readonly error: ClipwrightError;
}

async function resolveApiKey(execution: Execution): Promise<string> {
  const { apiKey } = execution.settings;
  const key = typeof apiKey === 'string' ? apiKey : await callKeyFunction(execution, apiKey);
  const message = anApiKey(key);
  if (message !== undefined) throw new ConfigurationError('apiKey', `function returned an invalid key: it ${message}.`);
  return key;
}

async function callKeyFunction(execution: Execution, getKey: () => string | Promise<string>): Promise<string> {
  try {
    // The promise rejects if the function throws.
    return await untilAborted(new Promise<string>((resolve) => resolve(getKey())), execution.scope.signal);
  } catch (error) {
    if (execution.scope.signal.aborted) throw noResponseError(execution, 0, error, execution.scope);
    throw new ConfigurationError('apiKey', 'function failed.', { cause: error });
  }
}

async function makeAttempt(
  execution: Execution,
  attempt: number,
  apiKey: string,
): Promise<ApiResult<unknown> | Failure> {
  const scope = openScope(execution.scope.signal, execution.settings.timeout);
  try {
    return await sendAndRead(execution, attempt, apiKey, scope.signal);
  } catch (error) {
    return { error: error instanceof ClipwrightError ? error : noResponseError(execution, attempt, error, scope) };
  } finally {
    scope.release();
  }
}

async function sendAndRead(
  { request, settings }: Execution,
  attempt: number,
  apiKey: string,
  signal: AbortSignal,
): Promise<ApiResult<unknown>> {
  const state = toCallState(request, attempt);
  notifyRequest(settings, { ...state, bodyLength: request.body?.length ?? 0 });
  const started = performance.now();
  const received = await sendRequest(request, apiKey, settings.fetch, signal);
  const { response, text } = received;
  const requestId = response.headers.get('x-request-id');
  const duration = performance.now() - started;
  notifyResponse(settings, { ...state, status: response.status, requestId, duration, bodyLength: text.length });
  if (!response.ok) throw readFailure(request, received, attempt, apiKey);
  const data = readSuccess({ ...received, request, attempt }, settings);
  return { data, response, requestId, idempotencyKey: request.idempotencyKey, attempts: attempt };
}

async function delayRetry(execution: Execution, attempt: number, error: ClipwrightError): Promise<void> {
  const { request, settings, scope } = execution;
  const delay = retryDelay(error, attempt, { ...settings, isRepeatable: request.isRepeatable });
  // A delay beyond the deadline would only hide the error behind a time-out.
  if (delay === undefined || performance.now() + delay >= execution.deadline) throw error;
  notifyRetry(settings, { ...toCallState(request, attempt), error, delay });
  await sleep(delay, scope.signal).catch((cause) => {
    throw noResponseError(execution, attempt, cause, scope);
  });
}

/** The error for an attempt, or the delay after it, without a response. The outermost aborted signal decides which. */
function noResponseError(execution: Execution, attempts: number, cause: unknown, { signal }: Scope): ClipwrightError {
  const { request, settings, callerSignal } = execution;
  const facts = { ...request, attempts };
  const call = `${request.endpoint} (${request.method} ${request.url})`;
  if (callerSignal?.aborted)
    return new AbortError(`${call} was aborted by its signal`, facts, { cause: callerSignal.reason });
  if (!signal.aborted) {
    const message = `${call} got no complete response: ${describeCauses(cause)}`;
    return new ConnectionError(message, { ...facts, sent: !neverConnected(cause) }, { cause });
  }
  const option = execution.scope.signal.aborted ? 'totalTimeout' : 'timeout';
  const limit = settings[option];
  return new TimeoutError(`${call} exceeded its ${option} of ${limit} ms`, { ...facts, option, limit }, { cause });
}
