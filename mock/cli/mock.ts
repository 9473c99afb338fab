import { basename } from 'node:path';
import process from 'node:process';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import { createMock } from '../index.ts';
import type { Mock } from '../mock.ts';
import type { ListenOptions, MockServer } from '../node/server.ts';
import type { MockOptions } from '../options.ts';
import { MAX_DELAY } from '../time/clock.ts';
import { CommandError, defineCommand } from './command.ts';
import { logAndDelay } from './log-and-delay.ts';
import { seedFromFile } from './seed-file.ts';
import { keepHeapSmall } from './small-heap.ts';
import { type SavedState, StateFile } from './state-file.ts';
import { stopSignal } from './stop-signal.ts';
import { wholeNumber } from './whole-number.ts';

/** `clipwright mock`: serves the mock until it is told to stop. */
export const mock = defineCommand({
  summary: 'Serves the mock over HTTP until it is stopped.',
  options: {
    port: { type: 'string', value: 'number', help: 'The port to listen on; 0 takes a free one.', default: '4010' },
    host: {
      type: 'string',
      value: 'address',
      help: 'The address to listen on; 0.0.0.0 is all of the machine.',
      default: '127.0.0.1',
    },
    'seed-file': {
      type: 'string',
      value: 'path',
      help: `A WebVTT or SRT file to make a project of, for the API key "${assumptions.defaultApiKey.value}".`,
    },
    'webhook-secret': {
      type: 'string',
      value: 'secret',
      help: 'What all deliveries are signed with; each webhook has a secret of its own if left out.',
    },
    speed: { type: 'string', value: 'factor', help: 'How many times faster than real time jobs run.', default: '1' },
    'rate-limit': {
      type: 'string',
      value: 'limit',
      help: 'Requests per seconds and API key, as in 60/60s; no limit if left out.',
    },
    state: {
      type: 'string',
      value: 'path',
      help: 'A file that keeps the state across restarts, of one mock at a time; a new one is begun where there is none.',
    },
    latency: { type: 'string', value: 'ms', help: 'How long every request is held up.', default: '0' },
  },
  async run(values) {
    keepHeapSmall();
    const { host, speed, state: path, 'seed-file': seedFile, 'rate-limit': limit, 'webhook-secret': secret } = values;
    const log = logAndDelay(wholeNumber('latency', values.latency, MAX_DELAY));
    const address = { port: wholeNumber('port', values.port, 65_535), host };
    const mock = configured({
      clock: 'realtime',
      speed: Number(speed),
      ...(limit !== undefined && { rateLimit: limit }),
      ...(secret !== undefined && { webhookSecret: secret }),
    });
    const state = path === undefined ? undefined : stateFile(path, mock);
    const saved = await state?.read();
    const seeded = seedFile === undefined ? undefined : await seedFromFile(mock, seedFile);
    mock.setResetPoint();
    const middleware: typeof log = state
      ? (request, handle) => log(request, (each) => state.middleware(each, handle))
      : log;
    await using server = await listening(mock, { ...address, middleware });
    // Before the first request: nothing but promises was waited for since the port was opened.
    await state?.begin(saved, Number(speed));
    const stopped = stopSignal();
    console.log(server.baseUrl);
    for (const line of told({ path, saved, seedFile, seeded })) console.log(line);
    await stopped;
    // Cuts off what is under way, a delivery that nobody answers too: the event loop would wait for it.
    process.exit((await state?.save()) === false ? 1 : 0);
  },
});

interface Beginning {
  readonly path: string | undefined;
  readonly saved: SavedState | undefined;
  readonly seedFile: string | undefined;
  readonly seeded: string | undefined;
}

/** What the mock has begun with, a line each. */
function* told({ path, saved, seedFile, seeded }: Beginning): Generator<string> {
  if (path !== undefined) yield `${saved ? 'Took up its state from' : 'Keeps its state in'} ${path}.`;
  if (seedFile === undefined || seeded === undefined) return;
  yield saved ? `Did not seed ${basename(seedFile)} again: only a reset gives it back.` : seeded;
}

/** @throws CommandError that names the option as it is written on the command line. */
function configured(options: MockOptions): Mock {
  try {
    return createMock(options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const option = error.option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new CommandError(`--${option}${error.message.slice(error.option.length)}`);
  }
}

function stateFile(path: string, mock: Mock): StateFile {
  if (path === '') throw new CommandError('--state must not be empty.');
  return new StateFile(path, mock);
}

async function listening(mock: Mock, options: ListenOptions): Promise<MockServer> {
  try {
    return await mock.listen(options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { host, port } = options;
    throw new CommandError(
      `${host}:${port} ${error.message.slice('port '.length)} Choose another with --port (0 takes a free one) or --host.`,
    );
  }
}
