import type { Delivery } from '../../deliveries/delivery.ts';
import { type LogLine, wallTime } from './layout.ts';
import { excerptOf, formatUrl, type ShownText } from './shown-text.ts';

const MAX_EXCERPT_LENGTH = 200;

/** Returns the log line for a delivery's last attempt. `now` is the time to show, in milliseconds since 1970. */
export function deliveryLine(delivery: Delivery, shown: ShownText, now?: number): LogLine {
  const { url, event } = delivery;
  return {
    time: wallTime(now),
    action: '-->',
    target: shown.part(formatUrl(new URL(url))),
    status: statusOf(delivery),
    took: null,
    name: shown.part(event.type),
    problems: problemsOf(delivery).map((problem) => shown.part(problem)),
    notes: notesOf(delivery).map((note) => shown.part(note)),
  };
}

/** Returns the log line for an earlier delivery, with the time when the last attempt was signed. */
export function keptDeliveryLine(delivery: Delivery, shown: ShownText): LogLine {
  const signedAt = delivery.attempts.at(-1)?.headers['x-service-timestamp'];
  return deliveryLine(delivery, shown, signedAt === undefined ? undefined : Number(signedAt) * 1000);
}

function statusOf({ attempts, status }: Delivery): LogLine['status'] {
  const attempt = attempts.at(-1);
  if (!attempt && status === 'pending') return 'scheduled';
  return attempt?.response?.status ?? null;
}

function problemsOf(delivery: Delivery): string[] {
  const failure = delivery.status === 'failed' ? 'failed for good' : null;
  return [problemOf(delivery), failure, delivery.fault].flatMap((problem) => problem || []);
}

/** Returns the start of an error response's body, or the reason why there was no response. */
function problemOf({ attempts, reason }: Delivery): string | null {
  const attempt = attempts.at(-1);
  if (!attempt?.response) return attempt?.reason ?? reason;
  return attempt.reason && excerptOf(attempt.response.body, MAX_EXCERPT_LENGTH);
}

function notesOf({ id, webhookId, attempts, requestId }: Delivery): string[] {
  const cause = requestId === null ? [] : [`for ${requestId}`];
  const count = attempts.length === 0 ? [] : [`attempt ${attempts.length}`];
  const last = attempts.at(-1);
  // A webhook handler with `dedupe` responds with `duplicate` if it has already handled the event.
  const isDuplicate = last?.reason === null && last.response?.body === 'duplicate';
  return [...(isDuplicate ? ['duplicate'] : []), id, ...count, ...cause, `webhook ${webhookId}`];
}

const MAX_DELIVERIES = 10_000;

/** Detects the changes to log: an attempt of a delivery has ended, or a delivery has failed without an attempt. */
export class NewAttempts {
  readonly #logged = new Map<string, { readonly attempts: number; readonly isFailed: boolean }>();

  /** Returns whether one of these changes has happened to a delivery since the last call for it. */
  has({ id, attempts, status }: Delivery): boolean {
    const logged = this.#logged.get(id) ?? { attempts: 0, isFailed: false };
    const isFailed = status === 'failed';
    const isNewFailure = attempts.length === logged.attempts && isFailed && !logged.isFailed;
    if (attempts.length <= logged.attempts && !isNewFailure) return false;
    this.#logged.set(id, { attempts: attempts.length, isFailed });
    const [oldest = ''] = this.#logged.keys();
    if (this.#logged.size > MAX_DELIVERIES) this.#logged.delete(oldest);
    return true;
  }

  /** Must be called after a reset, because new deliveries reuse the old ids. */
  clear(): void {
    this.#logged.clear();
  }
}
