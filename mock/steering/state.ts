import { looseObject, type ZodMiniType } from 'zod/mini';
import type { MockSnapshot } from '../snapshot.ts';
import { type SteeringRow, taking } from './row.ts';

// A boundary: `restore` looks closer.
const snapshot = looseObject({}) as ZodMiniType<unknown> as ZodMiniType<MockSnapshot>;

export const stateRows: readonly SteeringRow[] = [
  { method: 'GET', path: '/state', run: ({ mock }) => mock.snapshot() },
  taking('PUT', '/state', snapshot, ({ mock }, { body }) => mock.restore(body)),
  { method: 'POST', path: '/reset', run: ({ mock }) => mock.reset() },
];
