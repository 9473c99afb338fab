import type { Delivery } from '../../deliveries/delivery.ts';
import type { LogLine } from './log-line.ts';
import type { ShownText } from './shown-text.ts';
import { wallTime } from './wall-time.ts';

/** How much of what a receiver says is on the line, in characters. */
const MAX_EXCERPT_LENGTH = 200;

/** The line of a delivery after an attempt, or after it has failed without one. */
export function deliveryLine(delivery: Delivery, shown: ShownText): LogLine {
  const { url, event } = delivery;
  return {
    time: wallTime(),
    action: '-->',
    target: shown.part(withoutQuery(url)),
    status: delivery.attempts.at(-1)?.response?.status ?? null,
    took: null,
    name: shown.part(event.type),
    problems: problemsOf(delivery).map((problem) => shown.part(problem)),
    notes: notesOf(delivery).map((note) => shown.part(note)),
  };
}

/** A query may contain a secret. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function problemsOf(delivery: Delivery): string[] {
  const problems: string[] = [];
  const problem = problemOf(delivery);
  if (problem) problems.push(problem);
  if (delivery.status === 'failed') problems.push('failed for good');
  if (delivery.fault !== null) problems.push(delivery.fault);
  return problems;
}

/** What a receiver says beside a status that is an error; else why there was no response. */
function problemOf({ attempts, reason }: Delivery): string | null {
  const attempt = attempts.at(-1);
  if (!attempt?.response) return attempt?.reason ?? reason;
  return attempt.reason && excerptOf(attempt.response.body);
}

/** Without control characters: those of a body are often line breaks, which say nothing. */
function excerptOf(body: string): string {
  return body
    .slice(0, MAX_EXCERPT_LENGTH)
    .replace(/\p{C}+/gu, ' ')
    .trim();
}

function notesOf({ id, webhookId, attempts, requestId }: Delivery): string[] {
  const cause = requestId === null ? [] : [`for ${requestId}`];
  return [id, `attempt ${attempts.length}`, ...cause, `webhook ${webhookId}`];
}
