import { openScope, type Scope, sleep, untilAborted } from '../async/cancellation.ts';
import type { Slots } from '../async/slots.ts';
import { describeCauses } from '../errors/causes.ts';
import { ClipwrightError } from '../errors/clipwright-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { AbortError, ConnectionError, TimeoutError } from '../errors/network-errors.ts';
import { ResponseTooLargeError } from '../errors/response-too-large-error.ts';
import { RateLimitError } from '../errors/status-errors.ts';
import { anApiKey } from '../options/client-checks.ts';
import { notifyRequest, notifyResponse, notifyRetry, toCallState } from '../options/hooks.ts';
import type { Settings } from '../options/settings.ts';
import { redactThrown } from '../redaction/foreign-error.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { ApiResult } from '../results/api-call.ts';
import type { GatedCall } from './attempt-queue.ts';
import { readFailure } from './failure.ts';
import { notSentError } from './not-sent.ts';
import { outcomeAdvice } from './outcome-advice.ts';
import type { EndAttempt, RateGate } from './rate-gate.ts';
import type { RateGates } from './rate-gates.ts';
import { type PreparedRequest, redactRequest } from './request.ts';
import { mayHaveActed, mayRetry, neverConnected, retryDelay, verdictOf } from './retry.ts';
import { readSuccess, unreadableError } from './success.ts';
import { type OversizedResponse, type ReceivedResponse, sendRequest } from './transport.ts';
import { takeTurn } from './turn.ts';

/** What a client and its copies share, and every call waits for. */
export interface CallLimits {
  readonly gates: RateGates;
  readonly slots: Slots;
}

/** Sends a request when it is its turn, retries it as the settings allow, and returns the checked result. */
export async function execute(
  request: PreparedRequest,
  settings: Settings,
  { gates, slots }: CallLimits,
  callerSignal: AbortSignal | undefined,
): Promise<ApiResult<unknown>> {
  const scope = openScope(callerSignal, settings.totalTimeout);
  const { origin, pathname } = new URL(request.url);
  const turn = gates.nextTurn();
  const call = {
    names: [request.endpoint, pathname],
    place: turn,
    turn,
    refusals: 0,
    deadline: performance.now() + settings.totalTimeout,
    maxRetryAfter: settings.maxRetryAfter,
    slots,
  };
  // Errors before the key of a function is resolved show the request, too.
  const known = redactRequest(request, settings.knownRedactor());
  const execution: Execution = { sent: request, request: known, settings, call, callerSignal, scope };
  try {
    if (scope.signal.aborted) throw noResponseError(execution, 0, callerSignal?.reason, scope);
    const apiKey = await resolveApiKey(execution);
    return await attemptUntilDone(withoutKey(execution, apiKey), apiKey, gates.get(origin, apiKey));
  } finally {
    scope.release();
  }
}

interface Execution {
  /** As it is sent. */
  readonly sent: PreparedRequest;
  /** As errors and hooks show it, without the API key. */
  readonly request: PreparedRequest;
  readonly settings: Settings;
  readonly call: GatedCall;
  readonly callerSignal: AbortSignal | undefined;
  readonly scope: Scope;
}

/** With the request as it is shown once the key is known; a key that is an option was redacted before. */
function withoutKey(execution: Execution, apiKey: string): Execution {
  const { sent, settings } = execution;
  if (settings.apiKey === apiKey) return execution;
  return { ...execution, request: redactRequest(sent, settings.redactorFor(apiKey)) };
}

interface Failure {
  readonly error: ClipwrightError;
}

/** The attempts of a call so far. */
interface History {
  readonly attempts: number;
  /** Those that failed other than by a 429. */
  readonly failures: number;
  /** Of the last one. */
  readonly error: ClipwrightError | undefined;
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
    const cause = redactThrown(error, execution.settings.knownRedactor());
    throw new ConfigurationError('apiKey', `function failed: ${describeCauses(cause)}`, { cause });
  }
}

async function attemptUntilDone(start: Execution, apiKey: string, gate: RateGate): Promise<ApiResult<unknown>> {
  let execution = start;
  let history: History = { attempts: 0, failures: 0, error: undefined };
  for (;;) {
    const endAttempt = await waitForTurn(execution, gate, history);
    const outcome = await makeAttempt(execution, history.attempts + 1, apiKey).catch((error) => {
      endAttempt('unknown');
      throw error;
    });
    const error = 'error' in outcome ? outcome.error : undefined;
    const opensIn = endAttempt(verdictOf(error, execution.settings.maxRetryAfter));
    if ('data' in outcome) return outcome;
    history = addFailure(history, outcome.error);
    execution = afterAttempt(execution, mayHaveActed(outcome.error));
    await delayRetry(execution, outcome.error, history, opensIn);
  }
}

function addFailure({ attempts, failures }: History, error: ClipwrightError): History {
  return { attempts: attempts + 1, failures: failures + (error instanceof RateLimitError ? 0 : 1), error };
}

/** With the request as one that may be done, if an attempt may have been carried out. */
function afterAttempt(execution: Execution, mayBeDone: boolean): Execution {
  return mayBeDone ? { ...execution, request: { ...execution.request, mayBeDone } } : execution;
}

async function waitForTurn(execution: Execution, gate: RateGate, { attempts, error }: History): Promise<EndAttempt> {
  const { request, call, callerSignal, scope } = execution;
  try {
    return await takeTurn(call, gate, scope.signal);
  } catch (cause) {
    if (callerSignal?.aborted) throw noResponseError(execution, attempts, cause, scope);
    // The 429 says more than a timeout.
    if (error !== undefined) throw error;
    const refusal = cause instanceof RateLimitError ? cause : gate.refusal;
    throw refusal ? notSentError(request, refusal) : noResponseError(execution, attempts, cause, scope);
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
    if (error instanceof ClipwrightError) return { error };
    const cause = redactThrown(error, execution.settings.redactorFor(apiKey));
    return { error: noResponseError(afterAttempt(execution, !neverConnected(cause)), attempt, cause, scope) };
  } finally {
    scope.release();
  }
}

async function sendAndRead(
  { sent, request, settings }: Execution,
  attempt: number,
  apiKey: string,
  signal: AbortSignal,
): Promise<ApiResult<unknown>> {
  const redactor = settings.redactorFor(apiKey);
  notifyRequest(settings, { ...toCallState(request, attempt), bodyLength: request.body?.length ?? 0 });
  const started = performance.now();
  const received = await sendRequest(sent, apiKey, settings, signal);
  const duration = performance.now() - started;
  try {
    return readReceived({ request, settings }, received, { attempt, duration, redactor });
  } catch (error) {
    // The service has responded: whatever fails now is no failure of the connection, which would be retried.
    throw error instanceof ClipwrightError
      ? error
      : unreadableError({ ...received, request, attempt, redactor }, error);
  }
}

function readReceived(
  { request, settings }: Pick<Execution, 'request' | 'settings'>,
  { response, text }: ReceivedResponse | OversizedResponse,
  { attempt, duration, redactor }: { readonly attempt: number; readonly duration: number; readonly redactor: Redactor },
): ApiResult<unknown> {
  const { status } = response;
  const requestId = redactor.text(response.headers.get('x-request-id') ?? '') || null;
  const limit = settings.maxResponseBytes;
  if (text === undefined)
    throw new ResponseTooLargeError(request.endpoint, { ...request, attempts: attempt, status, requestId, limit });
  notifyResponse(settings, { ...toCallState(request, attempt), status, requestId, duration, bodyLength: text.length });
  if (!response.ok) throw readFailure(request, { response, text }, attempt, redactor);
  const data = readSuccess({ response, text, request, attempt, requestId, redactor }, settings);
  return { data, response, requestId, idempotencyKey: request.idempotencyKey, attempts: attempt };
}

async function delayRetry(
  execution: Execution,
  error: ClipwrightError,
  { attempts, failures }: History,
  opensIn: number,
): Promise<void> {
  const { request, settings, scope } = execution;
  if (!mayRetry(error, failures, { ...settings, isRepeatable: request.isRepeatable })) throw error;
  const isRefused = error instanceof RateLimitError;
  const delay = isRefused ? opensIn : retryDelay(error, failures);
  // A delay beyond the deadline would only hide the error behind a timeout.
  if (performance.now() + delay >= execution.call.deadline) throw withoutRoom(error, settings);
  notifyRetry(settings, { ...toCallState(request, attempts), error, delay });
  // After a 429 the call waits in the gate.
  if (isRefused) return;
  await sleep(delay, scope.signal).catch((cause) => {
    throw noResponseError(execution, attempts, cause, scope);
  });
}

/** The error for an attempt, or the delay after it, without a response. The outermost aborted signal decides which. */
function noResponseError(execution: Execution, attempts: number, cause: unknown, { signal }: Scope): ClipwrightError {
  const { request, settings, callerSignal } = execution;
  const facts = { ...request, attempts };
  const call = `${request.endpoint} (${request.method} ${request.url})`;
  const knownAdvice = outcomeAdvice(request);
  const advice = knownAdvice === null ? '' : `; ${knownAdvice}`;
  if (callerSignal?.aborted)
    return new AbortError(`${call} was aborted by its signal${advice}`, facts, { cause: callerSignal.reason });
  if (!signal.aborted) {
    const hint = neverConnected(cause) ? addressHint(execution.sent.url) : '';
    const message = `${call} got no complete response: ${describeCauses(cause)}${hint}${advice}`;
    return new ConnectionError(message, { ...facts, sent: request.mayBeDone }, { cause });
  }
  const option = execution.scope.signal.aborted ? 'totalTimeout' : 'timeout';
  const limit = settings[option];
  const message = `${call} exceeded its ${option} of ${limit} ms (attempts: ${attempts})${advice}`;
  return new TimeoutError(message, { ...facts, option, limit }, { cause });
}

/** The host of the mock's base URL exists in no network. */
function addressHint(url: string): string {
  return new URL(url).hostname === 'api.clipwright.test'
    ? '. This is the address of a mock in process: give the client `fetch: mock.fetch`'
    : '';
}

/** Without the second sentence, a user would look for the limit of the call in vain. */
function withoutRoom(error: ClipwrightError, { totalTimeout }: Settings): ClipwrightError {
  if (!(error instanceof TimeoutError)) return error;
  const message = `${error.message}; its totalTimeout of ${totalTimeout} ms left no room for another`;
  return new TimeoutError(message, error, { cause: error.cause });
}
