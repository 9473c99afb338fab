import { HttpResponse, http } from 'msw';
import { toFetchResult } from './http/broken-answer.ts';
import { ConnectionDropped, TruncatedResponse } from './http/connection-dropped.ts';
import type { Mock } from './mock.ts';

/**
 * Handlers for msw's `setupServer` and `setupWorker` by which a mock answers whatever goes to its origin. Handlers that
 * a test adds with `server.use()` still win.
 *
 * A fault that cuts a body is a failed connection here, as one that drops is; through `mock.fetch` and from the server the
 * first half arrives.
 *
 * @example
 * ```ts
 * import { createMock } from 'clipwright/mock';
 * import { mockHandlers } from 'clipwright/msw';
 * import { setupServer } from 'msw/node';
 *
 * const mock = createMock();
 * const server = setupServer(...mockHandlers(mock));
 * server.listen({ onUnhandledFrame: 'error' });
 * ```
 */
export function mockHandlers(mock: Mock): ReturnType<typeof http.all>[] {
  const { origin } = new URL(mock.baseUrl);
  return [http.all(`${origin}/*`, ({ request }) => answer(mock, request))];
}

async function answer(mock: Mock, request: Request): Promise<Response> {
  try {
    return await mock.handle(request);
  } catch (error) {
    if (error instanceof TruncatedResponse && error.mode === 'stall') return toFetchResult(error, request.signal);
    // A cut body, too: whether its break gets through msw depends on what msw intercepts, a failed connection always does.
    // An aborted request has nobody left to answer; thrown, msw would print it as a mistake of the handler.
    if (error instanceof ConnectionDropped || request.signal.aborted) return HttpResponse.error();
    throw error;
  }
}
