import { onAbort, sleep } from '../async/cancellation.ts';
import { ApiError, RateLimitError } from '../errors/api-errors.ts';
import { ClipwrightError } from '../errors/clipwright-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { describeCauses } from '../errors/message-text.ts';
import { AbortError, ConnectionError, ResponseTooLargeError, TimeoutError } from '../errors/network-errors.ts';
import { ResponseValidationError } from '../errors/validation-errors.ts';
import { notify } from '../options/hooks.ts';
import { anApiKey } from '../options/option-checks.ts';
import type { ApiResult } from '../results/api-call.ts';
import { type Call, factsOf, nameOf, redactorOf, stateOf } from './call.ts';
import { readFailure } from './failure.ts';
import type { RateGate, RateGates, Verdict } from './rate-gate.ts';
import {
  asksTooMuch,
  isToMockInProcess,
  mayHaveActed,
  mayRetry,
  neverConnected,
  outcomeAdvice,
  retryDelay,
} from './retry.ts';
import { readSuccess, unreadableError } from './success.ts';
import { type ReceivedResponse, type Step, sendRequest } from './transport.ts';

/** Sends a call's request once the rate gate allows it, retries it as configured, and returns the checked result. */
export async function execute(call: Call, gates: RateGates): Promise<ApiResult<unknown>> {
  if (call.signal?.aborted) throw noResponseError(call, call.signal.reason);
  const { apiKey } = call.settings;
  call.apiKey = typeof apiKey === 'string' ? apiKey : await resolveApiKey(call, apiKey);
  const gate = gates.get(call.origin, call.apiKey);
  gate.users += 1;
  try {
    for (;;) {
      if (!gate.pass(call)) await waitForTurn(call, gate);
      requireTime(call);
      const outcome = await attempt(call);
      if (!(outcome instanceof ClipwrightError)) {
        gate.end(call, 'accepted');
        return outcome;
      }
      gate.end(call, verdictOf(outcome, call.maxRetryAfter));
      await delayRetry(call, gate, outcome);
    }
  } finally {
    gate.end(call, 'unknown');
    gate.users -= 1;
  }
}

async function resolveApiKey(call: Call, getKey: () => string | Promise<string>): Promise<string> {
  let key: string;
  try {
    key = await withinLimits(call, Number.POSITIVE_INFINITY, async () => getKey());
  } catch (error) {
    if (isStopped(call)) throw noResponseError(call, error);
    const cause = redactorOf(call).value(error);
    throw new ConfigurationError('apiKey', `function failed: ${describeCauses(cause)}`, { cause });
  }
  const problem = anApiKey(key);
  if (problem !== undefined) throw new ConfigurationError('apiKey', `function returned an invalid key: it ${problem}.`);
  return key;
}

async function waitForTurn(call: Call, gate: RateGate): Promise<void> {
  try {
    await withinLimits(call, Number.POSITIVE_INFINITY, ({ signal }) => gate.wait(call, signal));
  } catch (cause) {
    if (call.signal?.aborted) throw noResponseError(call, cause);
    const isRefused = cause instanceof RateLimitError;
    // Prefer a 429 to a timeout, and the call's own error to another call's 429, because they are more informative.
    if (call.lastError !== undefined && (isRefused || call.lastError instanceof RateLimitError)) throw call.lastError;
    throw isRefused ? notSentError(call, cause) : noResponseError(call, cause);
  }
}

/**
 * Runs a step of a call, with one controller and one timer. Rejects as soon as the caller aborts or the time is up,
 * even if the step continues, and stores in the call which limit was reached.
 *
 * @param timeout The step's time limit, in milliseconds. The call's deadline may be earlier.
 */
function withinLimits<T>(call: Call, timeout: number, work: (step: Step) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const step: Step = { signal: controller.signal };
    const left = Math.max(0, call.deadline - performance.now());
    const end = () => {
      clearTimeout(timer);
      unlisten?.();
    };
    const stop = (reason?: unknown) => {
      end();
      controller.abort(reason);
      reject(controller.signal.reason);
      step.onStop?.();
    };
    const unlisten = call.signal && onAbort(call.signal, () => stop(call.signal?.reason));
    const timer = setTimeout(
      () => {
        call.exceeded = left <= timeout ? 'totalTimeout' : 'timeout';
        stop();
      },
      Math.min(timeout, left),
    );
    if (call.signal?.aborted) return stop(call.signal.reason);
    work(step).then(resolve, reject).then(end);
  });
}

/** Creates the error for a call that was not sent, because an earlier call's 429 asks for a wait that is too long. */
function notSentError(call: Call, refusal: RateLimitError): RateLimitError {
  const { status, code, retryAfterSeconds } = refusal;
  const wait = retryAfterSeconds === null ? 'to wait' : `to wait ${retryAfterSeconds} s`;
  const message =
    `${nameOf(call)} was not sent: the response to an earlier call, ${status}${code ? ` ${code}` : ''}, asks ${wait}, ` +
    'and its turn would come too late for its totalTimeout or maxRetryAfter';
  return new RateLimitError(message, { ...refusal, ...factsOf(call), attempts: 0 });
}

/** Throws after the call's deadline. A timer alone is not enough, because timers can fire late in a busy process. */
function requireTime(call: Call): void {
  if (performance.now() < call.deadline) return;
  call.exceeded = 'totalTimeout';
  throw noResponseError(call, call.lastError);
}

/** Makes one attempt. Returns its error instead of throwing it. */
async function attempt(call: Call): Promise<ApiResult<unknown> | ClipwrightError> {
  call.attempts += 1;
  if (call.settings.isObserved)
    notify(call.settings, 'onRequest', { ...stateOf(call), bodyLength: call.body?.length ?? 0 });
  const started = performance.now();
  let received: ReceivedResponse;
  try {
    received = await withinLimits(call, call.timeout, (step) => sendRequest(call, step));
  } catch (error) {
    const cause = isStopped(call) ? error : redactorOf(call).value(error);
    call.mayBeDone ||= !neverConnected(cause);
    return noResponseError(call, cause);
  }
  return readResponse(call, received, performance.now() - started);
}

function readResponse(call: Call, received: ReceivedResponse, duration: number): ApiResult<unknown> | ClipwrightError {
  try {
    return resultOf(call, received, duration);
  } catch (error) {
    // Do not return a `ConnectionError`, because it would be retried although the service has responded.
    return error instanceof ClipwrightError ? error : unreadableError(call, received, error);
  }
}

function resultOf(call: Call, { response, text }: ReceivedResponse, duration: number): ApiResult<unknown> {
  const { settings, idempotencyKey, attempts } = call;
  const { status } = response;
  const requestId = redactorOf(call).text(response.headers.get('x-request-id') ?? '') || null;
  if (text === undefined) {
    const limit = settings.maxResponseBytes;
    throw new ResponseTooLargeError(call.endpoint, { ...factsOf(call), status, requestId, limit });
  }
  if (settings.isObserved)
    notify(settings, 'onResponse', { ...stateOf(call), status, requestId, duration, bodyLength: text.length });
  if (!response.ok) throw readFailure(call, response, text);
  return { data: readSuccess(call, { response, text, requestId }), response, requestId, idempotencyKey, attempts };
}

function verdictOf(error: ClipwrightError, maxRetryAfter: number): Verdict {
  // A `Retry-After` above `maxRetryAfter` must not block all calls, because it may apply only to this endpoint.
  if (error instanceof RateLimitError) return asksTooMuch(error, maxRetryAfter) ? 'unknown' : error;
  // Any other response shows that the rate limit let the attempt through.
  const isFromService = error instanceof ApiError || error instanceof ResponseValidationError;
  return isFromService ? 'accepted' : 'unknown';
}

/** Waits until the next attempt. Throws the error if the call is not retried. */
async function delayRetry(call: Call, gate: RateGate, error: ClipwrightError): Promise<void> {
  const isRefused = error instanceof RateLimitError;
  if (!isRefused) call.failures += 1;
  call.lastError = error;
  call.mayBeDone ||= mayHaveActed(error);
  if (!mayRetry(error, call)) throw error;
  const delay = isRefused ? gate.opensIn : retryDelay(error, call.failures);
  // Do not start a delay that ends after the deadline, because a timeout would then replace the error.
  if (performance.now() + delay >= call.deadline) throw withoutRoom(error, call);
  if (call.settings.isObserved) notify(call.settings, 'onRetry', { ...stateOf(call), error, delay });
  // After a 429, the call waits in the gate instead.
  if (isRefused) return;
  await withinLimits(call, Number.POSITIVE_INFINITY, ({ signal }) => sleep(delay, signal)).catch((cause) => {
    throw noResponseError(call, cause);
  });
}

function isStopped(call: Call): boolean {
  return call.signal?.aborted === true || call.exceeded !== undefined;
}

function noResponseError(call: Call, cause: unknown): ClipwrightError {
  const { signal, exceeded: option } = call;
  const facts = factsOf(call);
  const advice = outcomeAdvice(call);
  const end = advice === null ? '' : `; ${advice}`;
  if (signal?.aborted)
    return new AbortError(`${nameOf(call)} was aborted by its signal${end}`, facts, { cause: signal.reason });
  if (option === undefined) {
    const hint = '. This is the address of a mock in process: give the client `fetch: mock.fetch`';
    const cure = neverConnected(cause) && isToMockInProcess(call) ? hint : '';
    const message = `${nameOf(call)} got no complete response: ${describeCauses(cause)}${cure}${end}`;
    return new ConnectionError(message, { ...facts, sent: call.mayBeDone }, { cause });
  }
  const limit = call[option];
  call.exceeded = undefined;
  // An earlier attempt's error is more informative than the interruption of the last attempt.
  const last = option === 'totalTimeout' ? call.lastError : undefined;
  const before = last === undefined ? '' : `; before, ${last.message}`;
  const rest = advice !== null && before.includes(advice) ? before : before + end;
  const message = `${nameOf(call)} exceeded its ${option} of ${limit} ms (attempts: ${call.attempts})${rest}`;
  return new TimeoutError(message, { ...facts, option, limit }, { cause: last ?? cause });
}

/** Extends the error of a timed-out attempt with the reason why no other attempt followed. */
function withoutRoom(error: ClipwrightError, { totalTimeout }: Call): ClipwrightError {
  if (!(error instanceof TimeoutError)) return error;
  const message = `${error.message}; its totalTimeout of ${totalTimeout} ms left no room for another`;
  return new TimeoutError(message, error, { cause: error.cause });
}
