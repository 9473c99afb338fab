import { callSafely } from '../core/async/call-safely.ts';
import { toMessageText } from '../core/errors/message-text.ts';
import type { WebhookVerificationReason } from './webhook-verification-error.ts';

/**
 * Why a request was refused: the reason of a `WebhookVerificationError`, or
 *
 * - `method_not_allowed`: the method is not `POST`. A redirect, such as from http to https, turns `POST` into `GET`.
 * - `body_too_large`: the body is larger than `maxBytes`.
 * - `body_too_slow`: the body was not complete after 30 seconds.
 * - `invalid_request`: the request cannot be represented as a `Request`, or its `Host` is not just a host and a port.
 */
export type WebhookRejectionReason =
  | WebhookVerificationReason
  | 'method_not_allowed'
  | 'body_too_large'
  | 'body_too_slow'
  | 'invalid_request';

/** Describes why a request is not a valid delivery and was refused. */
export interface WebhookRejection {
  readonly reason: WebhookRejectionReason;
  /** What was wrong and what to check, on one line of at most 2,048 characters, without secrets or signatures. */
  readonly message: string;
}

/** The `onRejected` option of handlers and listeners. */
export interface RejectionOptions {
  /**
   * Called for each request that is refused because it is not a valid delivery, so that you can count or log it.
   * Anybody can send any number of such requests. The response does not wait for this function. What it throws or
   * rejects with goes to `console.error`. Default: `console.warn`, at most five times a minute for each reason, with
   * the number of omitted warnings.
   */
  readonly onRejected?: ((rejection: WebhookRejection) => unknown) | undefined;
}

export function reportRejection(
  { onRejected = warnOfRejection }: RejectionOptions,
  { reason, message }: WebhookRejection,
): void {
  observe('onRejected', () => onRejected({ reason, message: toMessageText(message) }));
}

/** Creates the rejection of a request whose raw body is lost. `advice`: how to pass on the raw body. */
export function parsedBody(advice: string): WebhookRejection & { readonly reason: 'parsed_body' } {
  const message = `The body was already read or parsed, but the signature covers its raw bytes. ${advice}`;
  return { reason: 'parsed_body', message };
}

/** Calls a user's function. If it throws or rejects, the error is only logged. */
export function observe(name: string, callback: () => unknown, ...about: unknown[]): void {
  void callSafely(callback, (failure) => console.error(`clipwright: ${name} failed:`, failure, ...about));
}

/**
 * Logs at most five rejections a minute for each reason, because anybody can send such requests. All handlers share the
 * counts, because some frameworks create a handler for each request.
 */
function warnOfRejection({ reason, message }: WebhookRejection): void {
  const last = minutes.get(reason);
  const minute = last && isCurrent(last) ? last : { startsAt: Date.now(), count: 0 };
  minutes.set(reason, minute);
  if (++minute.count > perMinute) return;
  console.warn(`clipwright: refused a webhook delivery (${reason}): ${message}${note(minute, last)}`);
}

interface Minute {
  readonly startsAt: number;
  count: number;
}

const perMinute = 5;
const minutes = new Map<WebhookRejectionReason, Minute>();

/** Whether the minute is still running. Setting the clock back ends it, because it would otherwise last too long. */
function isCurrent({ startsAt }: Minute): boolean {
  return Math.abs(Date.now() - startsAt) < 60_000;
}

function note(minute: Minute, last: Minute | undefined): string {
  if (minute.count === perMinute) return ' Further ones are only counted until the minute ends.';
  const omitted = last && last !== minute ? last.count - perMinute : 0;
  return omitted > 0 ? ` Since the last of these lines, ${omitted} more were refused.` : '';
}
