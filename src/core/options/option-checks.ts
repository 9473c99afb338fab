import { longestTimer } from '../async/cancellation.ts';
import { RequestValidationError } from '../errors/validation-errors.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { isHeader } from './is-header.ts';
import type { ClipwrightOptions, IdempotentCallOptions, ListOptions } from './options.ts';

/** What is wrong with an option. */
export interface OptionProblem {
  readonly option: string;
  readonly message: string;
}

/** Says what is wrong with a value, if anything is. Never repeats a value that may be secret. */
type Check = (value: unknown) => string | undefined;

/** Says what is wrong with each option that there is. */
export type Checks = Readonly<Record<string, Check>>;

/** The first thing that is wrong with the given options. One that is undefined counts as not given. */
export function findProblem(options: object, checks: Checks): OptionProblem | undefined {
  const unknownOption = () => `is not an option; the options are ${Object.keys(checks).join(', ')}`;
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(checks, option) ? checks[option] : undefined;
    const message = (check ?? unknownOption)(value);
    if (message !== undefined) return { option, message };
  }
  return undefined;
}

/** Refuses unusable options of a call or a wait. Throws {@link RequestValidationError}. */
export function requireUsable(call: string, options: object, checks: Checks): void {
  const refusal = (path: string, message: string) => new RequestValidationError(call, [{ path, message }]);
  if (!isRecord(options)) throw refusal('options', 'must be an object');
  const problem = findProblem(options, checks);
  if (problem !== undefined) throw refusal(`options.${problem.option}`, problem.message);
}

/** Whether a value is an object of named fields. A list, a `Map` or a `Headers` is none: its entries would go lost. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value);
}

/** What is wrong with an API key; the key itself is not told. */
export function checkKey(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'must be a non-empty string';
  if (/^bearer /i.test(value)) return 'must be the key alone, without "Bearer"';
  return /^[\x21-\x7e]+$/.test(value) ? undefined : 'must be visible ASCII characters without spaces or line breaks';
}

export const callOptionChecks = {
  // Not `instanceof`: a signal of another realm is as good.
  signal: (value) =>
    typeof Reflect.get(Object(value), 'aborted') === 'boolean' ? undefined : 'must be an AbortSignal',
  timeout: checkDuration,
  totalTimeout: checkDuration,
  maxRetries: (value) => (isCount(value) ? undefined : 'must be a whole number, 0 or more'),
  headers: checkHeaders,
  idempotencyKey: (value) =>
    isIdempotencyKey(value) ? undefined : 'must be 8 to 200 characters: letters, digits, ".", "_", ":" or "-"',
  prefetch: oneOf(true, false),
} as const satisfies Record<keyof (IdempotentCallOptions & ListOptions), Check>;

export const clientOptionChecks: Record<keyof ClipwrightOptions, Check> = {
  apiKey: (value) => (typeof value === 'function' ? undefined : checkKey(value)),
  baseUrl: checkBaseUrl,
  timeout: checkDuration,
  totalTimeout: checkDuration,
  maxRetries: callOptionChecks.maxRetries,
  maxRetryAfter: (value) => (value === 0 ? undefined : checkDuration(value)),
  trustedOrigins: checkOrigins,
  validation: oneOf('report', 'strict', 'off'),
  fetch: checkFunction,
  headers: checkHeaders,
  hooks: checkMethods(['onRequest', 'onResponse', 'onRetry', 'onMismatch'], 'optional'),
  logger: checkMethods(['debug', 'warn', 'error'], 'required'),
  dangerouslyAllowBrowser: oneOf(true, false),
};

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

export function checkFunction(value: unknown): string | undefined {
  return typeof value === 'function' ? undefined : 'must be a function';
}

export function checkDuration(value: unknown): string | undefined {
  const fits = typeof value === 'number' && value > 0 && value <= longestTimer;
  return fits ? undefined : `must be a number of milliseconds above 0 and at most ${longestTimer}`;
}

function checkBaseUrl(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must be an http or https URL that ends in /api/v1';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or a password';
  return url.search === '' && url.hash === '' ? undefined : 'must not have a query or a fragment';
}

function checkOrigins(value: unknown): string | undefined {
  const fits = Array.isArray(value) && value.every((origin) => checkBaseUrl(origin) === undefined);
  return fits ? undefined : 'must be a list of http or https origins, such as https://jobs.example.com';
}

const reservedHeaders: Readonly<Record<string, string>> = {
  authorization: 'apiKey',
  'idempotency-key': 'idempotencyKey',
};

function checkHeaders(value: unknown): string | undefined {
  if (!isRecord(value)) return 'must be an object of strings';
  for (const [name, text] of Object.entries(value)) {
    const option = reservedHeaders[name.toLowerCase()];
    if (option !== undefined) return `must not set ${name}: the ${option} option does`;
    if (typeof text !== 'string' || !isHeader(name, text)) return `has a value for "${name}" that no header can have`;
  }
  return undefined;
}

function oneOf(...values: readonly unknown[]): Check {
  return (value) =>
    values.includes(value) ? undefined : `must be ${values.map((one) => JSON.stringify(one)).join(' or ')}`;
}

function checkMethods(names: readonly string[], presence: 'optional' | 'required'): Check {
  return (value) => {
    if (typeof value !== 'object' || value === null) return `must be an object with ${names.join(', ')}`;
    const methods = new Map<string, unknown>(names.map((name) => [name, Reflect.get(value, name)]));
    const wrong = names.find((name) => !isMethod(methods.get(name), presence));
    if (wrong !== undefined) return `has no function ${wrong}`;
    // It may have more than is asked of it; but what looks like a hook, and is none, would never be called.
    const unknown = presence === 'optional' ? Object.keys(value).find((name) => isNoHook(name, names)) : undefined;
    return unknown === undefined ? undefined : `has ${unknown}, which is none of ${names.join(', ')}`;
  };
}

function isNoHook(name: string, hooks: readonly string[]): boolean {
  return /^on/i.test(name) && !hooks.includes(name);
}

function isMethod(value: unknown, presence: 'optional' | 'required'): boolean {
  return typeof value === 'function' || (value === undefined && presence === 'optional');
}
