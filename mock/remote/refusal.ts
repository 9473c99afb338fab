import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';

const advice = 'Start one with `clipwright mock` or `mock.listen()`, and give the base URL that it prints.';

/** The error where nothing responds. */
export function unreachable(origin: string, cause: unknown): ConfigurationError {
  return new ConfigurationError('url', `is where no mock responds: ${origin} cannot be reached. ${advice}`, { cause });
}

/** The error where something else than a mock responds. */
export function notAMockAt(origin: string, found: string): ConfigurationError {
  return new ConfigurationError('url', `is where no mock responds: ${origin} ${found}. ${advice}`);
}

/** The error that the same call in process throws. */
export async function refusalOf(response: Response, origin: string): Promise<ConfigurationError> {
  const error = errorOf(await response.json().catch(() => undefined));
  if (!error) return notAMockAt(origin, `responded with ${response.status}`);
  const { param, message } = error;
  // Control itself names what is not known.
  if (response.status === 404 && param === null) return notAMockAt(origin, 'responded with 404');
  const cause = Object.assign(new Error(message), { status: response.status, ...error });
  if (param !== null && message.startsWith(`${param} `)) {
    return new ConfigurationError(param, message.slice(param.length + 1), { cause });
  }
  if (response.status === 404) return new ConfigurationError(`${param}`, `is not known. ${message}`, { cause });
  const option = response.status === 401 ? 'apiKey' : (param ?? 'url');
  return new ConfigurationError(option, `was refused by the mock at ${origin}: ${message}`, { cause });
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
