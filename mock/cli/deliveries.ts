import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { CommandError, defineCommand, type OptionValues, usageError } from './command/command.ts';
import {
  connectToMock,
  deliveryOptions,
  parseLast,
  parseTypes,
  type RunningMock,
  runningMockOptions,
} from './command/running-mock.ts';
import { keptDeliveries } from './listen/hear.ts';
import { newest } from './listen/lines.ts';
import { deliveryDetail } from './log/delivery-detail.ts';
import { deliveryLine, keptDeliveryLine } from './log/delivery-line.ts';
import { createLayout, type LogStream } from './log/layout.ts';
import { createPaint } from './log/terminal-text.ts';

const options = {
  ...runningMockOptions,
  ...deliveryOptions,
  json: { type: 'boolean', help: 'Prints a JSON object per line: each delivery, in the format of `mock.deliveries`.' },
} as const;

export const deliveries = defineCommand({
  summary:
    'Lists the webhook deliveries of a running mock, or shows one delivery with its body, its headers and each attempt.',
  argument: { name: 'id', help: 'The id of the delivery to show, such as delivery-2.', isOptional: true },
  options,
  examples: ['npx clipwright deliveries --events export.ready --last 3', 'npx clipwright deliveries delivery-1'],
  async run({ json: isJson = false, ...values }, id, { stdout }) {
    const running = await connectToMock(values);
    const shown = id === '' ? await list(values, running) : [await find(values, running, id)];
    const lines = linesOf(shown, { isJson, isDetail: id !== '' }, running, stdout);
    for (const line of lines) stdout.write(`${line}\n`);
    return 0;
  },
});

type DeliveriesValues = Pick<OptionValues<typeof options>, 'events' | 'last'>;

async function list({ events, last }: DeliveriesValues, { mock }: RunningMock): Promise<readonly Delivery[]> {
  const types = parseTypes('deliveries', events);
  const count = parseLast(last);
  const isWanted = (type: string) => types.some((each) => each === type);
  return newest(await keptDeliveries({ mock, isWanted }), count);
}

async function find({ events, last }: DeliveriesValues, { mock }: RunningMock, id: string): Promise<Delivery> {
  if (events !== undefined || last !== undefined) {
    throw usageError('deliveries: --events and --last apply only to the list. Leave out these options, or the id.');
  }
  const delivery = (await mock.deliveries).find((each) => each.id === id);
  if (!delivery) throw unknownDelivery();
  return delivery;
}

function linesOf(
  found: readonly Delivery[],
  { isJson, isDetail }: { readonly isJson: boolean; readonly isDetail: boolean },
  { shown }: RunningMock,
  stream: LogStream,
): string[] {
  if (isJson) return found.map((delivery) => shown.json({ type: 'delivery', delivery }));
  if (found.length === 0) return ['The mock has no matching deliveries of this API key.'];
  if (isDetail) return found.flatMap((delivery) => deliveryDetail(delivery, shown, createPaint(stream)));
  const layOut = createLayout(stream);
  return found.map((delivery) => layOut(keptDeliveryLine(delivery, shown)));
}

export const redeliver = defineCommand({
  summary: 'Makes a running mock send a webhook delivery again, with a new signature, and prints the outcome.',
  argument: { name: 'id', help: 'The id of the delivery, such as delivery-2; `clipwright deliveries` lists them.' },
  options: { ...runningMockOptions, json: { type: 'boolean', help: 'Prints the delivery as a JSON object.' } },
  examples: ['npx clipwright redeliver delivery-1'],
  async run({ json: isJson, ...values }, id, { stdout }) {
    const running = await connectToMock(values);
    const delivery = await sendAgain(running, id);
    const { shown } = running;
    const line = () => createLayout(stdout)(deliveryLine(delivery, shown));
    stdout.write(`${isJson ? shown.json({ type: 'delivery', delivery }) : line()}\n`);
    return isAccepted(delivery) ? 0 : 1;
  },
});

async function sendAgain({ mock }: RunningMock, id: string): Promise<Delivery> {
  try {
    return await mock.redeliver(id);
  } catch (error) {
    throw error instanceof ConfigurationError && error.option === 'id' ? unknownDelivery() : error;
  }
}

/** Returns whether the last response was a 2xx. `status` stays `delivered` even if a later attempt fails. */
function isAccepted({ attempts }: Delivery): boolean {
  return attempts.at(-1)?.reason === null;
}

/** Returns an error that does not show the id, because it may be a misplaced secret. */
function unknownDelivery(): CommandError {
  return new CommandError(
    'The mock has no delivery with this id for this API key. `clipwright deliveries` lists the known deliveries.',
  );
}
