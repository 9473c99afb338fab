/** An environment variable; undefined if it is empty, or the runtime has none or forbids reading it. */
export function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    // Deno throws unless it was started with --allow-env.
    return undefined;
  }
}

/** Whether this runs in a browser or in a browser's worker: their user agents all begin like this. */
export function isBrowser(): boolean {
  return globalThis.navigator?.userAgent?.startsWith('Mozilla/') ?? false;
}

/** Whether this runs in a web page. */
export function hasDocument(): boolean {
  return typeof document !== 'undefined';
}
