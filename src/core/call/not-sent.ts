import { RateLimitError } from '../errors/status-errors.ts';
import { type Call, factsOf, nameOf } from './call.ts';

/** The error for a call that was not sent, since the rate limit that an earlier one met lasts longer than it can wait. */
export function notSentError(call: Call, refusal: RateLimitError): RateLimitError {
  const { status, code, param, docUrl, requestId, retryAfterSeconds, body } = refusal;
  const wait = retryAfterSeconds === null ? 'to wait' : `to wait ${retryAfterSeconds} s`;
  const message =
    `${nameOf(call)} was not sent: the response to an earlier call, ${status}${code ? ` ${code}` : ''}, asks ${wait}, and the ` +
    "call's turn does not come within its totalTimeout, or the wait exceeds its maxRetryAfter";
  const headers = new Headers(refusal.headers);
  const response = { status, code, param, docUrl, requestId, retryAfterSeconds, body, headers };
  return new RateLimitError(message, { ...factsOf(call), ...response, attempts: 0 });
}
