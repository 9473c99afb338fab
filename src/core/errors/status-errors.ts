import { ApiError, type ErrorAnswer } from './api-error.ts';

/** Thrown on status 400: the service cannot accept the request as it is. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError' as const;
}

/** Thrown on status 401: the API key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError' as const;
}

/** Thrown on status 403: the API key is good, but not for this. */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError' as const;
}

/** Thrown on status 404: an identifier, or the path, is not known to the service. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError' as const;
}

/** Thrown on status 409: the request collides with the state of things. */
export class ConflictError extends ApiError {
  override readonly name: 'ConflictError' | 'IdempotencyConflictError' = 'ConflictError';
}

/** Thrown on status 409 when the Idempotency-Key was used before with another input. Take a new key for new input. */
export class IdempotencyConflictError extends ConflictError {
  override readonly name = 'IdempotencyConflictError' as const;
}

/** Thrown on status 422: the request is well formed, but the service cannot act on it. */
export class UnprocessableError extends ApiError {
  override readonly name = 'UnprocessableError' as const;
}

/**
 * Thrown on status 429, once the retries are used up or at once when the service asks for a longer wait than
 * `maxRetryAfter`. `retryAfterSeconds` tells the wait.
 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError' as const;
}

/** Thrown on any status from 500, once the retries that the call may have are used up. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError' as const;
}

/** The error that stands for an answer's status. `ownKey`: whether the caller chose the Idempotency-Key. */
export function errorForStatus(message: string, answer: ErrorAnswer, ownKey: boolean): ApiError {
  const reused = answer.status === 409 && (ownKey || answer.code?.includes('idempotency') === true);
  const Class = reused ? IdempotencyConflictError : (classes.get(answer.status) ?? fallback(answer.status));
  return new Class(message, answer);
}

const classes: ReadonlyMap<number, typeof ApiError> = /* @__PURE__ */ new Map<number, typeof ApiError>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, UnprocessableError],
  [429, RateLimitError],
]);

function fallback(status: number): typeof ApiError {
  return status >= 500 ? ServerError : ApiError;
}
