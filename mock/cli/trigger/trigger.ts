import { type EventData, eventTypes, type KnownEventType } from '../../../src/contract/event.ts';
import type { Delivery } from '../../deliveries/delivery.ts';
import type { RemoteMock } from '../../remote/remote-mock.ts';
import { CommandError, defineCommand, type OptionValues, usageError, valueOption } from '../command/command.ts';
import {
  parseEventId,
  parseEventType,
  parseHttpUrl,
  parseJsonObject,
  parseTime,
  parseWholeNumber,
  requireSecret,
  SECRET_VARIABLE,
} from '../command/option-values.ts';
import type { CommandProcess } from '../command/process.ts';
import { connectToMock, parseMockUrl, runningMockOptions } from '../command/running-mock.ts';
import { deliveryLine } from '../log/delivery-line.ts';
import { createLayout, outcomeOf } from '../log/layout.ts';
import { formatUrl } from '../log/shown-text.ts';
import { MAX_CONCURRENT, sendEvents } from './send-events.ts';

/** The maximum number of results that are listed one by one instead of being summarized. */
const MAX_LINES = 10;

const options = {
  to: valueOption('url', 'The URL of a receiver. The events go directly to this URL, not through a mock.'),
  secret: valueOption('secret', `With --to: the secret. Default: the environment variable ${SECRET_VARIABLE}.`),
  ...runningMockOptions,
  mock: {
    ...runningMockOptions.mock,
    help: `${runningMockOptions.mock.help} With --to: the mock that serves the sample file at \`download_url\`, while it runs.`,
  },
  data: valueOption(
    'json',
    "Fields of the event's data as a JSON object; they replace the same fields of the sample data.",
  ),
  id: valueOption(
    'id',
    'With --to: the id of the event. Give the id of an earlier event to send a duplicate. Default: a new id for each event.',
  ),
  timestamp: valueOption(
    'time',
    'With --to: when the event happened and was signed, as Unix time in seconds, or ISO 8601 with a zone. Default: now.',
  ),
  count: {
    ...valueOption(
      'number',
      `How many events to send, each with its own id unless --id is given. With --to, ${MAX_CONCURRENT} are sent at a time. More than ${MAX_LINES} results are summarized.`,
    ),
    default: '1',
  },
} as const;

type Values = OptionValues<typeof options>;

export const trigger = defineCommand({
  summary: 'Sends signed events to the webhooks of a running mock, which records them; or, with --to, to any receiver.',
  argument: { name: 'type', help: `One of ${eventTypes.join(', ')}.` },
  options,
  examples: [
    'npx clipwright trigger export.ready',
    `npx clipwright trigger job.failed --data '{"error":"no audio"}' --count 20`,
    'npx clipwright trigger export.ready --to http://127.0.0.1:3000/webhooks --secret whsec_local',
  ],
  async run(values, argument, process) {
    const { to, data: json } = values;
    const type = parseEventType('trigger', argument);
    requireOptionsOf(to === undefined ? 'mock' : 'receiver', values);
    const data = json === undefined ? undefined : parseJsonObject('data', json);
    const triggered =
      to === undefined
        ? await triggerInMock(values, { type, data }, process)
        : await triggerAtReceiver({ ...values, to }, { type, data }, process);
    const { target, lines, outcomes, isAccepted } = triggered;
    const output = lines.length <= MAX_LINES ? lines : [`${lines.length} × ${type}${target}: ${countTexts(outcomes)}`];
    for (const line of output) process.stdout.write(`${line}\n`);
    return isAccepted ? 0 : 1;
  },
});

/** Rejects options for the other target, because they would be ignored. */
function requireOptionsOf(target: 'mock' | 'receiver', values: Values): void {
  const foreign = foreignOptions[target].find((name) => values[name] !== undefined);
  if (foreign === undefined) return;
  throw usageError(`trigger: --${foreign} ${explanations[target]}`);
}

const foreignOptions = {
  mock: ['secret', 'id', 'timestamp'],
  receiver: ['api-key'],
} as const satisfies Record<string, (keyof Values)[]>;

const explanations = {
  mock: 'needs --to: without --to, a running mock creates and signs the event. Leave out this option, or give --to.',
  receiver: 'is for a running mock, but --to sends events directly to a receiver. Leave out one of the two.',
};

/** Counts how often each text occurs: `39 × 200 OK, 1 × 503 Service Unavailable`. */
function countTexts(texts: readonly string[]): string {
  const groups = Map.groupBy(texts, (text) => text);
  return [...groups].map(([text, same]) => `${same.length} × ${text}`).join(', ');
}

interface Event {
  readonly type: KnownEventType;
  /** Fields that replace the same fields of the sample data. */
  readonly data: EventData | undefined;
}

interface Triggered {
  /** Where the events were sent to, for the summary. */
  readonly target: string;
  /** A line about each result, and what the summary counts of each. */
  readonly lines: readonly string[];
  readonly outcomes: readonly string[];
  /** Whether each event was accepted. */
  readonly isAccepted: boolean;
}

/** @throws CommandError when the receiver responds to no event. */
async function triggerAtReceiver(
  values: Values & { readonly to: string },
  event: Event,
  process: CommandProcess,
): Promise<Triggered> {
  const { to, secret, id, timestamp, count, mock } = values;
  const template = {
    ...event,
    mockOrigin: parseMockUrl(mock).origin,
    id: id === undefined ? undefined : parseEventId('id', id),
    timestamp: timestamp === undefined ? undefined : parseTime('timestamp', timestamp),
  };
  const receiver = { url: parseHttpUrl('to', to), secret: requireSecret(secret, process) };
  const results = await sendEvents(template, receiver, parseWholeNumber('count', count, { min: 1, max: 100_000 }));
  if (results.every(({ status }) => status === null)) {
    const { origin } = receiver.url;
    throw new CommandError(`${origin} does not respond: ${results[0]?.description}. Check the receiver and --to.`);
  }
  const target = ` to ${formatUrl(receiver.url)}`;
  const outcomes = results.map(({ status, description }) =>
    status === null ? `no response (${description})` : description,
  );
  return {
    target,
    lines: results.map(({ id }, index) => `${event.type} ${id}${target}: ${outcomes[index]}`),
    outcomes,
    isAccepted: results.every(({ status }) => status !== null && status >= 200 && status < 300),
  };
}

/** The number of deliveries that a mock keeps by default. */
const MAX_COUNT = 1000;

/** The number of events per batch. Small, because the mock keeps a limited number of deliveries. */
const BATCH = 50;

/** Makes a running mock emit events. An event counts as accepted if at least one webhook accepts it. */
async function triggerInMock(values: Values, event: Event, { stdout }: CommandProcess): Promise<Triggered> {
  const count = parseWholeNumber('count', values.count, { min: 1, max: MAX_COUNT });
  const { mock, shown } = await connectToMock(values);
  const deliveries: Delivery[] = [];
  for (let left = count; left > 0; left -= BATCH) {
    const settled = await emitBatch(mock, event, Math.min(left, BATCH));
    if (settled.length === 0) {
      throw new CommandError(
        `Nothing was sent: no webhook of this API key is registered for ${event.type}. ` +
          'Register one in your application, or with `clipwright listen --forward <url>`.',
      );
    }
    deliveries.push(...settled);
  }
  const lines = deliveries.map((delivery) => deliveryLine(delivery, shown));
  const accepted = deliveries.filter(({ status }) => status === 'delivered').map((delivery) => delivery.event.id);
  return {
    target: '',
    lines: lines.map(createLayout(stdout)),
    outcomes: lines.map(outcomeOf),
    isAccepted: new Set(accepted).size === count,
  };
}

async function emitBatch(mock: RemoteMock, { type, data }: Event, count: number): Promise<Delivery[]> {
  const ids = new Set<string>();
  for (let left = count; left > 0; left -= 1) ids.add((await mock.emit(type, data)).id);
  await mock.settled();
  return (await mock.deliveries).filter(({ event }) => ids.has(event.id));
}
