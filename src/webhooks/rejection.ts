import { callSafely } from '../core/async/call-safely.ts';
import { toMessageText } from '../core/errors/message-text.ts';
import type { WebhookVerificationReason } from './webhook-verification-error.ts';

/**
 * Why a request was refused: the reason of a `WebhookVerificationError`, or
 *
 * - `method_not_allowed`: it is not a `POST`. A redirect, such as one from http to https, turns a `POST` into a `GET`.
 * - `body_too_large`: its body is larger than `maxBytes`.
 * - `invalid_request`: `node:http` accepts it, but it cannot be represented as a `Request`, or its `Host` is not just a
 *   host and a port.
 */
export type WebhookRejectionReason =
  | WebhookVerificationReason
  | 'method_not_allowed'
  | 'body_too_large'
  | 'invalid_request';

/** Why a request was refused: it is not a valid delivery. */
export interface WebhookRejection {
  readonly reason: WebhookRejectionReason;
  /**
   * What was wrong, and what to check: at most 2,048 characters on one line. Contains no secret and no signature. Control
   * characters in what it quotes are escaped.
   */
  readonly message: string;
}

/** The option `onRejected` of a handler and of a listener. */
export interface RejectionOptions {
  /**
   * Called for each request that is refused because it is not a valid delivery: to count it, or to log it. Anybody can
   * send such requests, in any number. The response does not wait for it, and what it throws or rejects with goes to
   * `console.error`. Default: `console.warn`, at most five times a minute for each reason, with the number of those
   * that were left out.
   */
  readonly onRejected?: ((rejection: WebhookRejection) => unknown) | undefined;
}

/** Calls `onRejected`. */
export function reportRejection(
  { onRejected = warnOfRejection }: RejectionOptions,
  { reason, message }: WebhookRejection,
): void {
  observe('onRejected', () => onRejected({ reason, message: toMessageText(message) }));
}

/**
 * The rejection of a body whose raw bytes are lost.
 *
 * @param advice What to do, which depends on where it is noticed.
 */
export function parsedBody(advice: string): WebhookRejection & { readonly reason: 'parsed_body' } {
  const message = `The body was already read or parsed, but the signature covers its raw bytes. ${advice}`;
  return { reason: 'parsed_body', message };
}

/** Calls a function of the user that only observes: a failure is logged, and neither changes the response nor ends the process. */
export function observe(name: string, callback: () => unknown, ...about: unknown[]): void {
  void callSafely(callback, (failure) => console.error(`clipwright: ${name} failed:`, failure, ...about));
}

/**
 * Logs a rejection with `console.warn`, at most five times a minute for each reason: anybody can send such requests, and
 * those of a health check must not hide a wrong secret. They are counted for the whole process, since some frameworks
 * create a handler for each request.
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

/** Also false if the clock was set back: otherwise the log would be silent until the clock has caught up. */
function isCurrent({ startsAt }: Minute): boolean {
  return Math.abs(Date.now() - startsAt) < 60_000;
}

function note(minute: Minute, last: Minute | undefined): string {
  if (minute.count === perMinute) return ' More with this reason are only counted until the minute is over.';
  const omitted = last && last !== minute ? last.count - perMinute : 0;
  return omitted > 0 ? ` Since the last of these lines, ${omitted} more were refused.` : '';
}
