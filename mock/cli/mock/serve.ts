import { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import type { Mock } from '../../mock.ts';
import type { DataMiddleware, ListenOptions, MockServer } from '../../node/server.ts';
import { CommandError } from '../command/command.ts';
import { optionError } from '../command/option-error.ts';
import { parseList, parseWholeNumber } from '../command/option-values.ts';
import type { MockOptionValues } from './mock-options.ts';

/** The address to listen on, and who may take part. */
export function readListenOptions({ port, host, cors, 'deliver-to': deliverTo }: MockOptionValues): ListenOptions {
  return {
    port: parseWholeNumber('port', port, { max: 65_535 }),
    host,
    ...(cors !== undefined && { cors: parseList(cors) }),
    ...(deliverTo !== undefined && { deliverTo: parseList(deliverTo) }),
  };
}

/** @throws CommandError that names the option as on the command line. */
export async function serve(mock: Mock, middleware: DataMiddleware, options: ListenOptions): Promise<MockServer> {
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
