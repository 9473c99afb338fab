import type { Fault } from 'clipwright/mock';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { anObject, isObject, requireValue } from '../../src/core/options/checks.ts';
import { jsonFields } from '../faults/checks.ts';

/**
 * A fault as it is sent. All else about it is checked by the mock.
 *
 * @throws ConfigurationError when JSON would leave out something of the fault, or make something else of it.
 */
export function sendableFault(fault: Fault): Fault {
  requireValue('fault', fault, anObject);
  if ('set' in fault && fault.set !== undefined) requireValue('fault.set', fault.set, jsonFields);
  try {
    return JSON.parse(JSON.stringify(fault, nullIfLost)) as Fault;
  } catch (cause) {
    throw new ConfigurationError('fault', 'is not plain JSON.', { cause });
  }
}

/** Null in place of what JSON would leave out: no field may be null, so the mock refuses it as it refuses the value. */
function nullIfLost(_: string, value: unknown): unknown {
  if (['bigint', 'function', 'symbol'].includes(typeof value)) return null;
  return typeof value !== 'object' || Array.isArray(value) || isObject(value) ? value : null;
}
