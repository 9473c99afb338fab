import { looseObject, type ZodMiniType } from 'zod/mini';
import type { MockSnapshot } from '../snapshot.ts';
import { type SteeringRow, taking } from './row.ts';

// A boundary: `restore` looks closer.
const snapshot = looseObject({}) as ZodMiniType<unknown> as ZodMiniType<MockSnapshot>;

export const stateRows: readonly SteeringRow[] = [
  { method: 'GET', path: '/state', run: ({ mock }, { scope }) => mock.snapshot(scope) },
  taking('PUT', '/state', snapshot, ({ mock }, { body, scope }) => mock.restore(body, scope)),
  { method: 'POST', path: '/reset', run: ({ mock }, { scope }) => mock.reset(scope) },
];
