import { CallError, type CallFacts } from './call-error.ts';

/** The literal names of {@link ApiError} and its subclasses. */
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

export type ErrorResponse = CallFacts &
  Pick<ApiError, 'status' | 'code' | 'param' | 'docUrl' | 'requestId' | 'retryAfterSeconds' | 'headers' | 'body'>;

/** Thrown when a response is an error or a redirect. Only reads of a job follow redirects. Some statuses have subclasses. */
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
  /** The body without the API key: parsed JSON or a string, or the first 65,536 characters of a longer body. */
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

/** Thrown on status 400: the service cannot accept the request as it is. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError' as const;
}

/** Thrown on status 401: the API key is missing, invalid or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError' as const;
}

/** Thrown on status 403: the API key is valid, but not allowed to make this call. */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError' as const;
}

/** Thrown on status 404: the service does not know an identifier or the path. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError' as const;
}

/** Thrown on status 409: the request conflicts with the current state. */
export class ConflictError extends ApiError {
  override readonly name: 'ConflictError' | 'IdempotencyConflictError' = 'ConflictError';
}

/**
 * Thrown on status 409 when the Idempotency-Key was used before with different input. Use a new key for new input. If
 * you passed the key, every 409 counts as this error, because the specification defines no other meaning. The exception
 * is a 409 whose code says that the first request with the key is still running: it is a {@link ConflictError}.
 */
export class IdempotencyConflictError extends ConflictError {
  override readonly name = 'IdempotencyConflictError' as const;
}

/** Thrown on status 422: the request is well formed, but the service cannot act on it. */
export class UnprocessableError extends ApiError {
  override readonly name = 'UnprocessableError' as const;
}

/**
 * Thrown on status 429 with `maxRetries: 0`, or when the service asks for a longer wait than `maxRetryAfter` or
 * `totalTimeout` allows. `retryAfterSeconds` is the requested wait, if the service gives one. If the 429 of an earlier
 * call keeps a call from being sent in time, the call rejects with the error for that 429, and `attempts` is 0.
 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError' as const;
}

/** Thrown on status 500 and above when no retry is left or allowed. The service may have acted on the request. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError' as const;
}

/** Whether the code of a 409 means that the first request with the same Idempotency-Key is still running. */
export function isStillRunning(code: string | null): boolean {
  return code !== null && /in_?use|in_?progress|processing|running|concurrent/i.test(code);
}

/** Whether a response means that the Idempotency-Key was used before. `ownKey`: whether the caller passed the key. */
export function isKeyReused(status: number, code: string | null, ownKey: boolean): boolean {
  return status === 409 && (ownKey || code?.includes('idempotency') === true) && !isStillRunning(code);
}

/** Creates the error for a response's status. `ownKey`: whether the caller passed the Idempotency-Key. */
export function errorForStatus(message: string, response: ErrorResponse, ownKey: boolean): ApiError {
  const { status, code } = response;
  const Class = isKeyReused(status, code, ownKey)
    ? IdempotencyConflictError
    : (classByStatus.get(status) ?? (status >= 500 ? ServerError : ApiError));
  return new Class(message, response);
}

const classByStatus: ReadonlyMap<number, typeof ApiError> = new Map<number, typeof ApiError>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, UnprocessableError],
  [429, RateLimitError],
]);
