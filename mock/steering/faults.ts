import { enum as enumeration, literal, optional } from 'zod/mini';
import { model, number } from '../../src/contract/model.ts';
import { type ApiName, apiNames } from '../api.ts';
import type { Fault } from '../faults.ts';
import { type SteeringRow, taking } from './row.ts';

const fault = model<Omit<Fault, 'apiKey'>>({
  match: optional(model<{ endpoint?: ApiName }>({ endpoint: optional(enumeration(apiNames)) })),
  status: optional(number),
  delay: optional(number),
  drop: optional(literal(true)),
  malformed: optional(literal(true)),
  times: optional(number),
});

export const faultRows: readonly SteeringRow[] = [
  { method: 'GET', path: '/faults', run: ({ mock }) => ({ faults: mock.faults.list() }) },
  taking('POST', '/faults', fault, ({ mock }, { body, scope }) => mock.faults.add({ ...body, ...scope })),
  { method: 'DELETE', path: '/faults', run: ({ mock }) => mock.faults.clear() },
];
