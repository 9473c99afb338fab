import { type CommandOptions, type OptionValues, valueOption } from '../command/command.ts';
import { SECRET_VARIABLE } from '../command/option-values.ts';
import { runningMockOptions } from '../command/running-mock.ts';

/** How many events are sent to a receiver concurrently. */
export const MAX_CONCURRENT = 10;

/** The maximum number of results that are listed one by one instead of being summarized. */
export const MAX_LINES = 10;

export const triggerOptions = {
  to: valueOption('url', 'The URL of a receiver. The events go straight there, not through a mock.'),
  secret: valueOption('secret', `With --to: the secret. Default: the environment variable ${SECRET_VARIABLE}.`),
  ...runningMockOptions,
  mock: {
    ...runningMockOptions.mock,
    help: `${runningMockOptions.mock.help} With --to: the mock whose sample file is the \`download_url\`, which works while it runs.`,
  },
  data: valueOption('json', "Fields of the event's data as a JSON object; they replace those of the sample data."),
  id: valueOption(
    'id',
    'With --to: the id of the event. The id of an earlier event sends it again, as of now. Default: a new id for each event.',
  ),
  timestamp: valueOption(
    'time',
    'With --to: when the event happened and was signed, as Unix time in seconds, or ISO 8601 with a zone. Default: now.',
  ),
  count: {
    ...valueOption(
      'number',
      `How many events to send, each with its own id unless --id is given, with --to ${MAX_CONCURRENT} at a time; the results of more than ${MAX_LINES} are summarized.`,
    ),
    default: '1',
  },
} as const satisfies CommandOptions;

export type TriggerOptionValues = OptionValues<typeof triggerOptions>;

/** Counts how often each text occurs: `39 × 200 OK, 1 × 503 Service Unavailable`. */
export function countTexts(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} × ${text}`).join(', ');
}
