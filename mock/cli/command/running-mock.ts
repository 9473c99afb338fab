import { eventTypes, type KnownEventType } from '../../../src/contract/event.ts';
import { assumptions } from '../../assumptions.ts';
import { isLoopback } from '../../http/loopback.ts';
import { connectMock } from '../../remote/index.ts';
import type { RemoteMock } from '../../remote/remote-mock.ts';
import { ShownText } from '../log/shown-text.ts';
import { CommandError, type CommandOptions, type OptionValues, valueOption } from './command.ts';
import { parseApiKey, parseEventType, parseHttpUrl, parseList, parseWholeNumber } from './option-values.ts';

const DEFAULT_URL = 'http://127.0.0.1:4010/api/v1';

/** No option has a `default`, so that `trigger` can tell which options the user gave. */
export const runningMockOptions = {
  mock: valueOption('url', `The base URL of the mock, on this machine. Default: ${DEFAULT_URL}.`),
  'api-key': valueOption('key', `The API key of the workspace. Default: ${assumptions.defaultApiKey.value}.`),
} as const satisfies CommandOptions;

export interface RunningMock {
  readonly mock: RemoteMock;
  readonly apiKey: string;
  /** Hides the API key in output. */
  readonly shown: ShownText;
}

/** @throws ConfigurationError when there is no mock of this version, or it rejects the API key. */
export async function connectToMock(values: OptionValues<typeof runningMockOptions>): Promise<RunningMock> {
  const { mock: url, 'api-key': key = assumptions.defaultApiKey.value } = values;
  const apiKey = parseApiKey(key);
  const mock = await connectMock(parseMockUrl(url), { apiKey });
  return { mock, apiKey, shown: new ShownText([apiKey]) };
}

/** Parses the URL of a local mock. Rejects other URLs, because only a local mock accepts control requests. */
export function parseMockUrl(value = DEFAULT_URL): URL {
  const url = parseHttpUrl('mock', value);
  if (isLoopback(url.hostname)) return url;
  throw new CommandError(`--mock must be a loopback URL, such as ${DEFAULT_URL}: control works on this machine only.`);
}

const DEFAULT_LAST = 10;
const MAX_LAST = 1_000_000;

/** No option has a `default`, so that `deliveries` can tell which options the user gave. */
export const deliveryOptions = {
  events: valueOption('types', `The event types, separated by commas. Default: ${eventTypes.join(',')}.`),
  last: valueOption('number', `How many of the newest deliveries are shown. Default: ${DEFAULT_LAST}.`),
} as const satisfies CommandOptions;

export function parseTypes(command: string, value: string | undefined): readonly KnownEventType[] {
  return parseList(value)?.map((type) => parseEventType(command, type)) ?? eventTypes;
}

export function parseLast(value: string | undefined): number {
  return value === undefined ? DEFAULT_LAST : parseWholeNumber('last', value, { max: MAX_LAST });
}
