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
import { CommandError } from '../command/command.ts';
import {
  parseEventId,
  parseHttpUrl,
  parseJsonObject,
  parseTime,
  parseWholeNumber,
  requireSecret,
} from '../command/option-values.ts';
import type { CommandProcess } from '../command/process.ts';
import { parseMockUrl } from '../command/running-mock.ts';
import { excerptOf, formatStatus, formatUrl } from '../log/shown-text.ts';
import { countTexts, MAX_CONCURRENT, MAX_LINES, type TriggerOptionValues } from './trigger-options.ts';

const MAX_COUNT = 100_000;

/** Sends events to a receiver. Resolves to the exit code: 0 if the receiver accepts all of them, otherwise 1. */
export async function triggerAtReceiver(
  values: TriggerOptionValues & { readonly to: string },
  type: KnownEventType,
  process: CommandProcess,
): Promise<number> {
  const { to, secret, data, id, timestamp, count, mock } = values;
  const template = {
    mockOrigin: parseMockUrl(mock).origin,
    type,
    data: data === undefined ? undefined : parseJsonObject('data', data),
    id: id === undefined ? undefined : parseEventId('id', id),
    timestamp: timestamp === undefined ? undefined : parseTime('timestamp', timestamp),
  };
  const receiver = { url: parseHttpUrl('to', to), secret: requireSecret(secret, process) };
  const results = await sendEvents(template, receiver, parseWholeNumber('count', count, { min: 1, max: MAX_COUNT }));
  requireAnyResponse(results, receiver.url);
  for (const line of outputLines(results, type, formatUrl(receiver.url))) process.stdout.write(`${line}\n`);
  return results.every(isSuccess) ? 0 : 1;
}

function requireAnyResponse(results: readonly SendResult[], { origin }: URL): void {
  if (results.some(({ status }) => status !== null)) return;
  throw new CommandError(`${origin} does not respond: ${results[0]?.description}. Check the receiver and --to.`);
}

function outputLines(results: readonly SendResult[], type: string, url: string): string[] {
  if (results.length <= MAX_LINES) return results.map((each) => `${type} ${each.id} to ${url}: ${describe(each)}`);
  return [`${results.length} × ${type} to ${url}: ${countTexts(results.map(describe))}`];
}

function describe({ status, description }: SendResult): string {
  return status === null ? `no response (${description})` : description;
}

function isSuccess({ status }: SendResult): boolean {
  return status !== null && status >= 200 && status < 300;
}

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
