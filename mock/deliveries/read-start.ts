/** How much of a response's body is kept, in characters. */
const MAX_BODY_LENGTH = 1000;

/** Reads no more of a body than is kept. */
export async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= MAX_BODY_LENGTH) break;
  }
  return text.slice(0, MAX_BODY_LENGTH);
}
