import { eventTypes } from '../../../src/contract/event.ts';
import { defineCommand, usageError } from '../command/command.ts';
import { parseEventType } from '../command/option-values.ts';
import { triggerAtReceiver } from './trigger-at-receiver.ts';
import { triggerInMock } from './trigger-in-mock.ts';
import { type TriggerOptionValues, triggerOptions } from './trigger-options.ts';

/** `clipwright trigger`: makes a running mock send events to its webhooks, or sends them to a receiver itself. */
export const trigger = defineCommand({
  summary: 'Sends signed events: to the webhooks of a running mock, which records that; with --to to any receiver.',
  argument: { name: 'type', help: `One of ${eventTypes.join(', ')}.` },
  options: triggerOptions,
  async run(values, argument, process) {
    const type = parseEventType('trigger', argument);
    requireOptionsOf(values.to === undefined ? 'mock' : 'receiver', values);
    const { to } = values;
    return to === undefined
      ? triggerInMock(values, type, process)
      : triggerAtReceiver({ ...values, to }, type, process);
  },
});

/** Rejects options that would be ignored because they belong to the other way of sending. */
function requireOptionsOf(target: 'mock' | 'receiver', values: TriggerOptionValues): void {
  const foreign = foreignOptions[target].find((name) => values[name] !== undefined);
  if (foreign === undefined) return;
  throw usageError(`trigger: --${foreign} ${explanations[target]}`);
}

const foreignOptions = {
  mock: ['secret', 'id', 'timestamp'],
  receiver: ['mock', 'api-key'],
} as const satisfies Record<string, (keyof TriggerOptionValues)[]>;

const explanations = {
  mock: 'goes with --to: without it, a running mock makes the event and signs it. Leave it out, or give --to.',
  receiver: 'is for a running mock, but --to sends events straight to a receiver. Leave out one of the two.',
};
