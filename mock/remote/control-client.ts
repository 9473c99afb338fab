import type { ProblemBody } from '../../src/contract/problem.ts';
import { openScope } from '../../src/core/async/cancellation.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { Check } from '../../src/core/options/checks.ts';
import { CONTROL_PATH, type ControlName, controlRoutes, THROWN_HEADER } from '../control/routes.ts';
import type { ControlBody, ControlResponse } from '../control/table.ts';
import { keyOf, type MockScope } from '../scope.ts';

interface ControlParams<Name extends ControlName> {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ControlBody<Name>;
  readonly scope?: MockScope | undefined;
}

/** The time limit for a response, in milliseconds. A paused mock would never respond. */
const TIMEOUT_MS = 30_000;

/** Operations without a time limit, because they wait for delivery attempts. */
const unlimited: readonly ControlName[] = ['settled', 'redeliver'];

export class ControlClient {
  /** Checks the API key of a scope. */
  readonly anAcceptedKey: Check;
  readonly #origin: string;
  readonly #apiKey: string | undefined;

  /** @param apiKey The key to send with a call whose scope has no key. */
  constructor(origin: string, anAcceptedKey: Check, apiKey?: string) {
    this.anAcceptedKey = anAcceptedKey;
    this.#origin = origin;
    this.#apiKey = apiKey;
  }

  /** Returns the error for a response from something other than a mock. */
  notAMock(found: string): ConfigurationError {
    return noMockAt(this.#origin, found);
  }

  /** @throws ConfigurationError when no mock responds in time, or when the mock rejects the request. */
  async call<Name extends ControlName>(name: Name, params: ControlParams<Name> = {}): Promise<ControlResponse<Name>> {
    const { signal, release } = openScope(undefined, unlimited.includes(name) ? undefined : TIMEOUT_MS);
    try {
      const response = await this.send(name, params, signal);
      const body = await response.json().catch(() => {
        throw this.notAMock('responded with something else');
      });
      // Cast: the mock's response has the type given in its table of operations.
      return body as ControlResponse<Name>;
    } catch (error) {
      throw signal.aborted ? noResponseFrom(this.#origin) : error;
    } finally {
      release();
    }
  }

  /** Does the same as {@link call} without a time limit, and returns the response itself, which may not be JSON. */
  async send<Name extends ControlName>(
    name: Name,
    params: ControlParams<Name>,
    signal: AbortSignal,
  ): Promise<Response> {
    const { method, path } = controlRoutes[name];
    const pathname = params.id === undefined ? path : path.replace('{id}', encodeId(params.id, path));
    const url = new URL(CONTROL_PATH + pathname, this.#origin);
    url.search = new URLSearchParams(params.query).toString();
    const body = params.body === undefined ? null : JSON.stringify(params.body);
    const apiKey = keyOf(params.scope ?? {}, this.anAcceptedKey) ?? this.#apiKey;
    const headers = new Headers(params.headers);
    if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`);
    if (body !== null) headers.set('content-type', 'application/json');
    const init = { method, headers, body, signal, redirect: 'manual' } as const;
    const response = await fetch(url, init).catch((cause: unknown) => {
      throw noMockAt(this.#origin, 'cannot be reached', { cause });
    });
    if (response.ok) return response;
    throw await refusalOf(response, this.#origin, apiKey);
  }
}

/** The maximum length of an encoded id. The server would reject a longer id with an error that explains nothing. */
const MAX_ID_LENGTH = 8000;

/** @throws ConfigurationError when the id cannot be a path segment, or would change the path. */
function encodeId(id: string, path: string): string {
  const encoded = /^\.{0,2}$|\p{Surrogate}/u.test(id) ? undefined : encodeURIComponent(id);
  if (encoded !== undefined && encoded.length <= MAX_ID_LENGTH) return encoded;
  const shown = JSON.stringify(id.slice(0, 100));
  throw new ConfigurationError(
    'id',
    `is not known: ${shown} is not the id of any of the mock's ${path.split('/')[1]}.`,
  );
}

const advice = 'Start one with `clipwright mock` or `mock.listen()`, and give the base URL that it prints.';

/** @param found What happened, as the end of a sentence that begins with the origin. */
function noMockAt(origin: string, found: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError('url', `${origin} ${found}: no mock is running there. ${advice}`, options);
}

function noResponseFrom(origin: string): ConfigurationError {
  const problem = `did not respond within ${TIMEOUT_MS / 1000} s: it is paused, for example at a breakpoint`;
  return new ConfigurationError('url', `${origin} ${problem}, or no mock is running there. ${advice}`);
}

/** Returns the error that the same call throws in process. It must not show `apiKey`, the key that was sent. */
async function refusalOf(response: Response, origin: string, apiKey: string | undefined): Promise<ConfigurationError> {
  const error = errorOf(await response.json().catch(() => undefined));
  if (!error || (response.status === 404 && error.param === null)) {
    return noMockAt(origin, `responded with ${response.status}`);
  }
  const thrown = thrownBy(response);
  // Something other than a mock may repeat the key in its message.
  if (!thrown && apiKey !== undefined && error.message.includes(apiKey)) {
    return new ConfigurationError('apiKey', `was rejected with ${response.status} at ${origin}.`);
  }
  const cause = Object.assign(new Error(error.message), { status: response.status, ...error });
  if (thrown) return new ConfigurationError(thrown.option, thrown.message.slice(thrown.option.length + 1), { cause });
  const option = error.param ?? (response.status === 401 ? 'apiKey' : undefined);
  if (option === undefined) {
    return new ConfigurationError('url', `${origin} rejected the call: ${error.message}`, { cause });
  }
  return new ConfigurationError(option, `was rejected by the mock at ${origin}: ${error.message}`, { cause });
}

function errorOf(body: unknown): Omit<ProblemBody['error'], 'doc_url'> | undefined {
  const { error } = Object(body);
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
}

function thrownBy({ headers }: Response): Pick<ConfigurationError, 'option' | 'message'> | undefined {
  const thrown = headers.get(THROWN_HEADER);
  return thrown === null ? undefined : JSON.parse(decodeURIComponent(thrown));
}
