import { randomUUID } from 'node:crypto';
import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import { forEachLimited } from '../../src/core/async/concurrency.ts';
import { signWebhook } from '../../src/webhooks/sign.ts';
import { assumptions } from '../assumptions.ts';
import { explainNoAnswer } from '../deliveries/explain-no-answer.ts';
import { sampleEventData } from '../deliveries/sample-events.ts';
import { statusOf } from './http.ts';

/** What to send. */
export interface EventKind {
  readonly type: KnownEventType;
  /** Each event gets plausible data of its own where it is undefined. */
  readonly data: EventData | undefined;
}

/** Whom to send it to. */
export interface Receiver {
  readonly url: URL;
  readonly secret: string;
}

/** What came of an event. */
export interface Outcome {
  readonly id: string;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** The status and its name, with what a refusal said; or why there was no answer. */
  readonly text: string;
}

/** How many events are on their way at once. */
export const AT_A_TIME = 10;

/** How much of a refusal is told, in characters. */
const MAX_SAID = 300;

/** Sends signed events, each with an id of its own. */
export async function sendEvents(kind: EventKind, receiver: Receiver, count: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await forEachLimited([...Array(count).keys()], AT_A_TIME, async () => {
    outcomes.push(await send(eventOf(kind), receiver));
  });
  return outcomes;
}

function eventOf({ type, data }: EventKind) {
  const now = Date.now();
  const created_at = new Date(now).toISOString();
  return { id: randomUUID(), type, created_at, data: data ?? sampleData(type, now) };
}

function sampleData(type: KnownEventType, now: number): EventData {
  return sampleEventData(type, randomUUID, new URL(assumptions.baseUrl.value).origin, now);
}

async function send(event: { readonly id: string }, { url, secret }: Receiver): Promise<Outcome> {
  const { id } = event;
  const body = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', ...(await signWebhook({ body, secret })) };
  const signal = AbortSignal.timeout(assumptions.deliverySeconds.value * 1000);
  try {
    const answer = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
    // Read to its end, so that the connection serves the next event.
    const said = (await answer.text())
      .slice(0, MAX_SAID)
      .replace(/\p{C}+/gu, ' ')
      .trim();
    return {
      id,
      status: answer.status,
      text: answer.ok || said === '' ? statusOf(answer) : `${statusOf(answer)}: ${said}`,
    };
  } catch (error) {
    return { id, status: null, text: explainNoAnswer(error) };
  }
}
