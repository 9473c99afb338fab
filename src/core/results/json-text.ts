/** The JSON of what a service has sent; undefined if it is nested too deep for the runtime to write. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
