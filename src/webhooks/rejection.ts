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
