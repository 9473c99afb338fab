import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { MockSnapshot } from './snapshot-types.ts';

/**
 * Copies a snapshot without values that JSON cannot represent, so that every accepted snapshot can be stored or sent.
 *
 * @throws ConfigurationError when the value is not a snapshot, for example a JSON string that was not parsed.
 */
export function plainSnapshot(snapshot: MockSnapshot): MockSnapshot {
  if (typeof snapshot === 'string')
    throw new ConfigurationError('snapshot', 'is a string. Parse it with JSON.parse first.');
  if (snapshot?.clipwright !== 'mock-state') throw new ConfigurationError('snapshot', 'is not a snapshot of a mock.');
  try {
    return JSON.parse(JSON.stringify(snapshot)) as MockSnapshot;
  } catch (cause) {
    throw new ConfigurationError('snapshot', 'is not plain JSON.', { cause });
  }
}
