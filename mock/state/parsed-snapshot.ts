import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';

/** @throws ConfigurationError when a snapshot is still the text that it was kept as. */
export function requireParsed(snapshot: unknown): void {
  if (typeof snapshot !== 'string') return;
  throw new ConfigurationError('snapshot', 'is a string. Parse it with JSON.parse first.');
}
