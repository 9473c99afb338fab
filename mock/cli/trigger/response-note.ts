import { readStart } from '../../deliveries/read-start.ts';
import { excerptOf } from '../log/excerpt.ts';

/** How much of a body is shown, in characters. */
const MAX_EXCERPT_LENGTH = 300;

/**
 * What a receiver says beside its status: that it has handled the event before, as a webhook handler with `dedupe` does,
 * or the start of the body of an error response. Empty if it says neither.
 */
export async function responseNote(response: Response): Promise<string> {
  const excerpt = excerptOf(await readStart(response), MAX_EXCERPT_LENGTH);
  if (response.ok) return excerpt === 'duplicate' ? ' (duplicate)' : '';
  return excerpt && `: ${excerpt}`;
}
