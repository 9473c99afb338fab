import { CallError, type CallFacts } from './call-error.ts';

/** The literal names of {@link ApiError} and the classes under it. */
export type ApiErrorName =
  | 'ApiError'
  | 'BadRequestError'
  | 'AuthenticationError'
  | 'PermissionDeniedError'
  | 'NotFoundError'
  | 'ConflictError'
  | 'IdempotencyConflictError'
  | 'UnprocessableError'
  | 'RateLimitError'
  | 'ServerError';

/** What an error answer told. */
export type ErrorAnswer = CallFacts &
  Pick<ApiError, 'status' | 'code' | 'param' | 'docUrl' | 'requestId' | 'retryAfterSeconds' | 'headers' | 'body'>;

/**
 * Thrown when the service answers a call with anything but success. The statuses that have a class of their own come
 * as that class; a redirect, which is never followed, and any other status come as this one.
 */
export class ApiError extends CallError {
  /** The HTTP status; 0 for a redirect that a browser hides. */
  readonly status: number;
  /** The service's machine code, if it gave one. */
  readonly code: string | null;
  /** The parameter that the service names as the offending one. */
  readonly param: string | null;
  /** Where the service documents the error. */
  readonly docUrl: string | null;
  /** The answer's `x-request-id`. */
  readonly requestId: string | null;
  /** How long the service asks to wait, in seconds. */
  readonly retryAfterSeconds: number | null;
  /** The answer's headers. */
  readonly headers: Headers;
  /** The answer's body: parsed where it is JSON, else its text. */
  readonly body: unknown;
  override readonly name: ApiErrorName = 'ApiError';

  constructor(message: string, answer: ErrorAnswer) {
    super(message, answer);
    this.status = answer.status;
    this.code = answer.code;
    this.param = answer.param;
    this.docUrl = answer.docUrl;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.headers = answer.headers;
    this.body = answer.body;
  }
}
