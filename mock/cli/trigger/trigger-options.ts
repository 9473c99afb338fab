import type { CommandOptions, OptionValues } from '../command/command.ts';
import { SECRET_VARIABLE } from '../command/option-values.ts';
import { runningMockOptions } from '../command/running-mock.ts';

/** How many events are sent to a receiver at the same time. */
export const MAX_CONCURRENT = 10;

/** More results than this are summarized. */
export const MAX_LINES = 10;

/** The options of `clipwright trigger`. */
export const triggerOptions = {
  to: {
    type: 'string',
    placeholder: 'url',
    help: 'The URL of a receiver. The events go straight there, not through a mock.',
  },
  secret: {
    type: 'string',
    placeholder: 'secret',
    help: `With --to: the secret of the webhook. Default: the environment variable ${SECRET_VARIABLE}.`,
  },
  ...runningMockOptions,
  data: {
    type: 'string',
    placeholder: 'json',
    help: "Fields of the event's data as a JSON object; they replace those of the sample data.",
  },
  id: {
    type: 'string',
    placeholder: 'id',
    help: 'With --to: the id of the event. The id of an earlier event sends it again, as of now. Default: a new id for each event.',
  },
  timestamp: {
    type: 'string',
    placeholder: 'time',
    help: 'With --to: when the event happened and was signed, as Unix time in seconds, or ISO 8601 with a zone. Default: now.',
  },
  count: {
    type: 'string',
    placeholder: 'number',
    help: `How many events to send, each with its own id unless --id is given, with --to ${MAX_CONCURRENT} at a time; the results of more than ${MAX_LINES} are summarized.`,
    default: '1',
  },
} as const satisfies CommandOptions;

/** The values of these options. */
export type TriggerOptionValues = OptionValues<typeof triggerOptions>;

/** How often each text occurs: `39 × 200 OK, 1 × 503 Service Unavailable`. */
export function countTexts(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} × ${text}`).join(', ');
}
