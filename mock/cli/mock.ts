import { basename } from 'node:path';
import process from 'node:process';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import { createMock } from '../index.ts';
import type { Mock } from '../mock.ts';
import type { DataMiddleware, ListenOptions, MockServer } from '../node/server.ts';
import type { MockOptions } from '../options.ts';
import { MAX_DELAY } from '../time/clock.ts';
import { CommandError, defineCommand } from './command.ts';
import { logAndDelay } from './log-and-delay.ts';
import { findSecret, parseList, parseWholeNumber, SECRET_VARIABLE } from './option-values.ts';
import { ignoreOutputErrors, keepHeapSmall, stopSignal } from './process.ts';
import { seedFromFile } from './seed-file.ts';
import { StateFile } from './state-file.ts';

/** `clipwright mock`: serves the mock until it is stopped. */
export const mock = defineCommand({
  summary: 'Serves the mock over HTTP until it is stopped.',
  options: {
    port: {
      type: 'string',
      placeholder: 'number',
      help: 'The port to listen on; 0 chooses a free one.',
      default: '4010',
    },
    host: {
      type: 'string',
      placeholder: 'address',
      help: 'The address to listen on; 0.0.0.0 for all addresses of the machine.',
      default: '127.0.0.1',
    },
    'seed-file': {
      type: 'string',
      placeholder: 'path',
      help: `A WebVTT or SRT file to create a project from, for the API key "${assumptions.defaultApiKey.value}".`,
    },
    'webhook-secret': {
      type: 'string',
      placeholder: 'secret',
      help: `The secret of all webhooks. Default: the environment variable ${SECRET_VARIABLE}, else each webhook has its own.`,
    },
    cors: {
      type: 'string',
      placeholder: 'origins',
      help: 'The origins whose pages may call the API as well, separated by commas; * for all.',
    },
    'deliver-to': {
      type: 'string',
      placeholder: 'hosts',
      help: 'The hosts, each with or without a port, that deliveries may go to although --host or --cors limits them, separated by commas; * for all. Without --host and --cors, deliveries go to any host.',
    },
    speed: {
      type: 'string',
      placeholder: 'factor',
      help: 'How many times faster than real time the mock runs.',
      default: '1',
    },
    'rate-limit': {
      type: 'string',
      placeholder: 'limit',
      help: 'The rate limit for each API key, such as 60/60s for 60 requests in 60 seconds. Default: no limit.',
    },
    state: {
      type: 'string',
      placeholder: 'path',
      help: 'A file that keeps the state across restarts, created if missing; for one mock at a time.',
    },
    latency: { type: 'string', placeholder: 'ms', help: 'The delay of every request, in milliseconds.', default: '0' },
  },
  notes: `Who can do what:
  By default, programs on this machine and pages of loopback, *.localhost and *.test origins can call the API, with any
  key. Only programs on this machine can control the mock at /_mock. Deliveries go wherever a webhook's URL leads, but
  never to the mock itself.
  With --host beyond loopback, every machine that reaches the address can call the API, but not /_mock. So that it cannot
  have this machine send requests to others, or to itself (server-side request forgery), deliveries go only to the hosts
  of --deliver-to.
  With --cors, the pages of these origins can call the API, but not /_mock. Webhooks that they register must be on this
  machine or on the hosts of --deliver-to. They do not get to know the secret of --webhook-secret.
  With --deliver-to, all who can call the API can have this machine send POST requests to these hosts.`,
  async run(values) {
    keepHeapSmall();
    ignoreOutputErrors();
    const { host, speed, cors, state: path, 'seed-file': seedFile, 'rate-limit': limit } = values;
    const { 'deliver-to': deliverTo } = values;
    const secret = findSecret(values['webhook-secret']);
    const log = logAndDelay(parseWholeNumber('latency', values.latency, { max: MAX_DELAY }));
    const address = {
      port: parseWholeNumber('port', values.port, { max: 65_535 }),
      host,
      ...(cors !== undefined && { cors: parseList(cors) }),
      ...(deliverTo !== undefined && { deliverTo: parseList(deliverTo) }),
    };
    const mock = createConfiguredMock({
      clock: 'realtime',
      speed: Number(speed),
      ...(limit !== undefined && { rateLimit: limit }),
      ...(secret !== undefined && { webhookSecret: secret }),
    });
    const stateFile = path === undefined ? undefined : createStateFile(path, mock);
    const saved = await stateFile?.read();
    const seedMessage = seedFile === undefined ? undefined : await seedFromFile(mock, seedFile);
    mock.setResetPoint();
    const middleware: DataMiddleware = stateFile
      ? (request, handle) => log(request, () => stateFile.middleware(request, handle))
      : log;
    await using server = await startServer(mock, middleware, address);
    // Restores before the first request is handled: since the port was opened, no I/O has been awaited.
    await stateFile?.start(saved, Number(speed));
    const stopped = stopSignal();
    console.log(server.baseUrl);
    if (path !== undefined) console.log(`${saved ? 'Restored the state from' : 'Saving the state to'} ${path}.`);
    if (seedFile !== undefined) {
      const notSeeded = `Did not seed ${basename(seedFile)}: the state was restored. A reset (POST /_mock/reset) seeds it.`;
      console.log(saved ? notSeeded : seedMessage);
    }
    await stopped;
    // Exits at once: the event loop would wait for open requests, and for a delivery without a response.
    process.exit((await stateFile?.save()) === false ? 1 : 0);
  },
});

/** @throws CommandError that names the option as on the command line. */
function createConfiguredMock(options: MockOptions): Mock {
  try {
    return createMock(options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw optionError(error);
  }
}

function optionError({ option, message }: ConfigurationError): CommandError {
  const name = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new CommandError(`--${name}${message.slice(option.length)}`);
}

function createStateFile(path: string, mock: Mock): StateFile {
  if (path === '') throw new CommandError('--state must not be empty.');
  return new StateFile(path, mock);
}

async function startServer(mock: Mock, middleware: DataMiddleware, options: ListenOptions): Promise<MockServer> {
  try {
    return await mock.listenWith(middleware, options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    if (error.option === 'host') throw new CommandError('--host must be an address of this machine.');
    if (error.option !== 'port') throw optionError(error);
    const { host, port } = options;
    throw new CommandError(
      `${host}:${port} ${error.message.slice('port '.length)} Choose another with --port (0 chooses a free one) or --host.`,
    );
  }
}
