import { ConfigurationError } from '../errors/configuration-error.ts';
import { readEnvironment } from './environment.ts';
import type { Logger } from './hooks.ts';

/** The console, for what is at least as grave as `CLIPWRIGHT_LOG` says. Throws {@link ConfigurationError}. */
export function loggerOfEnvironment(): Logger | undefined {
  const level = readEnvironment('CLIPWRIGHT_LOG');
  if (level === undefined) return undefined;
  const threshold = levels.indexOf(level);
  if (threshold === -1) throw new ConfigurationError('CLIPWRIGHT_LOG', `must be one of ${levels.join(', ')}`);
  const isTold = (name: keyof Logger) => levels.indexOf(name) >= threshold;
  return {
    debug: (message) => isTold('debug') && console.debug(message),
    warn: (message) => isTold('warn') && console.warn(message),
    error: (message, cause) => console.error(message, cause),
  };
}

// Nothing is told at `info` so far.
const levels: readonly string[] = ['debug', 'info', 'warn', 'error'];
