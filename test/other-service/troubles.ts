import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';

/** What a test asks the next requests to be refused with. */
export type Trouble = 'unavailable' | 'rateLimit';

export function refuse(trouble: Trouble): Refusal {
  return new Refusal(trouble, trouble === 'rateLimit' ? 'Too many requests' : 'Try again later');
}

const hour = 3_600_000;

/** The headers of a 429: try again in a second. The service's clock may differ from that of the client. */
export function retryAfter(context: Context): Record<string, string> {
  const date = (skew: number, wait = 1_000) => ({
    date: new Date(Date.now() + skew).toUTCString(),
    'retry-after': new Date(Date.now() + skew + wait).toUTCString(),
  });
  return context.pick('error.retryAfter', {
    seconds: { 'retry-after': '1' },
    date: date(0),
    'date of a clock ahead': date(hour),
    'date of a clock behind': date(-hour),
    fraction: { 'retry-after': '0.5' },
    'past date': date(0, -hour),
    unreadable: { 'retry-after': 'soon' },
    absent: {},
  });
}
