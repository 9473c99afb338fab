import type { SteeringRow } from './row.ts';

export const requestRows: readonly SteeringRow[] = [
  { method: 'GET', path: '/requests', run: ({ log }, { scope }) => ({ requests: log.list(scope.apiKey) }) },
];
