import { type EventData, eventTypes, type KnownEventType } from '../../../src/contract/event.ts';
import type { Delivery } from '../../deliveries/delivery.ts';
import type { RemoteMock } from '../../remote/remote-mock.ts';
import { CommandError, defineCommand, usageError } from '../command/command.ts';
import { parseEventType, parseJsonObject, parseWholeNumber } from '../command/option-values.ts';
import type { CommandProcess } from '../command/process.ts';
import { connectToMock, type RunningMock } from '../command/running-mock.ts';
import { deliveryLine } from '../log/delivery-line.ts';
import { createLayout, type LogStream, outcomeOf } from '../log/layout.ts';
import { triggerAtReceiver } from './trigger-at-receiver.ts';
import { countTexts, MAX_LINES, type TriggerOptionValues, triggerOptions } from './trigger-options.ts';

export const trigger = defineCommand({
  summary: 'Sends signed events to the webhooks of a running mock, which records them; or, with --to, to any receiver.',
  argument: { name: 'type', help: `One of ${eventTypes.join(', ')}.` },
  options: triggerOptions,
  examples: [
    'npx clipwright trigger export.ready',
    `npx clipwright trigger job.failed --data '{"error":"no audio"}' --count 20`,
    'npx clipwright trigger export.ready --to http://127.0.0.1:3000/webhooks --secret whsec_local',
  ],
  async run(values, argument, process) {
    const type = parseEventType('trigger', argument);
    const { to } = values;
    requireOptionsOf(to === undefined ? 'mock' : 'receiver', values);
    if (to === undefined) return triggerInMock(values, type, process);
    return triggerAtReceiver({ ...values, to }, type, process);
  },
});

/** Rejects options for the other target, because they would be ignored. */
function requireOptionsOf(target: 'mock' | 'receiver', values: TriggerOptionValues): void {
  const foreign = foreignOptions[target].find((name) => values[name] !== undefined);
  if (foreign === undefined) return;
  throw usageError(`trigger: --${foreign} ${explanations[target]}`);
}

const foreignOptions = {
  mock: ['secret', 'id', 'timestamp'],
  receiver: ['api-key'],
} as const satisfies Record<string, (keyof TriggerOptionValues)[]>;

const explanations = {
  mock: 'needs --to: without --to, a running mock creates and signs the event. Leave out this option, or give --to.',
  receiver: 'is for a running mock, but --to sends events directly to a receiver. Leave out one of the two.',
};

/** The number of deliveries that a mock keeps by default. */
const MAX_COUNT = 1000;

/** The number of events per batch. Small, because the mock keeps a limited number of deliveries. */
const BATCH = 50;

/** Makes a running mock emit events. Resolves to the exit code: 0 if a webhook has accepted each event, otherwise 1. */
async function triggerInMock(
  values: TriggerOptionValues,
  type: KnownEventType,
  { stdout }: CommandProcess,
): Promise<number> {
  const data = values.data === undefined ? undefined : parseJsonObject('data', values.data);
  const count = parseWholeNumber('count', values.count, { min: 1, max: MAX_COUNT });
  const running = await connectToMock(values);
  const deliveries = await emitAll(running.mock, { type, data, count });
  for (const line of outputLines(deliveries, type, running, stdout)) stdout.write(`${line}\n`);
  const accepted = deliveries.filter(({ status }) => status === 'delivered').map(({ event }) => event.id);
  return new Set(accepted).size === count ? 0 : 1;
}

interface Emission {
  readonly type: KnownEventType;
  readonly data: EventData | undefined;
  readonly count: number;
}

async function emitAll(mock: RemoteMock, { count, ...event }: Emission): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let left = count; left > 0; left -= BATCH) {
    const settled = await emitBatch(mock, { ...event, count: Math.min(left, BATCH) });
    if (settled.length === 0) {
      throw new CommandError(
        `Nothing was sent: no webhook of this API key is registered for ${event.type}. ` +
          'Register one in your application, or with `clipwright listen --forward <url>`.',
      );
    }
    deliveries.push(...settled);
  }
  return deliveries;
}

async function emitBatch(mock: RemoteMock, { type, data, count }: Emission): Promise<Delivery[]> {
  const ids = new Set<string>();
  for (let left = count; left > 0; left -= 1) ids.add((await mock.emit(type, data)).id);
  await mock.settled();
  return (await mock.deliveries).filter(({ event }) => ids.has(event.id));
}

function outputLines(
  deliveries: readonly Delivery[],
  type: string,
  { shown }: RunningMock,
  stream: LogStream,
): string[] {
  const lines = deliveries.map((delivery) => deliveryLine(delivery, shown));
  if (lines.length <= MAX_LINES) return lines.map(createLayout(stream));
  return [`${lines.length} × ${type}: ${countTexts(lines.map(outcomeOf))}`];
}
