import { callSafely } from '../async/call-safely.ts';

/**
 * The body of a response as text, counted in bytes as they are decoded; undefined as soon as there are more than
 * `maxBytes`, and then the connection is closed.
 */
export async function readResponseText(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks = chunksOf(response.body);
  if (chunks === undefined) return limitText(await response.text(), maxBytes);
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What a replacement of `fetch` returns need not have a stream, or one of another kind. */
function chunksOf(body: unknown): AsyncIterable<Uint8Array> | undefined {
  const { getReader, [Symbol.asyncIterator]: iterate } = Object(body) as Partial<
    ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>
  >;
  if (typeof getReader === 'function') return readChunks(body as ReadableStream<Uint8Array>);
  return typeof iterate === 'function' ? (body as AsyncIterable<Uint8Array>) : undefined;
}

async function* readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // Not awaited: a stream may take as long as it likes to end.
    void callSafely(() => reader.cancel());
  }
}

function limitText(text: string, maxBytes: number): string | undefined {
  return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
}
