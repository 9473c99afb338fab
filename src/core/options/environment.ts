import { oneOf, requireValue } from './checks.ts';
import type { Logger } from './hooks.ts';

/** An environment variable; undefined if it is empty, or the runtime has none or forbids reading it. */
export function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    // Deno throws unless it was started with --allow-env.
    return undefined;
  }
}

/**
 * A logger that writes to the console from the level in `CLIPWRIGHT_LOG` on; undefined if the variable is not set.
 * Throws {@link ConfigurationError}.
 */
export function loggerFromEnvironment(): Logger | undefined {
  const level = readEnvironment('CLIPWRIGHT_LOG');
  if (level === undefined) return undefined;
  // So far nothing is logged at `info`.
  requireValue('CLIPWRIGHT_LOG', level, oneOf(['debug', 'info', 'warn', 'error']));
  return {
    debug: (message) => level === 'debug' && console.debug(message),
    warn: (message) => level !== 'error' && console.warn(message),
    error: (message, cause) => console.error(message, cause),
  };
}

/** Whether this runs in a browser or in a browser's worker: their user agents all begin like this. */
export function isBrowser(): boolean {
  return globalThis.navigator?.userAgent?.startsWith('Mozilla/') ?? false;
}

/** Whether this runs in a web page. */
export function hasDocument(): boolean {
  return typeof document !== 'undefined';
}
