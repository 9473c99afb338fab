import { ClipwrightError, isClipwrightError } from '../core/errors/clipwright-error.ts';

/**
 * Why a delivery was refused:
 *
 * - `missing_secret`: no secret was given to check against, or an empty one.
 * - `parsed_body`: the body is no text or bytes, or was read before; a signature covers the raw bytes only.
 * - `missing_header`: there is no `x-service-signature` or no `x-service-timestamp`.
 * - `no_match`: the signature is of another body, timestamp or secret.
 * - `unreadable_timestamp`: the signature is right, but the timestamp is none.
 * - `outside_window`: the signature is right, but too old, or too far ahead of this machine's clock.
 * - `not_an_event`: the signature is right, but the body is no event.
 */
export type WebhookVerificationReason =
  | 'missing_secret'
  | 'parsed_body'
  | 'missing_header'
  | 'no_match'
  | 'unreadable_timestamp'
  | 'outside_window'
  | 'not_an_event';

/** Thrown when a webhook delivery cannot be trusted or read; `reason` says why. Holds no secret and no signature. */
export class WebhookVerificationError extends ClipwrightError {
  override readonly name = 'WebhookVerificationError' as const;
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Whether a value is a {@link WebhookVerificationError}, one of another copy of the package included. */
export function isWebhookVerificationError(value: unknown): value is WebhookVerificationError {
  return isClipwrightError(value) && value.name === 'WebhookVerificationError';
}
