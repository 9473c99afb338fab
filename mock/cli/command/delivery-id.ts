import { CommandError } from './command.ts';

/** Whether this could be the id of a delivery: what could not is not sent, as it might be another path. */
export function isDeliveryId(value: string): boolean {
  return /^[\w-]+$/.test(value);
}

/** The error for an id that the mock does not know; it does not show it, as it may be a misplaced secret. */
export function unknownDelivery(): CommandError {
  return new CommandError(
    'The mock keeps no delivery with this id for this API key. `clipwright deliveries` lists the ids of those that it keeps.',
  );
}
