import { eventTypes } from '../../src/contract/event.ts';
import { CommandError, defineCommand } from './command.ts';
import { formatUrl } from './format.ts';
import {
  parseEventId,
  parseEventType,
  parseJsonObject,
  parseTime,
  parseWholeNumber,
  requireReceiver,
  requireSecret,
  secretOption,
} from './option-values.ts';
import { MAX_CONCURRENT, type SendResult, sendEvents } from './send-events.ts';

const MAX_COUNT = 100_000;
/** More results than this are summarized. */
const MAX_LINES = 10;

/** `clipwright trigger`: sends signed events to a receiver. */
export const trigger = defineCommand({
  summary: 'Signs events and sends them to a receiver.',
  argument: { name: 'type', help: `One of ${eventTypes.join(', ')}.` },
  options: {
    to: { type: 'string', placeholder: 'url', help: 'The URL of the receiver.' },
    secret: secretOption,
    data: {
      type: 'string',
      placeholder: 'json',
      help: 'Fields of the data of the event, a JSON object: each takes the place of that of the sample data.',
    },
    id: {
      type: 'string',
      placeholder: 'id',
      help: 'The id of the event: with that of an earlier one it is sent again, as of now. Default: a new one for each event.',
    },
    timestamp: {
      type: 'string',
      placeholder: 'time',
      help: 'When the event happened and was signed: Unix time in seconds, or ISO 8601 with a zone. Default: now.',
    },
    count: {
      type: 'string',
      placeholder: 'number',
      help: `How many events to send, each with its own id unless --id is given, ${MAX_CONCURRENT} at a time; the results of more than ${MAX_LINES} are summarized.`,
      default: '1',
    },
  },
  async run({ to, secret, data, id, timestamp, count }, argument) {
    const template = {
      type: parseEventType('trigger', argument),
      data: data === undefined ? undefined : parseJsonObject('data', data),
      id: id === undefined ? undefined : parseEventId('id', id),
      timestamp: timestamp === undefined ? undefined : parseTime('timestamp', timestamp),
    };
    const receiver = { url: requireReceiver('trigger', 'to', to), secret: requireSecret(secret) };
    const results = await sendEvents(template, receiver, parseWholeNumber('count', count, { min: 1, max: MAX_COUNT }));
    requireAnyResponse(results, receiver.url);
    for (const line of outputLines(results, template.type, formatUrl(receiver.url))) console.log(line);
    return results.every(isSuccess) ? 0 : 1;
  },
});

function requireAnyResponse(results: readonly SendResult[], { origin }: URL): void {
  if (results.some(({ status }) => status !== null)) return;
  throw new CommandError(`${origin} does not respond: ${results[0]?.description}. Start the receiver, or fix --to.`);
}

function outputLines(results: readonly SendResult[], type: string, url: string): string[] {
  if (results.length > MAX_LINES) return [`${results.length} × ${type} to ${url}: ${summarize(results)}`];
  return results.map((result) => `${type} ${result.id} to ${url}: ${describe(result)}`);
}

function summarize(results: readonly SendResult[]): string {
  const counts = new Map<string, number>();
  for (const description of results.map(describe)) counts.set(description, (counts.get(description) ?? 0) + 1);
  return [...counts].map(([description, count]) => `${count} × ${description}`).join(', ');
}

function describe({ status, description }: SendResult): string {
  return status === null ? `no response (${description})` : description;
}

function isSuccess({ status }: SendResult): boolean {
  return status !== null && status >= 200 && status < 300;
}
