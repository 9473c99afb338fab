import { longestTimer } from '../async/cancellation.ts';
import { invalidArgument, type RefusalOptions } from '../errors/validation-errors.ts';
import { isPlainObject } from '../redaction/plain-object.ts';
import {
  aBoolean,
  aFunction,
  aNonEmptyString,
  anObject,
  aPositiveWholeNumber,
  aWholeNumber,
  type Check,
  type Checks,
  findProblem,
  isHttpUrl,
  knownName,
  mustBe,
  oneOf,
  type Problem,
} from './checks.ts';
import { headers, transportHeaders } from './header-check.ts';
import type {
  BatchOptions,
  CallOptions,
  ClipwrightOptions,
  IdempotentCallOptions,
  ListOptions,
  WaitDefaults,
} from './options.ts';
import { isIdempotencyKey } from './random-key.ts';

/**
 * Refuses options of a call that are unknown or not valid, and those of other calls. Throws {@link RequestValidationError}.
 *
 * @param ownNames The options that this call takes besides those of every call.
 */
export function requireCallOptions(call: string, options: CallOptions, ownNames: readonly string[]): void {
  const names = [...commonNames, ...ownNames];
  const problem = findProblem(options, callOptionChecks, 'options', undefined, names);
  refuseProblem(call, problem ?? findUnsupported(options, names));
}

/** Refuses options of a wait that are unknown or not valid. Throws {@link RequestValidationError}. */
export function requireOptions<T extends object>(
  call: string,
  options: T,
  checks: Checks<T>,
  refusal: RefusalOptions,
): void {
  refuseProblem(call, findProblem(options, checks, 'options'), refusal);
}

/** A key that the service ignores would promise a safety that does not exist, and an extra body would be lost. */
function findUnsupported(options: object, names: readonly string[]): Problem | undefined {
  const found = Object.entries(options).find(([name, value]) => value !== undefined && !names.includes(name));
  return found && [`options.${found[0]}`, `is not supported by this call. Use one of ${names.join(', ')}`];
}

function refuseProblem(call: string, problem: Problem | undefined, refusal?: RefusalOptions): void {
  if (problem) throw invalidArgument(call, ...problem, refusal);
}

const commonNames: readonly (keyof CallOptions)[] = ['signal', 'timeout', 'totalTimeout', 'maxRetries', 'headers'];

/** Up to the longest time that a timer supports. */
const aDuration = mustBe(
  `a number of milliseconds above 0 and at most ${longestTimer}`,
  (value) => typeof value === 'number' && value > 0 && value <= longestTimer,
);

// Not `instanceof`: a signal of another realm is valid, too.
export const aSignal = mustBe('an AbortSignal', (value) => typeof Reflect.get(Object(value), 'aborted') === 'boolean');

export const anApiKey: Check = (value) => {
  if (typeof value !== 'string' || value === '') return aNonEmptyString(value);
  if (/^bearer /i.test(value)) return 'must be the key alone, without "Bearer"';
  return /^[\x21-\x7e]+$/.test(value) ? undefined : 'must be visible ASCII characters without spaces or line breaks';
};

const requestHeaders = headers({
  authorization: 'the apiKey option does',
  'idempotency-key': 'the idempotencyKey option does',
  ...setByFetch(),
});

const anIdempotencyKey = mustBe('8 to 200 characters: letters, digits, ".", "_", ":" or "-"', isIdempotencyKey);

// Stricter than `anObject`: of a promise or a date no field would be sent.
const aPlainObject = mustBe(
  'a plain object',
  (value) => typeof value === 'object' && value !== null && isPlainObject(value),
);

const aDurationOrZero = mustBe(
  `a number of milliseconds from 0 to ${longestTimer}`,
  (value) => value === 0 || aDuration(value) === undefined,
);

const origins = mustBe(
  'a list of http or https origins, such as https://jobs.example.com',
  (value) => Array.isArray(value) && value.every((origin) => aBaseUrl(origin) === undefined),
);

const aLogger = mustBe('an object with the functions debug, warn and error', isLogger);

const callOptionChecks: Checks<IdempotentCallOptions & ListOptions & BatchOptions> = {
  signal: aSignal,
  timeout: aDuration,
  totalTimeout: aDuration,
  maxRetries: aWholeNumber,
  headers: requestHeaders,
  extraQuery: aPlainObject,
  extraBody: aPlainObject,
  idempotencyKey: anIdempotencyKey,
  prefetch: aBoolean,
  rejectOnFailedItems: aBoolean,
};

export const waitDefaultChecks: Checks<WaitDefaults> = {
  interval: aDuration,
  maxInterval: aDuration,
  timeout: aDuration,
  outageTimeout: aDuration,
};

export const clientOptionChecks: Checks<ClipwrightOptions> = {
  apiKey: (value) => (typeof value === 'function' ? undefined : anApiKey(value)),
  baseUrl: aBaseUrl,
  timeout: aDuration,
  totalTimeout: aDuration,
  maxRetries: aWholeNumber,
  maxRetryAfter: aDurationOrZero,
  maxResponseBytes: aPositiveWholeNumber,
  concurrency: aPositiveWholeNumber,
  trustedOrigins: origins,
  wait: anObject,
  validation: oneOf(['report', 'strict', 'off']),
  fetch: aFunction,
  headers: requestHeaders,
  hooks: checkHooks,
  logger: aLogger,
  dangerouslyAllowBrowser: aBoolean,
};

function setByFetch(): Record<string, string> {
  return Object.fromEntries([...transportHeaders, 'expect', 'host'].map((name) => [name, 'fetch does']));
}

function aBaseUrl(value: unknown): string | undefined {
  if (!isHttpUrl(value)) return 'must be an absolute http or https URL that ends in /api/v1';
  const { username, password, search, hash } = new URL(value);
  if (username !== '' || password !== '') return 'must not contain a user name or a password';
  return search === '' && hash === '' ? undefined : 'must not have a query or a fragment';
}

function checkHooks(value: unknown): string | undefined {
  const names = ['onRequest', 'onResponse', 'onRetry', 'onMismatch'];
  const aHook = knownName('a hook', names);
  // Other fields are fine, but an unknown name that looks like a hook's would never be called.
  const unknown = Object.keys(Object(value)).find((name) => /^on/i.test(name) && aHook(name));
  if (unknown) return `has ${unknown}, which ${aHook(unknown)}`;
  const wrong = names.find((name) => !/undefined|function/.test(typeof Reflect.get(Object(value), name)));
  return anObject(value) ?? (wrong && `has ${wrong}, which must be a function`);
}

function isLogger(value: unknown): boolean {
  const methods = ['debug', 'warn', 'error'];
  return typeof value === 'object' && methods.every((name) => typeof Reflect.get(Object(value), name) === 'function');
}
