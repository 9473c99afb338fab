import { eventTypes, type KnownEventType } from '../../../src/contract/event.ts';
import type { CommandOptions } from './command.ts';
import { parseEventType, parseList, parseWholeNumber } from './option-values.ts';

const DEFAULT_LAST = 10;
const MAX_LAST = 1_000_000;

/** Which deliveries are shown. The options have no `default`, so that we can tell which ones were given. */
export const deliveryOptions = {
  events: {
    type: 'string',
    placeholder: 'types',
    help: `The event types, separated by commas. Default: ${eventTypes.join(',')}.`,
  },
  last: {
    type: 'string',
    placeholder: 'number',
    help: `How many deliveries are shown: the newest that the mock has kept. Default: ${DEFAULT_LAST}.`,
  },
} as const satisfies CommandOptions;

/** @throws CommandError when a type is unknown. */
export function parseTypes(command: string, value: string | undefined): readonly KnownEventType[] {
  return value === undefined ? eventTypes : parseList(value).map((type) => parseEventType(command, type));
}

/** @throws CommandError when the value is not a number of deliveries. */
export function parseLast(value: string | undefined): number {
  return value === undefined ? DEFAULT_LAST : parseWholeNumber('last', value, { max: MAX_LAST });
}

/** Whether an event is of one of the types. */
export function isOneOf(types: readonly string[]): (type: string) => boolean {
  const wanted = new Set(types);
  return (type) => wanted.has(type);
}
