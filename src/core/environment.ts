/** An environment variable, where the runtime has such a thing and lets it be read. */
export function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    // Deno throws unless it was started with --allow-env.
    return undefined;
  }
}

/** Whether this runs in a web page. */
export function hasDocument(): boolean {
  return typeof document !== 'undefined';
}
