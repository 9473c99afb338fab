import type { ProblemBody } from '../src/contract/problem.ts';
import type { Complete } from './complete.ts';
import { ConnectionDropped } from './connection-dropped.ts';
import { mediaUrls } from './media/urls.ts';
import { HttpProblem } from './problem.ts';

/** The error body that the specification shows. */
export function problemBody({ code, message, param }: HttpProblem, origin: string): Complete<ProblemBody> {
  return { error: { code, message, param, doc_url: mediaUrls.errorDocs(origin, code) } };
}

/**
 * The answer to whatever a step threw: the problem, or a 500 for what none of them meant to throw.
 *
 * @throws The error itself where there is nobody to answer: the connection was dropped, or the request aborted.
 */
export function problemResponse(error: unknown, { url, signal }: Request): Response {
  if (error instanceof ConnectionDropped || signal.aborted) throw error;
  const { origin } = new URL(url);
  const problem = error instanceof HttpProblem ? error : internalError(error);
  return new Response(JSON.stringify(problemBody(problem, origin)), {
    status: problem.status,
    headers: { ...problem.headers, 'content-type': 'application/json' },
  });
}

function internalError(error: unknown): HttpProblem {
  return new HttpProblem(
    500,
    'internal_error',
    `The mock failed: ${error instanceof Error ? error.message : String(error)}.`,
  );
}
