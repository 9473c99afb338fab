import { CallError, type CallFacts } from './call-error.ts';
import { ClipwrightError } from './clipwright-error.ts';

/**
 * Thrown when no complete answer came: the connection failed, or broke off in the middle of the body, and the retries
 * that the call may have are used up. Unless `sent` is false, the service may have acted on the request.
 */
export class ConnectionError extends CallError {
  /** False where the runtime tells that the connection was never made, so that the service saw nothing. */
  readonly sent: boolean;
  override readonly name = 'ConnectionError' as const;

  constructor(message: string, facts: CallFacts & { readonly sent: boolean }, options?: ErrorOptions) {
    super(message, facts, options);
    this.sent = facts.sent;
  }
}

/**
 * Thrown when an attempt took longer than `timeout` and the retries that the call may have are used up, or when the
 * whole call took longer than `totalTimeout`. The service may have acted on the request.
 */
export class TimeoutError extends CallError {
  /** The option that set the limit. */
  readonly option: 'timeout' | 'totalTimeout';
  /** The limit, in milliseconds. */
  readonly limit: number;
  override readonly name = 'TimeoutError' as const;

  constructor(
    message: string,
    facts: CallFacts & { readonly option: 'timeout' | 'totalTimeout'; readonly limit: number },
    options?: ErrorOptions,
  ) {
    super(message, facts, options);
    this.option = facts.option;
    this.limit = facts.limit;
  }
}

/** Thrown when the caller's `signal` ends a call or a wait. Its `cause` is the signal's reason. */
export class AbortError extends ClipwrightError {
  /** How often the request was sent; 0 when nothing was, or between the polls of a wait. */
  readonly attempts: number;
  /** What the call sent, or was about to send, as Idempotency-Key. */
  readonly idempotencyKey: string | null;
  override readonly name = 'AbortError' as const;

  constructor(message: string, facts: Pick<CallFacts, 'attempts' | 'idempotencyKey'>, options?: ErrorOptions) {
    super(message, options);
    this.attempts = facts.attempts;
    this.idempotencyKey = facts.idempotencyKey;
  }
}
