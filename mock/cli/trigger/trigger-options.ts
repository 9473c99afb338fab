import { type CommandOptions, type OptionValues, valueOption } from '../command/command.ts';
import { SECRET_VARIABLE } from '../command/option-values.ts';
import { runningMockOptions } from '../command/running-mock.ts';

export const MAX_CONCURRENT = 10;

/** The maximum number of results that are listed one by one instead of being summarized. */
export const MAX_LINES = 10;

export const triggerOptions = {
  to: valueOption('url', 'The URL of a receiver. The events go directly to this URL, not through a mock.'),
  secret: valueOption('secret', `With --to: the secret. Default: the environment variable ${SECRET_VARIABLE}.`),
  ...runningMockOptions,
  mock: {
    ...runningMockOptions.mock,
    help: `${runningMockOptions.mock.help} With --to: the mock that serves the sample file at \`download_url\`, while it runs.`,
  },
  data: valueOption(
    'json',
    "Fields of the event's data as a JSON object; they replace the same fields of the sample data.",
  ),
  id: valueOption(
    'id',
    'With --to: the id of the event. Give the id of an earlier event to send a duplicate. Default: a new id for each event.',
  ),
  timestamp: valueOption(
    'time',
    'With --to: when the event happened and was signed, as Unix time in seconds, or ISO 8601 with a zone. Default: now.',
  ),
  count: {
    ...valueOption(
      'number',
      `How many events to send, each with its own id unless --id is given. With --to, ${MAX_CONCURRENT} are sent at a time. More than ${MAX_LINES} results are summarized.`,
    ),
    default: '1',
  },
} as const satisfies CommandOptions;

export type TriggerOptionValues = OptionValues<typeof triggerOptions>;

/** Counts how often each text occurs: `39 × 200 OK, 1 × 503 Service Unavailable`. */
export function countTexts(texts: readonly string[]): string {
  const groups = Map.groupBy(texts, (text) => text);
  return [...groups].map(([text, same]) => `${same.length} × ${text}`).join(', ');
}
