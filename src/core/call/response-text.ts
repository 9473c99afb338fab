import { callSafely } from '../async/call-safely.ts';
import { sleep } from '../async/cancellation.ts';

/**
 * The body of a response as text, counted in bytes as they are decoded; undefined as soon as there are more than
 * `maxBytes`, and then the connection is closed. Once the signal is aborted it is closed, too, even where `fetch` ignores
 * the signal, and this rejects with the signal's reason.
 */
export async function readResponseText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const chunks = chunksOf(response.body, signal);
  if (chunks === undefined) return readUnstreamed(response, maxBytes);
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  let count = 0;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
    count += 1;
    // A stream that always has a chunk, if an empty one, would let no timer run, and so reach no time limit.
    if (count % chunksPerTurn === 0) await sleep(0, signal);
  }
  // A stream that is cancelled ends as if it were complete.
  signal.throwIfAborted();
  return text + decoder.decode();
}

const chunksPerTurn = 1_000;

/** What a replacement of `fetch` returns need not have a stream, or one of another kind. */
function chunksOf(body: unknown, signal: AbortSignal): AsyncIterable<Uint8Array> | undefined {
  const { getReader, [Symbol.asyncIterator]: iterate } = Object(body) as Partial<
    ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>
  >;
  if (typeof getReader === 'function') return readChunks(body as ReadableStream<Uint8Array>, signal);
  return typeof iterate === 'function' ? (body as AsyncIterable<Uint8Array>) : undefined;
}

async function* readChunks(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  // Not awaited: a stream may take as long as it likes to end.
  const cancel = () => void callSafely(() => reader.cancel());
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

async function readUnstreamed(response: Response, maxBytes: number): Promise<string | undefined> {
  const { headers } = response;
  // That of a compressed body is another size.
  if (!headers.get('content-encoding') && Number(headers.get('content-length')) > maxBytes) return undefined;
  const text = await response.text();
  return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
}
