import type { ProblemBody } from '../../src/contract/problem.ts';
import { HttpError } from './http-error.ts';
import type { RequestData } from './request.ts';
import { ConnectionDropped, type DeepRequired, jsonResponseData, type ResponseData } from './response.ts';
import { urls } from './urls.ts';

/** The error body that the specification shows. */
export function errorBody({ code, message, param }: HttpError, origin: string): DeepRequired<ProblemBody> {
  return { error: { code, message, param, doc_url: urls.errorDocs(origin, code) } };
}

/**
 * The response for a thrown error: as an {@link HttpError} says, and a 500 for any other.
 *
 * @throws The error itself where nobody is left to respond to: the connection was dropped, or the request aborted.
 */
export function errorResponseData(error: unknown, request: RequestData): ResponseData {
  const { origin } = new URL(request.url);
  if (error instanceof HttpError) return httpErrorResponseData(error, origin);
  if (error instanceof ConnectionDropped || request.signal.aborted) throw error;
  return httpErrorResponseData(internalError(error), origin);
}

export function httpErrorResponseData(error: HttpError, origin: string): ResponseData {
  return jsonResponseData(error.status, JSON.stringify(errorBody(error, origin)), error.headers);
}

function internalError(error: unknown): HttpError {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return new HttpError(500, 'internal_error', `The mock failed: ${reason}.`);
}
