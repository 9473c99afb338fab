import type { KnownEventType } from '../../../src/contract/event.ts';
import { CommandError } from '../command/command.ts';
import {
  parseEventId,
  parseHttpUrl,
  parseJsonObject,
  parseTime,
  parseWholeNumber,
  requireSecret,
} from '../command/option-values.ts';
import type { CommandProcess } from '../command/process.ts';
import { formatUrl } from '../log/format.ts';
import { countTexts } from './count-texts.ts';
import { type SendResult, sendEvents } from './send-events.ts';
import { MAX_LINES, type TriggerOptionValues } from './trigger-options.ts';

const MAX_COUNT = 100_000;

/** Sends events to a receiver, and resolves to the exit code: 1 unless the receiver accepts all. */
export async function triggerAtReceiver(
  values: TriggerOptionValues & { readonly to: string },
  type: KnownEventType,
  process: CommandProcess,
): Promise<number> {
  const { to, secret, data, id, timestamp, count } = values;
  const template = {
    type,
    data: data === undefined ? undefined : parseJsonObject('data', data),
    id: id === undefined ? undefined : parseEventId('id', id),
    timestamp: timestamp === undefined ? undefined : parseTime('timestamp', timestamp),
  };
  const receiver = { url: parseHttpUrl('to', to), secret: requireSecret(secret, process) };
  const results = await sendEvents(template, receiver, parseWholeNumber('count', count, { min: 1, max: MAX_COUNT }));
  requireAnyResponse(results, receiver.url);
  for (const line of outputLines(results, type, formatUrl(receiver.url))) process.stdout.write(`${line}\n`);
  return results.every(isSuccess) ? 0 : 1;
}

function requireAnyResponse(results: readonly SendResult[], { origin }: URL): void {
  if (results.some(({ status }) => status !== null)) return;
  throw new CommandError(`${origin} does not respond: ${results[0]?.description}. Start the receiver, or fix --to.`);
}

function outputLines(results: readonly SendResult[], type: string, url: string): string[] {
  if (results.length > MAX_LINES)
    return [`${results.length} × ${type} to ${url}: ${countTexts(results.map(describe))}`];
  return results.map((result) => `${type} ${result.id} to ${url}: ${describe(result)}`);
}

function describe({ status, description }: SendResult): string {
  return status === null ? `no response (${description})` : description;
}

function isSuccess({ status }: SendResult): boolean {
  return status !== null && status >= 200 && status < 300;
}
