import { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import { assumptions } from '../../assumptions.ts';
import type { Mock } from '../../mock.ts';
import type { DataMiddleware, ListenOptions, MockServer } from '../../node/server.ts';
import { MAX_DELAY } from '../../time/clock.ts';
import { CommandError, defineCommand } from '../command/command.ts';
import { parseList, parseWholeNumber } from '../command/option-values.ts';
import { ignoreOutputErrors, stopSignal } from '../command/process.ts';
import { announce, consoleAddress, openBrowser } from './announce.ts';
import { configureMock, seedFromFile } from './configure-mock.ts';
import { createLog, delayAndLog, logChanges } from './logging.ts';
import { FAULT_EXAMPLE, type MockOptionValues, mockNotes, mockOptions, readOutputMode } from './mock-options.ts';
import { StateFile } from './state-file.ts';

export const mock = defineCommand({
  summary: 'Serves the mock over HTTP until it is stopped.',
  options: mockOptions,
  examples: [
    'npx clipwright mock',
    'npx clipwright mock --port 0 --clock manual --quiet',
    `npx clipwright mock --fault '${FAULT_EXAMPLE}'`,
  ],
  notes: mockNotes,
  async run(values, _, process) {
    ignoreOutputErrors(process);
    const mode = readOutputMode(values);
    const { state: path, 'seed-file': seedFile } = values;
    const latencyMs = parseWholeNumber('latency', values.latency, { max: MAX_DELAY });
    const address = readListenOptions(values);
    const { mock, apiKeys } = await configureMock(values, process);
    if (path === '') throw new CommandError('--state must not be empty.');
    const stateFile = path === undefined ? undefined : new StateFile(path, mock, process);
    const saved = await stateFile?.read();
    const seeded = seedFile === undefined ? undefined : await seedFromFile(mock, seedFile);
    mock.setResetPoint();
    const logging = createLog(mode, apiKeys, latencyMs, process.stdout);
    await using server = await serve(mock, withState(stateFile, delayAndLog(latencyMs, logging)), address);
    // Call this in the tick in which `serve` resolves, so that no request is handled before the state is restored.
    await stateFile?.start(saved);
    const stopped = stopSignal(process);
    const state = path === undefined ? undefined : { path, isRestored: saved !== undefined };
    const apiKey = apiKeys?.[0] ?? assumptions.defaultApiKey.value;
    // Programs read the address from the first line, so nothing may be printed before it.
    announce({ baseUrl: server.baseUrl, apiKey, apiKeys, state, seeded }, mode, process.stdout);
    if (values.open) openBrowser(consoleAddress(server.baseUrl), process);
    if (logging) mock.observe(logChanges(logging));
    await stopped;
    // Exit explicitly, because the event loop would wait for open requests and for deliveries without a response.
    return process.exit((await stateFile?.save()) === false ? 1 : 0);
  },
});

function withState(stateFile: StateFile | undefined, log: DataMiddleware): DataMiddleware {
  if (!stateFile) return log;
  return (request, handle) => log(request, () => stateFile.middleware(request, handle));
}

function readListenOptions({ port, host, cors, 'deliver-to': deliverTo }: MockOptionValues): ListenOptions {
  const portNumber = parseWholeNumber('port', port, { max: 65_535 });
  return { port: portNumber, host, cors: parseList(cors), deliverTo: parseList(deliverTo) };
}

/** @throws CommandError that names the option of the command line, such as `--port`. */
async function serve(mock: Mock, middleware: DataMiddleware, options: ListenOptions): Promise<MockServer> {
  try {
    return await mock.listenWith(middleware, options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    if (error.option === 'host') throw new CommandError('--host must be an address of this machine.');
    if (error.option !== 'port') throw error;
    const { host, port } = options;
    throw new CommandError(
      `${host}:${port} ${error.message.slice('port '.length)} Choose another with --port (0 chooses a free one) or --host.`,
    );
  }
}
