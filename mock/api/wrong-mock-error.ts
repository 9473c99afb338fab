import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';

/** The error for a value in place of a mock. */
export function notAMock(option: string, value: unknown): ConfigurationError {
  return new ConfigurationError(option, `must be given a mock that createMock returned, not ${describeType(value)}.`);
}

function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}
