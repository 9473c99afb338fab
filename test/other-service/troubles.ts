import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';

/** An error that a test can cause for one of the next requests. */
export type Trouble = 'unavailable' | 'rateLimit' | 'running' | 'moved';

/** Returns the error for `trouble`, or undefined if the service's choices exclude this trouble. */
export function refuse({ choices }: Context, trouble: Trouble): Refusal | undefined {
  if (trouble === 'running' && choices['idempotency.running'] === 'like any other') return undefined;
  if (trouble === 'moved' && choices['http.moved'] === 'no') return undefined;
  return new Refusal(trouble, trouble === 'rateLimit' ? 'Too many requests' : 'Try again later');
}

export function refusalHeaders(context: Context, { kind }: Refusal): Record<string, string> {
  if (kind === 'rateLimit') return retryAfter(context);
  // A short delay keeps tests with retries fast.
  if (kind === 'jobFailed') return { 'retry-after': '1' };
  if (kind === 'moved') return { location: `${context.baseUrl}/moved` };
  if (kind !== 'unavailable') return {};
  return context.pick('error.unavailableAfter', {
    absent: {},
    seconds: { 'retry-after': '1' },
    'an hour': { 'retry-after': '3600' },
  });
}

const hour = 3_600_000;

/** Returns the headers of a 429 that say when to retry. The service's clock can differ from the client's clock. */
function retryAfter(context: Context): Record<string, string> {
  const date = (skew: number, wait = 1_000) => ({
    date: new Date(Date.now() + skew).toUTCString(),
    'retry-after': new Date(Date.now() + skew + wait).toUTCString(),
  });
  return context.pick('error.retryAfter', {
    seconds: { 'retry-after': '1' },
    date: date(0),
    'date of a fast clock': date(hour),
    'date of a slow clock': date(-hour),
    fraction: { 'retry-after': '0.5' },
    'past date': date(0, -hour),
    unreadable: { 'retry-after': 'soon' },
    absent: {},
    'an hour': { 'retry-after': '3600' },
  });
}
