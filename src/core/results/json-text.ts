/** Returns a value from the service as JSON; undefined if it is nested too deep for the runtime. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Returns text for a message. The value should be a string, but the service may send any type. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (jsonText(value) ?? '');
}

/** Returns what the service says about a failure; undefined if it says nothing. */
export function errorText(error: unknown): string | undefined {
  return error ? toText(error) || undefined : undefined;
}
