import { ConnectionDropped, TruncatedResponse } from './response.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function createFetch(handle: (request: Request) => Promise<Response>): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    // Prefer the caller's signal: `request.signal` stops following it when the `Request` is garbage-collected.
    const signal = init?.signal ?? request.signal;
    return handle(request).catch((error: unknown) => toFetchResult(error, signal));
  };
}

/**
 * Imitates `fetch` on a broken or stalled connection: throws, or returns a response with a broken body.
 *
 * @throws TypeError `fetch failed` if the connection was dropped before a response. Rethrows any other error.
 */
export function toFetchResult(error: unknown, signal: AbortSignal): Response {
  if (error instanceof TruncatedResponse) return new Response(truncatedBody(error, signal), error.response);
  throw error instanceof ConnectionDropped ? new TypeError('fetch failed', { cause: error }) : error;
}

/** Creates a stream that sends the first half of the body, and then fails or stalls. */
function truncatedBody(error: TruncatedResponse, signal: AbortSignal): ReadableStream<Uint8Array> {
  const { response, mode, ended } = error;
  const terminated = () => new TypeError('terminated', { cause: ended?.signal.reason ?? error });
  const listening = new AbortController();
  return new ReadableStream(
    {
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason), { signal: listening.signal });
        ended?.signal.addEventListener('abort', () => controller.error(terminated()), { signal: listening.signal });
      },
      async pull(controller) {
        if (!response.bodyUsed) return controller.enqueue(new Uint8Array(await response.arrayBuffer()));
        if (mode === 'stall' && !ended?.signal.aborted) return;
        listening.abort();
        controller.error(terminated());
      },
      cancel: () => {
        listening.abort();
        ended?.abort();
      },
    },
    // An error discards queued chunks, so queue the first half only when the client reads.
    { highWaterMark: 0 },
  );
}
