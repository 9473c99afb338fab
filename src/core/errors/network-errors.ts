import { CallError, type CallFacts } from './call-error.ts';
import { ClipwrightError } from './clipwright-error.ts';

/** Thrown when the last attempt got no complete response. Unless `sent` is false, the service may have acted. */
export class ConnectionError extends CallError {
  /** False if the runtime reports that no attempt connected, so the service received nothing. */
  readonly sent: boolean;
  override readonly name = 'ConnectionError' as const;

  constructor(message: string, facts: CallFacts & Pick<ConnectionError, 'sent'>, options?: ErrorOptions) {
    super(message, facts, options);
    this.sent = facts.sent;
  }
}

/** Thrown when the last attempt exceeds `timeout`, or the call exceeds `totalTimeout`. The service may have acted. */
export class TimeoutError extends CallError {
  /** The option that set the limit. */
  readonly option: 'timeout' | 'totalTimeout';
  /** The limit, in milliseconds. */
  readonly limit: number;
  override readonly name = 'TimeoutError' as const;

  constructor(message: string, facts: CallFacts & Pick<TimeoutError, 'option' | 'limit'>, options?: ErrorOptions) {
    super(message, facts, options);
    this.option = facts.option;
    this.limit = facts.limit;
  }
}

/** Thrown when the `signal` option aborts a call, a wait or a download. Its `cause` is the signal's reason. */
export class AbortError extends ClipwrightError {
  /** How many attempts were made; always 0 for a wait or a download. */
  readonly attempts: number;
  /** The Idempotency-Key of the call; null for a wait or a download. */
  readonly idempotencyKey: string | null;
  override readonly name = 'AbortError' as const;

  constructor(message: string, facts: Pick<CallFacts, 'attempts' | 'idempotencyKey'>, options?: ErrorOptions) {
    super(message, options);
    this.attempts = facts.attempts;
    this.idempotencyKey = facts.idempotencyKey;
  }
}

/** Thrown when a response is larger than `maxResponseBytes`. The call is not retried: the service may have acted. */
export class ResponseTooLargeError extends CallError {
  /** The limit, in bytes: the option `maxResponseBytes`. */
  readonly limit: number;
  /** The HTTP status. */
  readonly status: number;
  /** The response's `x-request-id`. */
  readonly requestId: string | null;
  override readonly name = 'ResponseTooLargeError' as const;

  constructor(call: string, response: CallFacts & Pick<ResponseTooLargeError, 'limit' | 'status' | 'requestId'>) {
    const { method, url, status, limit } = response;
    super(
      `The response to ${call} (${method} ${url}, status ${status}) is larger than maxResponseBytes, ${limit} bytes: ` +
        'ask for less, such as a page with a smaller limit, or set a larger maxResponseBytes',
      response,
    );
    this.limit = limit;
    this.status = status;
    this.requestId = response.requestId;
  }
}
