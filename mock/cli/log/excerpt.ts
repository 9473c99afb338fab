/** In characters. */
const MAX_LENGTH = 300;

/** The start of a body, without control characters: those of a body are often line breaks, which say nothing. */
export function excerptOf(body: string): string {
  return body
    .slice(0, MAX_LENGTH)
    .replace(/\p{C}+/gu, ' ')
    .trim();
}
