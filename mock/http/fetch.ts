import { ConnectionDropped, TruncatedResponse } from './response.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Creates a `fetch` that passes every request to one function. */
export function createFetch(handle: (request: Request) => Promise<Response>): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    // The signal of a `Request` only follows the caller's signal until the request is garbage-collected.
    const signal = init?.signal ?? request.signal;
    return handle(request).catch((error: unknown) => toFetchResult(error, signal));
  };
}

/**
 * Imitates `fetch` on a broken or stalled connection: throws, or returns a response with a broken body.
 *
 * @throws TypeError `fetch failed` if nothing was sent. Rethrows any other error.
 */
export function toFetchResult(error: unknown, signal: AbortSignal): Response {
  if (error instanceof TruncatedResponse) return truncatedResponse(error, signal);
  throw error instanceof ConnectionDropped ? new TypeError('fetch failed', { cause: error }) : error;
}

function truncatedResponse(error: TruncatedResponse, signal: AbortSignal): Response {
  const { status, headers } = error.response;
  return new Response(truncatedBody(error, signal), { status, headers });
}

/** Creates a stream that sends the first half of the body, then fails, or stalls until an abort or a reset. */
function truncatedBody(error: TruncatedResponse, signal: AbortSignal): ReadableStream<Uint8Array> {
  const { response, mode, onReset } = error;
  const listening = new AbortController();
  const terminated = () => new TypeError('terminated', { cause: error });
  return new ReadableStream(
    {
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason), { signal: listening.signal });
        const forget = onReset(() => controller.error(terminated()));
        listening.signal.addEventListener('abort', forget);
      },
      async pull(controller) {
        if (!response.bodyUsed) return controller.enqueue(new Uint8Array(await response.arrayBuffer()));
        if (mode === 'stall') return;
        listening.abort();
        controller.error(terminated());
      },
      cancel: () => listening.abort(),
    },
    // An error discards queued chunks, so queue the half only when the reader asks for it.
    { highWaterMark: 0 },
  );
}
