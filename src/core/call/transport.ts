import ky, { isNetworkError } from 'ky';
import { callSafely } from '../async/call-safely.ts';
import type { Call } from './call.ts';

/** A response and its text, which is undefined if the body is larger than `maxResponseBytes`. */
export interface ReceivedResponse {
  readonly response: Response;
  readonly text: string | undefined;
}

/** A part of a call that can be stopped, such as an attempt. */
export interface Step {
  readonly signal: AbortSignal;
  /** Called when the step is stopped, to end work that ignores the signal. */
  onStop?: () => void;
}

/** Sends a request once and reads the response up to the size limit. Rejects with the error that `fetch` throws. */
export async function sendRequest(call: Call, step: Step): Promise<ReceivedResponse> {
  const { url, method, headers, body, apiKey, settings } = call;
  const init: RequestInit = {
    method,
    headers: { ...headers, authorization: `Bearer ${apiKey}` },
    signal: step.signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  };
  try {
    // Pass `init` directly to `fetch`. The `Request` and the signal that ky creates would double the time of a call.
    const response = await ky(url, {
      method,
      throwHttpErrors: false,
      retry: 0,
      timeout: false,
      fetch: async () => requireResponse(await settings.fetch(url, init)),
    });
    return { response, text: await readResponseText(response, settings.maxResponseBytes, step) };
  } catch (error) {
    // Unwraps ky's error. A runtime's own error may have the same name, but has no `cause`.
    throw (isNetworkError(error) && error.cause) || error;
  }
}

// A custom `fetch` can return anything, and ky's own errors for such values would be misleading.
function requireResponse(response: Response): Response {
  if (typeof response?.text !== 'function') throw new TypeError('`fetch` did not return a Response');
  if (response.type === 'error') throw new TypeError('`fetch` returned Response.error()');
  return response;
}

/**
 * Reads a body as text. Returns undefined if it has more than `maxBytes` bytes. Closes the connection if the body is
 * too large or the step is stopped, even if `fetch` ignores the signal.
 */
async function readResponseText(response: Response, maxBytes: number, step: Step): Promise<string | undefined> {
  const reader = readerOf(response.body);
  if (reader === undefined) return readUnstreamed(response, maxBytes);
  const decoder = new TextDecoder();
  // Do not await `reader.cancel()`, because canceling a stream may never finish.
  const cancel = () => void callSafely(() => reader.cancel());
  step.onStop = cancel;
  let text = '';
  let size = 0;
  try {
    for (let count = 1; !step.signal.aborted; count += 1) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) return undefined;
      text += decoder.decode(value, { stream: true });
      // Let timers run. Otherwise no time limit would stop a stream that always has another chunk ready.
      if (count % chunksPerTurn === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    return undefined;
  } finally {
    // Canceling a stream that has ended does nothing.
    cancel();
  }
}

const chunksPerTurn = 1_000;

type ChunkReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'> & { cancel(): unknown };

/** Returns a reader; undefined if there is no stream. A custom `fetch` may return a body that is only iterable. */
function readerOf(body: unknown): ChunkReader | undefined {
  const { getReader, [Symbol.asyncIterator]: iterate } = Object(body);
  // Casts: a body with these methods is a stream of bytes.
  if (typeof getReader === 'function') return (body as ReadableStream<Uint8Array>).getReader();
  if (typeof iterate !== 'function') return undefined;
  const chunks: AsyncIterator<Uint8Array> = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  return { read: () => chunks.next() as ReturnType<ChunkReader['read']>, cancel: () => chunks.return?.() };
}

async function readUnstreamed(response: Response, maxBytes: number): Promise<string | undefined> {
  const { headers } = response;
  // The content-length of a compressed body is not the length of its text.
  if (!headers.get('content-encoding') && Number(headers.get('content-length')) > maxBytes) return undefined;
  const text = await response.text();
  return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
}
