import { callSafely } from '../core/async/call-safely.ts';
import { toMessageText } from '../core/errors/message-text.ts';
import type { RejectionOptions, WebhookRejection } from './rejection.ts';
import { warnOfRejection } from './rejection-log.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

// The user's functions that only observe: none of them can change the response or end the process.

/** Calls `onRejected`. */
export function reportRejection(
  { onRejected = warnOfRejection }: RejectionOptions,
  { reason, message }: WebhookRejection,
): void {
  observe('onRejected', () => onRejected({ reason, message: toMessageText(message) }));
}

/**
 * Reports a body whose raw bytes are lost, and returns the error for it.
 *
 * @param advice What to do, which depends on where it is noticed.
 */
export function parsedBodyError(options: RejectionOptions, advice: string): WebhookVerificationError {
  const error = new WebhookVerificationError(
    'parsed_body',
    `The body was already read or parsed, but the signature covers its raw bytes. ${advice}`,
  );
  reportRejection(options, error);
  return error;
}

/** Calls a function, and logs what it throws or rejects with. */
export function observe(name: string, callback: () => unknown, ...about: unknown[]): void {
  void callSafely(callback, (failure) => console.error(`clipwright: ${name} failed:`, failure, ...about));
}
