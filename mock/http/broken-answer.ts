import { ConnectionDropped, TruncatedResponse } from './connection-dropped.ts';

/**
 * What `fetch` makes of a connection that breaks or falls silent: a rejection as undici's, or a response whose body does
 * not end well.
 *
 * @throws TypeError `fetch failed` where nothing was sent; the error itself where it is about no connection.
 */
export function toFetchResult(error: unknown, signal: AbortSignal): Response {
  if (error instanceof TruncatedResponse) return brokenResponse(error, signal);
  throw error instanceof ConnectionDropped ? new TypeError('fetch failed', { cause: error }) : error;
}

function brokenResponse(error: TruncatedResponse, signal: AbortSignal): Response {
  const { status, headers } = error.response;
  return new Response(brokenBody(error, signal), { status, headers });
}

/** The half, and then the break, or silence until the request is aborted. */
function brokenBody(error: TruncatedResponse, signal: AbortSignal): ReadableStream<Uint8Array> {
  const { response, mode } = error;
  const unwatched = new AbortController();
  return new ReadableStream(
    {
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason), { signal: unwatched.signal });
      },
      async pull(controller) {
        if (!response.bodyUsed) return controller.enqueue(new Uint8Array(await response.arrayBuffer()));
        if (mode === 'stall') return;
        unwatched.abort();
        controller.error(new TypeError('terminated', { cause: error }));
      },
      cancel: () => unwatched.abort(),
    },
    // The half is read before the break comes, which would take it away.
    { highWaterMark: 0 },
  );
}
