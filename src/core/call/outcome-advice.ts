import type { Call } from './call.ts';

/** Whether a service may have carried out a request to which it responds with this status: a proxy may have responded. */
export function mayActAndRespond(status: number): boolean {
  return status === 408 || status >= 500;
}

/**
 * What to do after a call without a success that the service may have carried out. A read can be repeated as it is.
 * `isKeyRefused`: whether the service takes the Idempotency-Key no longer.
 */
export function outcomeAdvice(
  { method, idempotencyKey, mayBeDone }: Pick<Call, 'method' | 'idempotencyKey' | 'mayBeDone'>,
  isKeyRefused = false,
): string | null {
  if (!mayBeDone || method === 'GET' || method === 'HEAD') return null;
  const canRepeat = idempotencyKey !== null && !isKeyRefused;
  const next = canRepeat ? "call again with the error's idempotencyKey" : 'check before you call again';
  return `the service may have done it: ${next}`;
}
