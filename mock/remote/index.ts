/**
 * A mock in another process, started by `clipwright mock` or `mock.listen()`. It is controlled like a mock in process,
 * with `await` before each call.
 *
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 * import { connectMock } from 'clipwright/mock/remote';
 *
 * const mock = await connectMock('http://127.0.0.1:4010', { apiKey: 'test-1' });
 * const client = new Clipwright({ apiKey: 'test-1', baseUrl: mock.baseUrl });
 * await mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503, times: 1 });
 * await client.projects.create({ name: 'Talk' });
 * console.log((await mock.requests).length); // 2: the client has retried the first request
 * ```
 *
 * @module clipwright/mock/remote
 */
import { version } from '../../package.json';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { anHttpUrl, type Check, isHeader, mustBe, requireFields, requireValue } from '../../src/core/options/checks.ts';
import { anApiKey, mustBeAccepted } from '../checks.ts';
import { keyDigest } from '../scope.ts';
import { ControlClient } from './control-client.ts';
import { RemoteMock } from './remote-mock.ts';

export type { RemoteMock } from './remote-mock.ts';
export type { Remote } from './remote-parts.ts';

/** Options of {@link connectMock}. */
export interface ConnectOptions {
  /** Limits the mock to the workspace of this API key; all workspaces if omitted. */
  readonly apiKey?: string | undefined;
}

/**
 * Connects to a mock in another process on this machine. The returned object need not be closed.
 *
 * @param url The base URL that the mock prints, or its origin.
 * @throws ConfigurationError when the URL or the key is not valid, when no mock responds there, or when the mock has
 * another version.
 *
 * @example
 * ```ts
 * import { connectMock } from 'clipwright/mock/remote';
 *
 * const mock = await connectMock('http://127.0.0.1:4010', { apiKey: 'test-1' });
 * await mock.clock.advance(60);
 * ```
 */
export async function connectMock(url: string | URL, options: ConnectOptions = {}): Promise<RemoteMock> {
  const href = typeof url === 'string' ? url : Object(url).href;
  requireValue('url', href, anHttpUrl);
  requireFields(options, { apiKey: aSendableKey });
  const { origin } = new URL(href);
  const { apiKey } = options;
  const control = new ControlClient(origin, aSendableKey, apiKey);
  const about = await control.call('about');
  if (typeof about?.version !== 'string') throw control.notAMock('responded with something else');
  if (about.version === version) {
    return new RemoteMock(new ControlClient(origin, aKeyToSend(apiKey, about.acceptedKeys), apiKey), about);
  }
  throw new ConfigurationError(
    'url',
    `${origin} is a mock of another version: it has clipwright ${about.version.slice(0, 50)}, and this is ${version}. ` +
      'Use the same version in both.',
  );
}

/**
 * Creates the check for an API key that a remote mock may send: only `connected` if it is given, otherwise every
 * accepted key.
 *
 * @param connected The API key that the remote mock is connected with.
 * @param acceptedKeys Digests of the accepted keys; null if every key is accepted.
 */
function aKeyToSend(connected: string | undefined, acceptedKeys: readonly string[] | null): Check {
  const refusalOf = (key: string) => {
    if (acceptedKeys?.includes(keyDigest(key)) === false) return mustBeAccepted;
    return key === (connected ?? key) ? undefined : 'must be the API key that this mock is connected with';
  };
  return (key) => aSendableKey(key) ?? refusalOf(String(key));
}

const aSendableKey: Check = (key) => anApiKey(key) ?? inHeader(key);

const inHeader: Check = mustBe(
  'without spaces and have only characters that an HTTP header can hold',
  (key) => /^[^\s\p{Cc}]+$/u.test(String(key)) && isHeader('authorization', `Bearer ${key}`),
);
