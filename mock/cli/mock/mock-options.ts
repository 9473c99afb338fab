import { assumptions } from '../../assumptions.ts';
import { type CommandOptions, type OptionValues, usageError, valueOption } from '../command/command.ts';
import { SECRET_VARIABLE } from '../command/option-values.ts';

/** An example for the help and for errors about `--fault`. */
export const FAULT_EXAMPLE = '{"match":{"endpoint":"projects.create"},"status":503,"times":1}';

export const mockOptions = {
  port: { ...valueOption('number', 'The port to listen on; 0 chooses a free one.'), default: '4010' },
  host: { ...valueOption('address', 'The address to listen on; 0.0.0.0 for all.'), default: '127.0.0.1' },
  'seed-file': valueOption('path', 'A WebVTT or SRT file to create a project from, for the first key of --api-key.'),
  'api-key': valueOption(
    'keys',
    `The API keys that are accepted, separated by commas. Default: any key; "${assumptions.defaultApiKey.value}" counts as the first.`,
  ),
  'webhook-secret': valueOption(
    'secret',
    `The secret of all webhooks. Default: the environment variable ${SECRET_VARIABLE}, else each webhook has its own.`,
  ),
  cors: valueOption(
    'origins',
    'More origins whose pages may call the API, separated by commas; * for all. Calls may also use the hosts of these origins.',
  ),
  'deliver-to': valueOption(
    'hosts',
    'The hosts, each with or without a port, to which deliveries may go even if --host or --cors limits deliveries, separated by commas; * for all. Without --host and --cors, deliveries go to any host.',
  ),
  clock: {
    ...valueOption(
      'mode',
      'How time passes: realtime; manual, only by POST /_mock/clock; or stepped, where each poll takes a job one step closer to its end.',
    ),
    default: 'realtime',
  },
  speed: valueOption('factor', 'How many times faster than real time a realtime clock runs. Default: 1.'),
  'rate-limit': valueOption('limit', 'The rate limit of each API key: 60/60s is 60 requests in 60 s. Default: none.'),
  state: valueOption(
    'path',
    'A file that keeps the state across restarts, created if missing; each mock needs its own.',
  ),
  fault: {
    ...valueOption(
      'json',
      `A fault as for mock.faults.add, such as '${FAULT_EXAMPLE}'; can be given several times. A reset removes them.`,
    ),
    multiple: true,
  },
  'unknown-fields': valueOption(
    'mode',
    'What happens to request fields that the mock does not know: warn ignores them, fail rejects the request. Default: warn.',
  ),
  answers: valueOption(
    'path',
    'A report of `clipwright check --out`. The mock responds as that service does, where it can.',
  ),
  latency: { ...valueOption('ms', 'The delay of every request except to /_mock, in milliseconds.'), default: '0' },
  open: { type: 'boolean', help: 'Opens the console in the browser.' },
  quiet: { type: 'boolean', help: 'Prints only the address.' },
  verbose: {
    type: 'boolean',
    help: 'Also prints the query and both bodies of each request, the headers of each delivery, and each request to /_mock. API keys are left out.',
  },
  json: { type: 'boolean', help: 'Prints a JSON object per line: the address, then each request, delivery and event.' },
} as const satisfies CommandOptions;

export type MockOptionValues = OptionValues<typeof mockOptions>;

export const mockNotes = `Who can do what:
  By default, programs on this machine and pages of loopback, *.localhost and *.test origins can call the API, with any
  key, at a URL whose host is loopback, *.localhost or *.test. Only programs on this machine can control the mock at /_mock.
  Deliveries go to the URL of any webhook, but never to the mock itself.
  With --host beyond loopback, every machine that reaches the address can call the API, but not /_mock. Deliveries go only
  to the hosts of --deliver-to. Otherwise other machines could make this machine send requests to any host, or to itself
  (server-side request forgery).
  With --cors, the pages of these origins can call the API, also at their own host, but not /_mock. Webhooks that these
  pages register must be on this machine or on the hosts of --deliver-to. The pages cannot read the secret of
  --webhook-secret.
  With --deliver-to, everyone who can call the API can make this machine send POST requests to these hosts.`;

const modes = ['quiet', 'verbose', 'json'] as const;

/** The format of the output. `lines` is the default. */
export type OutputMode = (typeof modes)[number] | 'lines';

export function readOutputMode(values: MockOptionValues): OutputMode {
  const [mode = 'lines', other] = modes.filter((name) => values[name]);
  if (other) throw usageError(`mock: --${mode} and --${other} exclude each other. Give only one of them.`);
  return mode;
}
