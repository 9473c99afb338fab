import type { Fault } from 'clipwright/mock';
import { anObject, requireValue } from '../../src/core/options/checks.ts';
import { jsonFields } from '../faults/checks.ts';

/**
 * All else about a fault is checked by the mock.
 *
 * @throws ConfigurationError when JSON would leave out something of the fault, or make something else of it.
 */
export function requireSendableFault(fault: Fault): void {
  requireValue('fault', fault, anObject);
  if ('headers' in fault && fault.headers !== undefined) requireValue('fault.headers', fault.headers, anObject);
  if ('set' in fault && fault.set !== undefined) requireValue('fault.set', fault.set, jsonFields);
}
