import { randomUUID } from 'node:crypto';
import type { EventData, KnownEventType } from '../../../src/contract/event.ts';
import { forEachLimited } from '../../../src/core/async/concurrency.ts';
import { signWebhook } from '../../../src/webhooks/sign.ts';
import { parseTimestamp } from '../../../src/webhooks/timestamp.ts';
import { assumptions } from '../../assumptions.ts';
import { eventBody } from '../../deliveries/event-body.ts';
import { explainNoResponse } from '../../deliveries/explain-no-response.ts';
import { completeEventData } from '../../deliveries/sample-events.ts';
import { nthId } from '../../state/ids.ts';
import { formatStatus } from '../log/format.ts';
import { responseNote } from './response-note.ts';

export interface EventTemplate {
  readonly type: KnownEventType;
  /** The fields that take the place of those of the sample data, which each event has of its own. */
  readonly data: EventData | undefined;
  /** The id of all events; each has its own if undefined. */
  readonly id: string | undefined;
  /** When all events happened and were signed, as it is sent; the current time if undefined. */
  readonly timestamp: string | undefined;
}

export interface Receiver {
  readonly url: URL;
  readonly secret: string;
}

export interface SendResult {
  /** The event's id. */
  readonly id: string;
  /** Null if there was no response. */
  readonly status: number | null;
  /** The status, with what the receiver says beside it; or why there was no response. */
  readonly description: string;
}

/** How many events are sent at the same time. */
export const MAX_CONCURRENT = 10;

/** Sends signed events. */
export async function sendEvents(template: EventTemplate, receiver: Receiver, count: number): Promise<SendResult[]> {
  const results: SendResult[] = [];
  await forEachLimited([...Array(count).keys()], MAX_CONCURRENT, async () => {
    results.push(await send(createEvent(template), template.timestamp, receiver));
  });
  return results;
}

function createEvent({ type, data, id = randomUUID(), timestamp }: EventTemplate) {
  const now = timestamp === undefined ? Date.now() : parseTimestamp(timestamp);
  const created_at = new Date(now).toISOString();
  const { origin } = new URL(assumptions.baseUrl.value);
  let count = 0;
  // Made from the event's id, so that an event that is sent again is about the same project.
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
    // Always read, so that the connection can be used for the next event.
    const note = await responseNote(response);
    return { id, status: response.status, description: formatStatus(response) + note };
  } catch (error) {
    return { id, status: null, description: explainNoResponse(error) };
  }
}
