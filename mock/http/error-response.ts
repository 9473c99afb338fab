import type { ProblemBody } from '../../src/contract/problem.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import { HttpError } from '../api/http-error.ts';
import { mediaUrls } from '../api/urls.ts';
import { ConnectionDropped } from './connection-dropped.ts';

/** The error body that the specification shows. */
export function errorBody({ code, message, param }: HttpError, origin: string): DeepRequired<ProblemBody> {
  return { error: { code, message, param, doc_url: mediaUrls.errorDocs(origin, code) } };
}

/**
 * The answer to whatever a step threw: the problem, or a 500 for what none of them meant to throw.
 *
 * @throws The error itself where there is nobody to answer: the connection was dropped, or the request aborted.
 */
export function errorResponse(error: unknown, { url, signal }: Request): Response {
  if (error instanceof ConnectionDropped || signal.aborted) throw error;
  const { origin } = new URL(url);
  const problem = error instanceof HttpError ? error : internalError(error);
  return new Response(JSON.stringify(errorBody(problem, origin)), {
    status: problem.status,
    headers: { ...problem.headers, 'content-type': 'application/json' },
  });
}

function internalError(error: unknown): HttpError {
  return new HttpError(
    500,
    'internal_error',
    `The mock failed: ${error instanceof Error ? error.message : String(error)}.`,
  );
}
