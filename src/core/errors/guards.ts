import type {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  IdempotencyConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableError,
} from './api-errors.ts';
import { isClipwrightError } from './clipwright-error.ts';
import type { ConfigurationError } from './configuration-error.ts';
import type { DownloadError } from './download-error.ts';
import type { JobCanceledError, JobFailedError, UntrackableBatchError, WaitTimeoutError } from './job-errors.ts';
import type { AbortError, ConnectionError, ResponseTooLargeError, TimeoutError } from './network-errors.ts';
import type { PartialFailureError } from './partial-failure-error.ts';
import type { PaginationError, RequestValidationError, ResponseValidationError } from './validation-errors.ts';

/** The errors of the client and of `clipwright/node`, by name. */
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
  UntrackableBatchError: UntrackableBatchError;
  ResponseTooLargeError: ResponseTooLargeError;
  PaginationError: PaginationError;
  PartialFailureError: PartialFailureError;
  DownloadError: DownloadError;
}

/**
 * Whether a value is the error with this name, even of another copy of the package.
 *
 * @example
 * ```ts
 * if (isErrorNamed(error, 'RateLimitError')) console.log(`Retry in ${error.retryAfterSeconds} s`);
 * ```
 */
export function isErrorNamed<Name extends keyof ClientErrors>(value: unknown, name: Name): value is ClientErrors[Name] {
  return isClipwrightError(value) && value.name === name;
}

/**
 * Whether a value is an {@link ApiError} of any status, even of another copy of the package.
 *
 * @example
 * ```ts
 * if (isApiError(error)) console.log(error.status, error.code, error.requestId);
 * ```
 */
export function isApiError(value: unknown): value is ApiError {
  return isClipwrightError(value) && 'status' in value && 'docUrl' in value;
}
