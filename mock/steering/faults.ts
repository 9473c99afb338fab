import { record, string, unknown } from 'zod/mini';
import type { Fault } from '../faults/fault.ts';
import { type SteeringRow, taking } from './row.ts';

/** Any object: `faults.add` tells what is wrong with it, in the same words as in process. */
const anyFields = record(string(), unknown());

export const faultRows: readonly SteeringRow[] = [
  { method: 'GET', path: '/faults', run: ({ mock }, { scope }) => ({ faults: mock.faults.list(scope) }) },
  taking('POST', '/faults', anyFields, ({ mock }, { body, scope }) =>
    // A boundary: `faults.add` checks what the schema has let through.
    mock.faults.add({ ...(body as unknown as Fault), ...scope }),
  ),
  { method: 'DELETE', path: '/faults', run: ({ mock }, { scope }) => mock.faults.clear(scope) },
];
