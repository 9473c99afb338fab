import { randomUUID } from 'node:crypto';
import type { EventData, KnownEventType } from '../../../src/contract/event.ts';
import { forEachLimited } from '../../../src/core/async/concurrency.ts';
import { signWebhook } from '../../../src/webhooks/sign.ts';
import { parseTimestamp } from '../../../src/webhooks/verify.ts';
import { assumptions } from '../../assumptions.ts';
import { eventBody } from '../../deliveries/delivery.ts';
import { explainNoResponse, readStart, timedOut } from '../../deliveries/receiver-response.ts';
import { completeEventData } from '../../deliveries/sample-events.ts';
import { nthId } from '../../state/ids.ts';
import { excerptOf, formatStatus } from '../log/shown-text.ts';

export const MAX_CONCURRENT = 10;

interface EventTemplate {
  /** The origin of the mock that serves the sample file of `download_url`, if that mock is running. */
  readonly mockOrigin: string;
  readonly type: KnownEventType;
  /** Fields that replace the same fields of the sample data. */
  readonly data: EventData | undefined;
  /** The id of all events; if undefined, each event has its own. */
  readonly id: string | undefined;
  /** The timestamp of all events, sent as is; if undefined, the current time. */
  readonly timestamp: string | undefined;
}

interface Receiver {
  readonly url: URL;
  readonly secret: string;
}

interface SendResult {
  readonly id: string;
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** The status and a note about the body, or the reason why there was no response. */
  readonly description: string;
}

/** Sends events to a receiver, and resolves to a result for each. */
export async function sendEvents(template: EventTemplate, receiver: Receiver, count: number): Promise<SendResult[]> {
  const results: SendResult[] = [];
  await forEachLimited([...Array(count).keys()], MAX_CONCURRENT, async () => {
    results.push(await send(createEvent(template), template.timestamp, receiver));
  });
  return results;
}

function createEvent({ mockOrigin: origin, type, data, id = randomUUID(), timestamp }: EventTemplate) {
  const now = timestamp === undefined ? Date.now() : parseTimestamp(timestamp);
  const created_at = new Date(now).toISOString();
  let count = 0;
  // Derive the project's id from the event's id, so that an event that is sent again is about the same project.
  const newId = () => nthId('trigger', id, ++count);
  return { id, type, created_at, data: completeEventData(type, data, { newId, origin, now }) };
}

async function send(
  event: { readonly id: string },
  timestamp: string | undefined,
  { url, secret }: Receiver,
): Promise<SendResult> {
  const { id } = event;
  const body = eventBody(event);
  const headers = { 'content-type': 'application/json', ...(await signWebhook({ body, secret, timestamp })) };
  const signal = AbortSignal.timeout(assumptions.deliverySeconds.value * 1000);
  try {
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
    // Always read the body, so that the connection can be reused for the next event.
    const note = await responseNote(response);
    return { id, status: response.status, description: formatStatus(response) + note };
  } catch (error) {
    return { id, status: null, description: explainNoResponse(signal.aborted ? timedOut() : error) };
  }
}

const MAX_EXCERPT_LENGTH = 300;

/** Returns the text to show after the status: `(duplicate)` for a repeated event, or the start of an error body. */
async function responseNote(response: Response): Promise<string> {
  const excerpt = excerptOf(await readStart(response), MAX_EXCERPT_LENGTH);
  if (response.ok) return excerpt === 'duplicate' ? ' (duplicate)' : '';
  // Many receivers repeat the status in the body, such as `404 Not Found`.
  return excerpt === '' || ` ${formatStatus(response)}`.endsWith(` ${excerpt}`) ? '' : `: ${excerpt}`;
}
