import { ConnectionDropped, TruncatedResponse } from './response.ts';

/** What `fetch` of a mock is. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A `fetch` whose requests are all handled by one function. */
export function createFetch(handle: (request: Request) => Promise<Response>): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    // The signal of a request follows the caller's only as long as the request is in memory.
    const signal = init?.signal ?? request.signal;
    return handle(request).catch((error: unknown) => toFetchResult(error, signal));
  };
}

/**
 * What `fetch` does with a connection that breaks or stalls: a rejection like undici's, or a response whose body
 * cannot be read to its end.
 *
 * @throws TypeError `fetch failed` where nothing was sent; any other error is thrown as it is.
 */
export function toFetchResult(error: unknown, signal: AbortSignal): Response {
  if (error instanceof TruncatedResponse) return truncatedResponse(error, signal);
  throw error instanceof ConnectionDropped ? new TypeError('fetch failed', { cause: error }) : error;
}

function truncatedResponse(error: TruncatedResponse, signal: AbortSignal): Response {
  const { status, headers } = error.response;
  return new Response(truncatedBody(error, signal), { status, headers });
}

/** The first half, then an error, or a stall until the request is aborted. */
function truncatedBody(error: TruncatedResponse, signal: AbortSignal): ReadableStream<Uint8Array> {
  const { response, mode } = error;
  const listening = new AbortController();
  return new ReadableStream(
    {
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason), { signal: listening.signal });
      },
      async pull(controller) {
        if (!response.bodyUsed) return controller.enqueue(new Uint8Array(await response.arrayBuffer()));
        if (mode === 'stall') return;
        listening.abort();
        controller.error(new TypeError('terminated', { cause: error }));
      },
      cancel: () => listening.abort(),
    },
    // An error discards queued chunks: the half must have been read before it.
    { highWaterMark: 0 },
  );
}
