import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { MAX_TIME } from './clock.ts';

/**
 * @param latest The latest time of those that are to be advanced, in milliseconds since 1970.
 * @throws ConfigurationError when `seconds` is not a number, is negative, or leads past the latest mock time.
 */
export function requireSeconds(seconds: number, latest: number): void {
  if (typeof seconds === 'number' && seconds >= 0 && latest + seconds * 1000 <= MAX_TIME) return;
  throw new ConfigurationError(
    'seconds',
    'must be a number, 0 or more, and must not advance the time of any workspace past 5000-01-01.',
  );
}
