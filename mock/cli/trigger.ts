import { randomUUID } from 'node:crypto';
import { type EventData, eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { signWebhook } from '../../src/webhooks/sign.ts';
import { assumptions } from '../assumptions.ts';
import { sampleEventData } from '../sample-events.ts';
import { CommandError, defineCommand, usageError } from './command.ts';
import { requireSecret, secretOption } from './secret.ts';

/** `clipwright trigger`: sends one signed event to a receiver. */
export const trigger = defineCommand({
  summary: 'Signs one event and sends it to a receiver.',
  argument: { name: 'type', help: `One of ${eventTypes.join(', ')}.` },
  options: {
    to: { type: 'string', value: 'url', help: 'The address of the receiver.' },
    secret: secretOption,
    data: { type: 'string', value: 'json', help: 'The data of the event, a JSON object; plausible data if left out.' },
  },
  async run(values, type) {
    const event = eventOf(requireType(type), values.data);
    const url = requireUrl(values.to);
    const answer = await post(url, JSON.stringify(event), requireSecret(values.secret));
    // Without the query, which may hold a secret.
    console.log(`${type} ${event.id} to ${url.origin}${url.pathname}: ${answer.status} ${answer.statusText}`.trimEnd());
    return answer.ok ? 0 : 1;
  },
});

function requireType(text: string): KnownEventType {
  const type = eventTypes.find((known) => known === text);
  if (!type) throw usageError(`trigger: there is no such event type. It is one of ${eventTypes.join(', ')}.`);
  return type;
}

function requireUrl(text: string | undefined): URL {
  if (text === undefined) throw usageError('trigger: --to is missing. Give the address of the receiver.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // `fetch` refuses an address with a password in it, and shows it.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new CommandError('--to must be an absolute http or https address without user and password.');
  }
  return url;
}

function eventOf(type: KnownEventType, json: string | undefined) {
  const now = Date.now();
  const data = json === undefined ? sampleData(type, now) : readData(json);
  return { id: randomUUID(), type, created_at: new Date(now).toISOString(), data };
}

function sampleData(type: KnownEventType, now: number): EventData {
  return sampleEventData(type, randomUUID, new URL(assumptions.baseUrl.value).origin, now);
}

function readData(json: string): EventData {
  const data = parsed(json);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new CommandError(`--data must be a JSON object, as in '{"project_id":"p1"}'.`);
  }
  // A boundary: an object of JSON has texts as keys and anything as values.
  return data as EventData;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

async function post(url: URL, body: string, secret: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(await signWebhook({ body, secret })) };
  const signal = AbortSignal.timeout(assumptions.deliverySeconds.value * 1000);
  try {
    return await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
  } catch (error) {
    throw new CommandError(`${url.origin} does not answer: ${explain(error)}. Start the receiver, or mend --to.`);
  }
}

/** `fetch failed` says nothing; its cause does, by its code where a name has several addresses. */
function explain(error: unknown): string {
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.message || cause?.code || message;
}
