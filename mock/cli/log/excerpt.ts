/** The start of a body, without control characters: they are often line breaks, which say nothing. */
export function excerptOf(body: string, maxLength: number): string {
  return body
    .slice(0, maxLength)
    .replace(/\p{C}+/gu, ' ')
    .trim();
}
