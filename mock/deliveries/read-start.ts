import { callSafely } from '../../src/core/async/call-safely.ts';

/** How much of a response's body is kept, in characters. */
const MAX_BODY_LENGTH = 1000;

/** Reads no more of a body than is kept. */
export async function readStart({ body }: Response): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < MAX_BODY_LENGTH) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  // Not awaited: that of a cloned response settles only when the other body has been read, or is cancelled, too.
  void callSafely(() => reader.cancel());
  return text.slice(0, MAX_BODY_LENGTH);
}
