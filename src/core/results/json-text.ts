/** The JSON of a value from the service; undefined if it is nested too deep for the runtime. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The text of a value that should be a string, for messages. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (jsonText(value) ?? '');
}
