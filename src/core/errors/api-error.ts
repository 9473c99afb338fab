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

/** What is known of an error response. */
export type ErrorResponse = CallFacts &
  Pick<ApiError, 'status' | 'code' | 'param' | 'docUrl' | 'requestId' | 'retryAfterSeconds' | 'headers' | 'body'>;

/**
 * Thrown when the service responds to a call with anything but success. Common statuses have a subclass; this class is
 * thrown for all others, and for redirects, which are never followed.
 */
export class ApiError extends CallError {
  /** The HTTP status; 0 for a redirect in a browser, which hides its status. */
  readonly status: number;
  /** The service's machine-readable code, if the response has one. */
  readonly code: string | null;
  /** The request parameter at fault, if the response names one. */
  readonly param: string | null;
  /** The URL of the service's documentation of the error, if the response has one. */
  readonly docUrl: string | null;
  /** The response's `x-request-id`. */
  readonly requestId: string | null;
  /** How long the service asks to wait before a retry, in seconds. */
  readonly retryAfterSeconds: number | null;
  /** The response's headers, without cookies. */
  readonly headers: Headers;
  /**
   * The response's body without the API key: parsed if it is JSON, otherwise a string; only the start of it, as a
   * string, where it is longer than 65,536 characters.
   */
  readonly body: unknown;
  override readonly name: ApiErrorName = 'ApiError';

  constructor(message: string, response: ErrorResponse) {
    super(message, response);
    this.status = response.status;
    this.code = response.code;
    this.param = response.param;
    this.docUrl = response.docUrl;
    this.requestId = response.requestId;
    this.retryAfterSeconds = response.retryAfterSeconds;
    this.headers = response.headers;
    this.body = response.body;
  }
}
