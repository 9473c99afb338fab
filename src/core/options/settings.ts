import { version } from '../../../package.json';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { Redactor } from '../redaction/redactor.ts';
import { anObject, oneOf, requireFields, requireValue } from './checks.ts';
import type { Observers } from './hooks.ts';
import { clientChecks, waitDefaultChecks } from './option-checks.ts';
import type { ApiKey, ClipwrightOptions, Logger, WaitDefaults } from './options.ts';
import type { Destinations } from './target.ts';

/** The delays and time limits of a wait, in milliseconds. */
export interface WaitTimes extends Given<Omit<WaitDefaults, 'timeout'>> {
  /** The time limit of a wait; undefined if there is none. */
  readonly timeout: number | undefined;
}

type OptionsWithDefaults = Omit<
  ClipwrightOptions,
  'baseUrl' | 'dangerouslyAllowBrowser' | 'hooks' | 'logger' | 'trustedOrigins' | 'wait'
>;

/** The options of a client, validated and with defaults. The names of headers are in lower case. */
export interface Settings extends Destinations, Observers, Given<OptionsWithDefaults> {
  /** The defaults of all waits. */
  readonly wait: WaitTimes;
  /** Whether there are hooks or a logger. */
  readonly isObserved: boolean;
}

type Given<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

export type WaitSettings = Pick<Settings, 'redactor' | 'logger' | 'maxRetryAfter' | 'wait'>;

/** Reads the settings from the options, the environment and the defaults. Throws {@link ConfigurationError}. */
export function readSettings(options: ClipwrightOptions): Settings {
  requireValue('options', options, anObject);
  const withEnvironment = {
    ...options,
    apiKey: options.apiKey ?? readEnvironment('CLIPWRIGHT_API_KEY'),
    baseUrl: options.baseUrl ?? readEnvironment('CLIPWRIGHT_BASE_URL'),
  };
  requireFields(withEnvironment, clientChecks);
  requireFields(options.wait ?? {}, waitDefaultChecks, 'wait');
  const { apiKey, baseUrl } = withEnvironment;
  if (apiKey === undefined) throw missingOption('apiKey', 'CLIPWRIGHT_API_KEY');
  if (baseUrl === undefined) throw missingOption('baseUrl', 'CLIPWRIGHT_BASE_URL');
  refuseBrowser(options, baseUrl);
  return withDefaults(options, apiKey, baseUrl);
}

/** Omits undefined options, which would override others in a spread. */
export function omitUndefined<Options extends object>(options: Options): Partial<Given<Options>> {
  // Cast: `Object.fromEntries` loses the names.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<
    Given<Options>
  >;
}

/** Returns headers under lowercase names, because `Accept` and `accept` are the same header. */
export function lowerCaseNames(named: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]));
}

// Not sent in browsers, because some reject this header, and others require the service's CORS headers to allow it.
const userAgent = { 'user-agent': `clipwright/${version}` };

function missingOption(option: string, variable: string): ConfigurationError {
  return new ConfigurationError(
    option,
    `is missing: pass it to new Clipwright({ ${option} }) or set the environment variable ${variable}.`,
  );
}

function refuseBrowser(options: ClipwrightOptions, baseUrl: string): void {
  const { hostname } = new URL(baseUrl);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?(localhost|test))$/.test(hostname);
  if (typeof document === 'undefined' || isLocal || options.dangerouslyAllowBrowser === true) return;
  throw new ConfigurationError(
    'dangerouslyAllowBrowser',
    'is not set: anyone who opens the web page can read the API key and use it. Call the service from your own server, ' +
      'or set dangerouslyAllowBrowser: true if the key is not secret.',
  );
}

function withDefaults(options: ClipwrightOptions, apiKey: ApiKey, baseUrl: string): Settings {
  // The user agent of a browser, or of a browser's worker, always begins like this.
  const isBrowser = globalThis.navigator?.userAgent?.startsWith('Mozilla/');
  const { origin, pathname } = new URL(baseUrl);
  const logger = options.logger ?? loggerFromEnvironment();
  const origins = [baseUrl, ...(options.trustedOrigins ?? [])].map((url) => new URL(url).origin);
  return {
    ...defaults,
    ...omitUndefined(options),
    apiKey,
    // Do not use `href`, because it keeps the question mark of an empty query.
    baseUrl: `${origin}${pathname}`.replace(/\/+$/, ''),
    origin,
    pathname: pathname.replace(/\/+$/, ''),
    origins: [...new Set(origins)],
    wait: { ...waitDefaults, ...omitUndefined(options.wait ?? {}) },
    headers: { accept: 'application/json', ...(!isBrowser && userAgent), ...lowerCaseNames(options.headers ?? {}) },
    logger,
    isObserved: logger !== undefined || options.hooks !== undefined,
    redactor: new Redactor(typeof apiKey === 'string' ? [apiKey] : []),
  };
}

const defaults = {
  timeout: 60_000,
  totalTimeout: 180_000,
  maxRetries: 2,
  maxRetryAfter: 60_000,
  maxResponseBytes: 32 * 1024 * 1024,
  concurrency: Number.POSITIVE_INFINITY,
  validation: 'report',
  hooks: {},
  // Look up the global `fetch` for each call, so that tests can replace it after creating the client.
  fetch: (url: string, init: RequestInit) => globalThis.fetch(url, init),
} as const;

const waitDefaults: WaitTimes = { interval: 1_000, maxInterval: 10_000, timeout: undefined, outageTimeout: 900_000 };

/** Reads an environment variable; undefined if it is unset or empty, or the runtime does not support or permit it. */
function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    // Deno throws unless it was started with --allow-env.
    return undefined;
  }
}

/** Returns a logger to the console for the level in `CLIPWRIGHT_LOG` and above. Throws {@link ConfigurationError}. */
function loggerFromEnvironment(): Logger | undefined {
  const level = readEnvironment('CLIPWRIGHT_LOG');
  if (level === undefined) return undefined;
  // With `info`, the messages are the same as with `warn`, because no message has the level `info`.
  requireValue('CLIPWRIGHT_LOG', level, oneOf(['debug', 'info', 'warn', 'error']));
  return {
    debug: (message) => level === 'debug' && console.debug(message),
    warn: (message) => level !== 'error' && console.warn(message),
    error: (message, cause) => console.error(message, cause),
  };
}
