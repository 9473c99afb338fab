import { longestTimer } from '../async/cancellation.ts';
import { invalidArgument, type RefusalOptions } from '../errors/validation-errors.ts';
import { isPlainObject } from '../redaction/redactor.ts';
import {
  aBoolean,
  aFunction,
  aNonEmptyString,
  anObject,
  aPositiveWholeNumber,
  aSignal,
  aWholeNumber,
  type Check,
  type Checks,
  findProblem,
  headers,
  isHttpUrl,
  mustBe,
  oneOf,
  transportHeaders,
} from './checks.ts';
import { isIdempotencyKey } from './idempotency.ts';
import type {
  BatchOptions,
  CallOptions,
  ClipwrightOptions,
  Hooks,
  IdempotentCallOptions,
  ListOptions,
  WaitDefaults,
} from './options.ts';

/**
 * Rejects call options that are unknown, not valid or not supported by the call. Otherwise, callers could rely on
 * an option without effect, such as an Idempotency-Key that the service ignores. Throws {@link RequestValidationError}.
 *
 * @param ownNames The options that only this call accepts.
 */
export function requireCallOptions(call: string, options: CallOptions, ownNames: readonly string[]): void {
  requireOptions(call, options, callChecks, undefined, [...Object.keys(everyCallChecks), ...ownNames]);
}

/** Rejects options of a call or a wait that are unknown or not valid. Throws {@link RequestValidationError}. */
export function requireOptions<T extends object>(
  call: string,
  options: T,
  checks: Checks<T>,
  refusal?: RefusalOptions,
  names?: readonly string[],
): void {
  const problem = findProblem(options, checks, 'options', 'an option of this call', names);
  if (problem) throw invalidArgument(call, ...problem, refusal);
}

export const aDuration = mustBe(
  `a number of milliseconds above 0 and at most ${longestTimer}`,
  (value) => typeof value === 'number' && value > 0 && value <= longestTimer,
);

const aDurationOrZero = mustBe(
  `a number of milliseconds from 0 to ${longestTimer}`,
  (value) => value === 0 || aDuration(value) === undefined,
);

export const anApiKey: Check = (value) => {
  const key = String(value);
  if (typeof value !== 'string' || key === '') return aNonEmptyString(value);
  if (/^bearer /i.test(key)) return 'must be the key alone, without "Bearer"';
  return /^[\x21-\x7e]+$/.test(key) ? undefined : 'must be visible ASCII characters without spaces or line breaks';
};

const aBaseUrl: Check = (value) => {
  if (!isHttpUrl(value)) return 'must be an absolute http or https URL that ends in /api/v1';
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === ''
    ? undefined
    : 'must not have a user name, a password, a query or a fragment';
};

// This check is stricter than `anObject`, because a promise or a date has no fields to send.
const aPlainObject = mustBe(
  'a plain object',
  (value) => typeof value === 'object' && value !== null && isPlainObject(value),
);

const hookChecks: Checks<Hooks> = {
  onRequest: aFunction,
  onResponse: aFunction,
  onRetry: aFunction,
  onMismatch: aFunction,
};

/** Ignores fields that do not begin with `on`, because `hooks` can be an object that has other fields. */
const someHooks: Check = (value) => {
  const named = Object.entries(Object(value)).filter(([name]) => /^on/i.test(name));
  const [name, problem] = findProblem(Object.fromEntries(named), hookChecks, '', 'a hook') ?? [];
  return anObject(value) ?? (name && `has ${name}, which ${problem}`);
};

const aLogger = mustBe('an object with the functions debug, warn and error', (value) =>
  ['debug', 'warn', 'error'].every((name) => typeof Reflect.get(Object(value), name) === 'function'),
);

/** Call options that are also client options. */
const sharedChecks = {
  timeout: aDuration,
  totalTimeout: aDuration,
  maxRetries: aWholeNumber,
  headers: headers({
    authorization: 'the apiKey option does',
    'idempotency-key': 'the idempotencyKey option does',
    ...Object.fromEntries([...transportHeaders, 'expect', 'host'].map((name) => [name, 'fetch does'])),
  }),
};

const everyCallChecks: Checks<CallOptions> = { signal: aSignal, ...sharedChecks };

const callChecks: Checks<IdempotentCallOptions & ListOptions & BatchOptions> = {
  ...everyCallChecks,
  extraQuery: aPlainObject,
  extraBody: aPlainObject,
  idempotencyKey: mustBe('8 to 200 characters: letters, digits, ".", "_", ":" or "-"', isIdempotencyKey),
  prefetch: aBoolean,
  rejectOnFailedItems: aBoolean,
};

export const waitDefaultChecks: Checks<WaitDefaults> = {
  interval: aDuration,
  maxInterval: aDuration,
  timeout: aDuration,
  outageTimeout: aDuration,
};

export const clientChecks: Checks<ClipwrightOptions> = {
  apiKey: (value) => (typeof value === 'function' ? undefined : anApiKey(value)),
  baseUrl: aBaseUrl,
  ...sharedChecks,
  maxRetryAfter: aDurationOrZero,
  maxResponseBytes: aPositiveWholeNumber,
  concurrency: aPositiveWholeNumber,
  trustedOrigins: mustBe(
    'a list of http or https origins, such as https://jobs.example.com',
    (value) => Array.isArray(value) && value.every((origin) => aBaseUrl(origin) === undefined),
  ),
  wait: anObject,
  validation: oneOf(['report', 'strict', 'off']),
  fetch: aFunction,
  hooks: someHooks,
  logger: aLogger,
  dangerouslyAllowBrowser: aBoolean,
};
