import { eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { usageError } from './command.ts';

/** @throws CommandError when there is no such type; it does not show the text, which may be a secret gone astray. */
export function requireEventType(command: string, text: string): KnownEventType {
  const type = eventTypes.find((known) => known === text);
  if (!type) throw usageError(`${command}: there is no such event type. It is one of ${eventTypes.join(', ')}.`);
  return type;
}
