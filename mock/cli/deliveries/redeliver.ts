import { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import type { Delivery } from '../../deliveries/delivery.ts';
import { defineCommand } from '../command/command.ts';
import { isDeliveryId, unknownDelivery } from '../command/delivery-id.ts';
import { connectToMock, inWords, type RunningMock, runningMockOptions } from '../command/running-mock.ts';
import { deliveryLine } from '../log/delivery-line.ts';
import { createLayout } from '../log/layout.ts';

/** `clipwright redeliver`: has a running mock send a delivery again. */
export const redeliver = defineCommand({
  summary: 'Has a running mock send a webhook delivery again, signed anew, and prints what becomes of it.',
  argument: { name: 'id', help: 'The id of the delivery, such as delivery-2; `clipwright deliveries` lists them.' },
  options: { ...runningMockOptions, json: { type: 'boolean', help: 'Prints the delivery as a JSON object.' } },
  async run({ json: isJson, ...values }, id, { stdout }) {
    const running = await connectToMock(values);
    const delivery = await inWords(sendAgain(running, id));
    const { shown } = running;
    const line = () => createLayout(stdout)(deliveryLine(delivery, shown));
    stdout.write(`${isJson ? shown.json({ type: 'delivery', delivery }) : line()}\n`);
    return isAccepted(delivery) ? 0 : 1;
  },
});

async function sendAgain({ mock }: RunningMock, id: string): Promise<Delivery> {
  if (!isDeliveryId(id)) throw unknownDelivery();
  try {
    return await mock.redeliver(id);
  } catch (error) {
    throw error instanceof ConfigurationError && error.option === 'id' ? unknownDelivery() : error;
  }
}

/** Whether the last attempt got a 2xx: the delivery as a whole stays delivered if an earlier one did. */
function isAccepted({ attempts }: Delivery): boolean {
  return attempts.at(-1)?.reason === null;
}
