import type { ApiError } from './api-error.ts';
import { isClipwrightError } from './clipwright-error.ts';
import type { ConfigurationError } from './configuration-error.ts';
import type { JobCanceledError, JobFailedError, WaitTimeoutError } from './job-errors.ts';
import type { AbortError, ConnectionError, TimeoutError } from './network-errors.ts';
import type { PaginationError } from './pagination-error.ts';
import type {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  IdempotencyConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableError,
} from './status-errors.ts';
import type { RequestValidationError, ResponseValidationError } from './validation-errors.ts';

/** The errors of the client by their literal names. */
export interface ClientErrors {
  ConfigurationError: ConfigurationError;
  ApiError: ApiError;
  BadRequestError: BadRequestError;
  AuthenticationError: AuthenticationError;
  PermissionDeniedError: PermissionDeniedError;
  NotFoundError: NotFoundError;
  ConflictError: ConflictError;
  IdempotencyConflictError: IdempotencyConflictError;
  UnprocessableError: UnprocessableError;
  RateLimitError: RateLimitError;
  ServerError: ServerError;
  ConnectionError: ConnectionError;
  TimeoutError: TimeoutError;
  AbortError: AbortError;
  RequestValidationError: RequestValidationError;
  ResponseValidationError: ResponseValidationError;
  JobFailedError: JobFailedError;
  JobCanceledError: JobCanceledError;
  WaitTimeoutError: WaitTimeoutError;
  PaginationError: PaginationError;
}

/**
 * Whether a value is the error of that very name, one thrown by another copy of the package included, where
 * `instanceof` says no.
 *
 * @example
 * ```ts
 * if (isErrorNamed(error, 'RateLimitError')) console.log(`Again in ${error.retryAfterSeconds} s`);
 * ```
 */
export function isErrorNamed<Name extends keyof ClientErrors>(value: unknown, name: Name): value is ClientErrors[Name] {
  return isClipwrightError(value) && value.name === name;
}

/** Whether a value is an {@link ApiError} of any status, one thrown by another copy of the package included. */
export function isApiError(value: unknown): value is ApiError {
  return isClipwrightError(value) && 'status' in value && 'docUrl' in value;
}
