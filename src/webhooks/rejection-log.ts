import type { WebhookRejection, WebhookRejectionReason } from './rejection.ts';

/**
 * Logs a rejection with `console.warn`, at most five times a minute for each reason: anybody can send what is refused,
 * and what a health check sends must not hide a wrong secret. Counted for the whole process, since some frameworks
 * create a handler for each request.
 */
export function warnOfRejection({ reason, message }: WebhookRejection): void {
  const last = minutes.get(reason);
  const minute = last && isCurrent(last) ? last : { startsAt: Date.now(), count: 0 };
  minutes.set(reason, minute);
  if (++minute.count > perMinute) return;
  console.warn(`clipwright: refused a webhook delivery (${reason}): ${message}${note(minute, last)}`);
}

interface Minute {
  readonly startsAt: number;
  count: number;
}

const perMinute = 5;
const minutes = new Map<WebhookRejectionReason, Minute>();

/** Not where the clock was set back, or the log would be silent until it has caught up. */
function isCurrent({ startsAt }: Minute): boolean {
  return Math.abs(Date.now() - startsAt) < 60_000;
}

function note(minute: Minute, last: Minute | undefined): string {
  if (minute.count === perMinute) return ' More with this reason are only counted until the minute is over.';
  const omitted = last && last !== minute ? last.count - perMinute : 0;
  return omitted > 0 ? ` Since the last of these lines, ${omitted} more were refused.` : '';
}
