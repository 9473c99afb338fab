import { type EventData, eventTypes } from '../../src/contract/event.ts';
import { CommandError, defineCommand, usageError } from './command.ts';
import { requireEventType } from './event-type.ts';
import { requireHttpUrl, withoutQuery } from './http.ts';
import { requireSecret, secretOption } from './secret.ts';
import { AT_A_TIME, type Outcome, sendEvents } from './send-events.ts';
import { wholeNumber } from './whole-number.ts';

const MAX_COUNT = 100_000;
const MAX_LINES = 10;

/** `clipwright trigger`: sends signed events to a receiver. */
export const trigger = defineCommand({
  summary: 'Signs events and sends them to a receiver.',
  argument: { name: 'type', help: `One of ${eventTypes.join(', ')}.` },
  options: {
    to: { type: 'string', value: 'url', help: 'The address of the receiver.' },
    secret: secretOption,
    data: { type: 'string', value: 'json', help: 'The data of the event, a JSON object; plausible data if left out.' },
    count: {
      type: 'string',
      value: 'number',
      help: `How many events to send, each with its own id, ${AT_A_TIME} at a time; more than ${MAX_LINES} are told in one line.`,
      default: '1',
    },
  },
  async run({ to, secret, data, count }, type) {
    const kind = { type: requireEventType('trigger', type), data: data === undefined ? undefined : readData(data) };
    const receiver = { url: requireReceiver(to), secret: requireSecret(secret) };
    const outcomes = await sendEvents(kind, receiver, wholeNumber('count', count, MAX_COUNT, 1));
    requireSomeAnswer(outcomes, receiver.url);
    for (const line of linesOf(outcomes, kind.type, withoutQuery(receiver.url))) console.log(line);
    return outcomes.every(isSuccess) ? 0 : 1;
  },
});

function requireReceiver(text: string | undefined): URL {
  if (text === undefined) throw usageError('trigger: --to is missing. Give the address of the receiver.');
  return requireHttpUrl('to', text);
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

function requireSomeAnswer(outcomes: readonly Outcome[], { origin }: URL): void {
  if (outcomes.some(({ status }) => status !== null)) return;
  throw new CommandError(`${origin} does not answer: ${outcomes[0]?.text}. Start the receiver, or mend --to.`);
}

function linesOf(outcomes: readonly Outcome[], type: string, target: string): string[] {
  if (outcomes.length > MAX_LINES) return [`${outcomes.length} × ${type} to ${target}: ${summaryOf(outcomes)}`];
  return outcomes.map((outcome) => `${type} ${outcome.id} to ${target}: ${answerOf(outcome)}`);
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const answer of outcomes.map(answerOf)) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ');
}

function answerOf({ status, text }: Outcome): string {
  return status === null ? `no answer (${text})` : text;
}

function isSuccess({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status < 300;
}
