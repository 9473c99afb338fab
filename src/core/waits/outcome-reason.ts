import type { WaitSettings } from './polling.ts';

/** What the service says of a failure, without the API key; that of a function is known to the calls alone. */
export function outcomeReason(reason: string, { apiKey, redactorFor }: WaitSettings): string {
  return typeof apiKey === 'string' ? redactorFor(apiKey).text(reason) : reason;
}
