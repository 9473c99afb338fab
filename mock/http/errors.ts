import type { ProblemBody } from '../../src/contract/problem.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { RequestData } from './request.ts';
import { ConnectionDropped, type DeepRequired, jsonResponseData, type ResponseData } from './response.ts';
import { urls } from './urls.ts';

/** An error response. A pipeline step or a service throws it, and the pipeline writes it as the error body. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  /** The path of the invalid parameter; null if there is none. */
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    { param = null, headers = {} }: { param?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.headers = headers;
  }
}

export const errorCodes = {
  invalid_request: 'A parameter, header or body is missing or not valid; `param` names it.',
  unauthorized: 'The Authorization header has no valid Bearer API key.',
  forbidden: 'The mock rejects requests from this page, machine or delivery; the message says what to do.',
  not_found: 'The path, or a resource that an identifier names, does not exist in this workspace.',
  method_not_allowed: 'The path does not accept this method; the Allow header lists the accepted methods.',
  idempotency_conflict: 'The Idempotency-Key was used before with different input.',
  expired: 'The download link has expired: it was valid until the `expires_at` of its `export.ready` event.',
  payload_too_large: 'The request body is larger than the server accepts.',
  unsupported_media_type: 'The request body is not declared as application/json.',
  range_not_satisfiable: 'The file ends before the requested range begins; Content-Range has the length of the file.',
  rate_limited: 'The workspace has sent too many requests; Retry-After says when to send the next one.',
  too_many_workspaces: 'The mock has too many workspaces, one for each API key; a reset of the mock removes them.',
  internal_error: 'The server failed. Please report the request; it can be retried if it is idempotent.',
} as const;

export function invalid(param: string | null, message: string): HttpError {
  return new HttpError(400, 'invalid_request', message, { param });
}

/** Creates a 400 whose message begins with the name of the parameter. */
export function invalidParam(param: string, problem: string): HttpError {
  return invalid(param, `${param} ${problem}.`);
}

export function forbidden(message: string): HttpError {
  return new HttpError(403, 'forbidden', message);
}

/** @param param The parameter that contains the id. */
export function unknownId(param: string, noun: string, id: string): HttpError {
  return new HttpError(404, 'not_found', `No ${noun} has the id "${id.slice(0, 100)}".`, { param });
}

/**
 * Creates the error that a method of the mock throws where an endpoint would send an error response.
 *
 * @param advice Appended to the message of `cause`.
 */
export function misuse(option: string, problem: string, cause: HttpError, advice = ''): ConfigurationError {
  return new ConfigurationError(option, `${problem}. ${cause.message}${advice}`, { cause });
}

/** @throws ConfigurationError when `call` throws an HttpError. */
export function refusedAs<Result>(option: string, problem: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw error instanceof HttpError ? misuse(option, problem, error) : error;
  }
}

export function errorBody({ code, message, param }: HttpError, origin: string): DeepRequired<ProblemBody> {
  return { error: { code, message, param, doc_url: urls.errorDocs(origin, code) } };
}

/** @throws The error itself, unless it is an HttpError, if the connection was dropped or the request was aborted. */
export function errorResponseData(error: unknown, request: RequestData): ResponseData {
  const { origin } = new URL(request.url);
  if (error instanceof HttpError) return httpErrorResponseData(error, origin);
  if (error instanceof ConnectionDropped || request.signal.aborted) throw error;
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return httpErrorResponseData(new HttpError(500, 'internal_error', `The mock failed: ${reason}.`), origin);
}

export function httpErrorResponseData(error: HttpError, origin: string): ResponseData {
  return jsonResponseData(error.status, JSON.stringify(errorBody(error, origin)), error.headers);
}
