import { callSafely } from '../async/call-safely.ts';

/**
 * The body of a response as text, counted in bytes as they are decoded; undefined as soon as there are more than
 * `maxBytes`, and then the connection is closed.
 */
export async function readResponseText(response: Response, maxBytes: number): Promise<string | undefined> {
  // What a replacement of `fetch` returns need not have a stream.
  if (typeof response.body?.getReader !== 'function') return limitText(await response.text(), maxBytes);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > maxBytes) {
      // Not awaited: a stream may take as long as it likes to end.
      void callSafely(() => reader.cancel());
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function limitText(text: string, maxBytes: number): string | undefined {
  return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
}
