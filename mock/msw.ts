/**
 * The mock as request handlers for [msw](https://mswjs.io), for code that does not let you pass in `fetch`, and for
 * browsers.
 *
 * @module clipwright/msw
 */

// Import the package by name, so that the published types of this entry do not repeat the mock's types.
import type { Mock } from 'clipwright/mock';
import { HttpResponse, http } from 'msw';
import { notAMock } from './checks.ts';
import { toFetchResult } from './http/fetch.ts';
import { ConnectionDropped, TruncatedResponse } from './http/response.ts';

/**
 * Handlers for msw's `setupServer` and `setupWorker`: the mock responds to all requests to its origin. Handlers that a
 * test adds with `server.use()` take precedence.
 *
 * With these handlers, a fault that cuts a body makes the whole request fail. With `mock.fetch` or a server, the first
 * half of the body arrives.
 *
 * @example
 * ```ts
 * import { createMock } from 'clipwright/mock';
 * import { mockHandlers } from 'clipwright/msw';
 * import { setupServer } from 'msw/node';
 *
 * const mock = createMock();
 * const server = setupServer(...mockHandlers(mock));
 * // In msw 2 the option is `onUnhandledRequest`.
 * server.listen({ onUnhandledFrame: 'error' });
 * ```
 *
 * @throws ConfigurationError when the value is not a mock, for example a client.
 */
export function mockHandlers(mock: Mock): ReturnType<typeof http.all>[] {
  // `instanceof` would reject a mock from another copy of the package.
  const { baseUrl, handle } = Object(mock);
  if (typeof baseUrl !== 'string' || typeof handle !== 'function') throw notAMock('mockHandlers', mock);
  const { origin } = new URL(baseUrl);
  return [http.all(`${origin}/*`, ({ request }) => respond(mock, request))];
}

async function respond(mock: Mock, request: Request): Promise<Response> {
  try {
    return await mock.handle(request);
  } catch (error) {
    if (error instanceof TruncatedResponse && error.mode === 'stall') return toFetchResult(error, request.signal);
    // Fail if the body is cut, because msw passes on a broken body only for some of the APIs it intercepts. Don't throw
    // for an aborted request, because msw would print the error as a mistake of the handler.
    if (error instanceof ConnectionDropped || request.signal.aborted) return HttpResponse.error();
    throw error;
  }
}
