import { readStart } from '../deliveries/read-start.ts';

const MAX_EXCERPT_LENGTH = 300;

/**
 * What a receiver says beside its status: that it has handled the event before, as a webhook handler with `dedupe` does,
 * or the start of the body of an error response. Empty if it says neither.
 */
export async function responseNote(response: Response): Promise<string> {
  const excerpt = printableExcerpt(await readStart(response));
  if (response.ok) return excerpt === 'duplicate' ? ' (duplicate)' : '';
  return excerpt && `: ${excerpt}`;
}

function printableExcerpt(text: string): string {
  return text
    .slice(0, MAX_EXCERPT_LENGTH)
    .replace(/\p{C}+/gu, ' ')
    .trim();
}
