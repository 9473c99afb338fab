import { CallError, type CallFacts } from './call-error.ts';
import { ClipwrightError } from './clipwright-error.ts';

/**
 * Thrown when no complete response was received: the connection failed, or was closed in the middle of the body, and no
 * retries are left. Unless `sent` is false, the service may have acted on the request.
 */
export class ConnectionError extends CallError {
  /** False if the runtime reports that no attempt made a connection, so that the service received nothing. */
  readonly sent: boolean;
  override readonly name = 'ConnectionError' as const;

  constructor(message: string, facts: CallFacts & { readonly sent: boolean }, options?: ErrorOptions) {
    super(message, facts, options);
    this.sent = facts.sent;
  }
}

/**
 * Thrown when an attempt took longer than `timeout` and no retries are left, or when the whole call took longer than
 * `totalTimeout`. The service may have acted on the request.
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

/** Thrown when the `signal` option aborts a call or a wait. Its `cause` is the signal's reason. */
export class AbortError extends ClipwrightError {
  /** How many attempts were made; always 0 for a wait. */
  readonly attempts: number;
  /** The Idempotency-Key of the call; null for a wait. */
  readonly idempotencyKey: string | null;
  override readonly name = 'AbortError' as const;

  constructor(message: string, facts: Pick<CallFacts, 'attempts' | 'idempotencyKey'>, options?: ErrorOptions) {
    super(message, options);
    this.attempts = facts.attempts;
    this.idempotencyKey = facts.idempotencyKey;
  }
}
