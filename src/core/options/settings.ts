import { ConfigurationError } from '../errors/configuration-error.ts';
import { KeyMemory } from '../redaction/key-memory.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { anObject, requireFields, requireValue } from './checks.ts';
import { clientOptionChecks, requireCallOptions } from './client-checks.ts';
import { loggerFromEnvironment } from './console-logger.ts';
import { hasDocument, readEnvironment } from './environment.ts';
import type { Observers } from './hooks.ts';
import type { ApiKey, CallOptions, ClipwrightOptions, Fetch, ValidationMode } from './options.ts';
import type { Destinations } from './target.ts';

/** The options of a client, validated and with defaults. */
export interface Settings extends Destinations, Observers {
  readonly apiKey: ApiKey;
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly maxRetryAfter: number;
  readonly maxResponseBytes: number;
  /** Infinite if there is no bound. */
  readonly concurrency: number;
  readonly validation: ValidationMode;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly keys: KeyMemory;
  /** Of a key, and of those that `knownRedactor` has. */
  readonly redactorFor: (apiKey: string) => Redactor;
}

/** The settings from the options, the environment and the defaults. Throws {@link ConfigurationError}. */
export function readSettings(options: ClipwrightOptions): Settings {
  requireValue('options', options, anObject);
  const withEnvironment = {
    ...options,
    apiKey: options.apiKey ?? readEnvironment('CLIPWRIGHT_API_KEY'),
    baseUrl: options.baseUrl ?? readEnvironment('CLIPWRIGHT_BASE_URL'),
  };
  requireFields(withEnvironment, clientOptionChecks);
  const { apiKey, baseUrl } = withEnvironment;
  if (apiKey === undefined) throw missingOption('apiKey', 'CLIPWRIGHT_API_KEY');
  if (baseUrl === undefined) throw missingOption('baseUrl', 'CLIPWRIGHT_BASE_URL');
  refuseBrowser(options, baseUrl);
  return withDefaults(options, apiKey, baseUrl);
}

/** What the options of a call are checked and used for. */
export interface CallWithOptions {
  /** The client's method, for messages. */
  readonly endpoint: string;
  readonly options: CallOptions;
  /** The options that it takes besides those of every call. */
  readonly optionNames?: readonly string[] | undefined;
}

/** The settings, overridden by the options of one call. Throws {@link RequestValidationError}. */
export function settingsForCall(
  settings: Settings,
  { endpoint, options, optionNames = [] }: CallWithOptions,
): Settings {
  requireCallOptions(endpoint, options, optionNames);
  return {
    ...settings,
    timeout: options.timeout ?? settings.timeout,
    totalTimeout: options.totalTimeout ?? settings.totalTimeout,
    maxRetries: options.maxRetries ?? settings.maxRetries,
    headers: { ...settings.headers, ...options.headers },
  };
}

function missingOption(option: string, variable: string): ConfigurationError {
  return new ConfigurationError(
    option,
    `is missing: pass it to new Clipwright({ ${option} }) or set the environment variable ${variable}.`,
  );
}

function refuseBrowser(options: ClipwrightOptions, baseUrl: string): void {
  const { hostname } = new URL(baseUrl);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?(localhost|test))$/.test(hostname);
  if (!hasDocument() || isLocal || options.dangerouslyAllowBrowser === true) return;
  throw new ConfigurationError(
    'dangerouslyAllowBrowser',
    'is not set: anyone who opens the web page can read the API key and use it. Call the service from your own server, ' +
      'or set dangerouslyAllowBrowser: true if the key is not secret.',
  );
}

function withDefaults(options: ClipwrightOptions, apiKey: ApiKey, baseUrl: string): Settings {
  const keys = new KeyMemory(typeof apiKey === 'string' ? [apiKey] : []);
  const { origin, pathname } = new URL(baseUrl);
  const origins = [baseUrl, ...(options.trustedOrigins ?? [])].map((url) => new URL(url).origin);
  return {
    apiKey,
    // Not `href`, which keeps a trailing question mark.
    baseUrl: `${origin}${pathname}`.replace(/\/+$/, ''),
    origins: [...new Set(origins)],
    timeout: options.timeout ?? 60_000,
    totalTimeout: options.totalTimeout ?? 180_000,
    maxRetries: options.maxRetries ?? 2,
    maxRetryAfter: options.maxRetryAfter ?? 60_000,
    maxResponseBytes: options.maxResponseBytes ?? 32 * 1024 * 1024,
    concurrency: options.concurrency ?? Number.POSITIVE_INFINITY,
    validation: options.validation ?? 'report',
    // Looked up at each call, so that tests can replace the global after the client was created.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: options.headers ?? {},
    hooks: options.hooks ?? {},
    logger: options.logger ?? loggerFromEnvironment(),
    keys,
    knownRedactor: () => keys.redactor,
    redactorFor(apiKey) {
      keys.add(apiKey);
      return keys.redactor;
    },
  };
}
