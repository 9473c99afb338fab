import { callSafely } from '../core/async/call-safely.ts';
import { toMessageText } from '../core/errors/message-text.ts';
import type { RejectionOptions, WebhookRejection } from './rejection.ts';
import { warnOfRejection } from './rejection-log.ts';

// The user's functions that only observe: none of them can change the response or end the process.

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

/** Calls a function, and logs what it throws or rejects with. */
export function observe(name: string, callback: () => unknown, ...about: unknown[]): void {
  void callSafely(callback, (failure) => console.error(`clipwright: ${name} failed:`, failure, ...about));
}
