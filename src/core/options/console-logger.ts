import { oneOf, requireValue } from './checks.ts';
import { readEnvironment } from './environment.ts';
import type { Logger } from './hooks.ts';

/**
 * A logger that writes to the console from the level in `CLIPWRIGHT_LOG` on; undefined if the variable is not set.
 * Throws {@link ConfigurationError}.
 */
export function loggerFromEnvironment(): Logger | undefined {
  const level = readEnvironment('CLIPWRIGHT_LOG');
  if (level === undefined) return undefined;
  requireValue('CLIPWRIGHT_LOG', level, oneOf(levels));
  const threshold = levels.indexOf(level);
  const isEnabled = (method: keyof Logger) => levels.indexOf(method) >= threshold;
  return {
    debug: (message) => isEnabled('debug') && console.debug(message),
    warn: (message) => isEnabled('warn') && console.warn(message),
    error: (message, cause) => console.error(message, cause),
  };
}

// So far nothing is logged at `info`.
const levels: readonly string[] = ['debug', 'info', 'warn', 'error'];
