import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { THROWN_HEADER } from '../control/routes.ts';

const advice = 'Start one with `clipwright mock` or `mock.listen()`, and give the base URL that it prints.';

/** The error where nothing responds. */
export function unreachable(origin: string, cause: unknown): ConfigurationError {
  return new ConfigurationError('url', `is where no mock responds: ${origin} cannot be reached. ${advice}`, { cause });
}

/** The error where something else than a mock responds. */
export function notAMockAt(origin: string, found: string): ConfigurationError {
  return new ConfigurationError('url', `is where no mock responds: ${origin} ${found}. ${advice}`);
}

/**
 * The error that the same call in process throws, as far as the mock can tell it.
 *
 * @param apiKey The key that was sent, which is not shown.
 */
export async function refusalOf(
  response: Response,
  origin: string,
  apiKey: string | undefined,
): Promise<ConfigurationError> {
  const error = errorOf(await response.json().catch(() => undefined));
  if (!error || (response.status === 404 && error.param === null)) {
    return notAMockAt(origin, `responded with ${response.status}`);
  }
  const thrown = thrownBy(response);
  // What is no mock may repeat what it was sent.
  if (!thrown && apiKey !== undefined && error.message.includes(apiKey)) {
    return new ConfigurationError('apiKey', `was refused with ${response.status} at ${origin}.`);
  }
  const cause = Object.assign(new Error(error.message), { status: response.status, ...error });
  if (thrown) return new ConfigurationError(thrown.option, thrown.message.slice(thrown.option.length + 1), { cause });
  const option = error.param ?? (response.status === 401 ? 'apiKey' : 'url');
  return new ConfigurationError(option, `was refused by the mock at ${origin}: ${error.message}`, { cause });
}

interface ControlError {
  readonly code: string;
  readonly param: string | null;
  readonly message: string;
}

function errorOf(body: unknown): ControlError | undefined {
  const { error } = Object(body);
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
}

function thrownBy({ headers }: Response): Pick<ConfigurationError, 'option' | 'message'> | undefined {
  const thrown = headers.get(THROWN_HEADER);
  return thrown === null ? undefined : JSON.parse(decodeURIComponent(thrown));
}
