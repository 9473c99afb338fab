/** The JSON of a value that the service has sent; undefined if it is nested too deep for the runtime. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A value that should be a string, as a message shows it. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (jsonText(value) ?? '');
}
