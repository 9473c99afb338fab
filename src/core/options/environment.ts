/** An environment variable, where the runtime has such a thing and lets it be read. */
export function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    // Deno throws unless it was started with --allow-env.
    return undefined;
  }
}

/** Whether this runs in a browser, in a worker of one too: all of them begin their names so. */
export function isBrowser(): boolean {
  return globalThis.navigator?.userAgent?.startsWith('Mozilla/') ?? false;
}

/** Whether this runs in a web page. */
export function hasDocument(): boolean {
  return typeof document !== 'undefined';
}
