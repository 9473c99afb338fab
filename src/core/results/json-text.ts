/** The JSON of what a service has sent; undefined if it is nested too deep for the runtime to write. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** What a service has sent in place of a text, as a message shows it. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (jsonText(value) ?? '');
}
