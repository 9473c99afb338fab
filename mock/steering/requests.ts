import { enum as enumeration, optional } from 'zod/mini';
import { model, number, text } from '../../src/contract/model.ts';
import type { RequestFilter } from '../request-log.ts';
import type { SteeringRow } from './row.ts';

interface Query {
  readonly endpoint?: string;
  readonly idempotencyKey?: string;
  readonly method?: string;
  readonly replayed?: 'true' | 'false';
  readonly status?: number;
}

const query = model<Query>({
  endpoint: optional(text),
  idempotencyKey: optional(text),
  method: optional(text),
  replayed: optional(enumeration(['true', 'false'])),
  status: optional(number),
});

export const requestRows: readonly SteeringRow[] = [
  {
    method: 'GET',
    path: '/requests',
    query,
    run: ({ log }, { query, scope }) => ({ requests: log.list(scope.apiKey).matching(toFilter(query)) }),
  },
];

function toFilter(query: Query): RequestFilter {
  const { replayed, ...rest } = query;
  // A boundary: `matching` refuses the names that there are not.
  const filter = rest as RequestFilter;
  return replayed === undefined ? filter : { ...filter, replayed: replayed === 'true' };
}
