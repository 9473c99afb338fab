import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { HttpError } from './http-error.ts';

/**
 * What a call in process throws for a refusal that a request gets as a response. Control responds with the cause.
 *
 * @param advice What to do, where the response does not say it.
 */
export function misuse(option: string, problem: string, cause: HttpError, advice = ''): ConfigurationError {
  return new ConfigurationError(option, `${problem}. ${cause.message}${advice}`, { cause });
}

/** @throws ConfigurationError for the refusal that `call` throws. */
export function refusedAs<Result>(option: string, problem: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw error instanceof HttpError ? misuse(option, problem, error) : error;
  }
}
