import type { PreparedRequest } from './request.ts';

/** What to do after a call without a success that the service may have carried out. A read can be repeated as it is. */
export function outcomeAdvice({ method, idempotencyKey }: PreparedRequest): string | null {
  if (method === 'GET' || method === 'HEAD') return null;
  const next = idempotencyKey === null ? 'check before you call again' : "call again with the error's idempotencyKey";
  return `the service may have done it: ${next}`;
}
