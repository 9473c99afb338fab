import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import { unknownName } from './known-names.ts';

/** Says what is wrong with a value, if anything is. */
export type Check = (value: unknown) => string | undefined;

/** A check for each field that there is. */
export type Checks<T> = { readonly [Field in keyof T]-?: Check };

export const isObject: Check = rule(
  // The entries of a list, a `Map` or a `Headers` would go lost.
  (value) => typeof value === 'object' && value !== null && !(Symbol.iterator in value),
  'must be an object',
);
export const isName: Check = rule((value) => typeof value === 'string' && value !== '', 'must be a text, not empty');
export const isJsonObject: Check = (value) =>
  isObject(value) ?? (isWritable(value) ? undefined : 'must be an object that JSON can hold.');
export const isText: Check = rule((value) => typeof value === 'string', 'must be a text');
export const isCount: Check = rule(
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
  'must be a whole number above 0',
);

/** A check of one rule, by the words that follow the field's name where it is broken. */
export function rule(test: (value: unknown) => boolean, message: string): Check {
  return (value) => (test(value) ? undefined : `${message}.`);
}

export function oneOf(values: readonly string[]): Check {
  return (value) =>
    values.some((known) => known === value)
      ? undefined
      : `must be one of ${values.join(', ')}, not ${JSON.stringify(value)}.`;
}

/**
 * What a caller without types gave: the fields are all known, and their values fit. One that is undefined counts as not
 * given. What is mistyped would be ignored in silence.
 *
 * @param path What stands before the names in an error, such as `fault.`.
 * @param kind What an unknown field is none of.
 * @throws ConfigurationError that names the first field that is unknown or unfit.
 */
export function requireFields<T extends object>(given: T, checks: Checks<T>, path: string, kind: string): void {
  const unknown = unknownName(given, Object.keys(checks));
  if (unknown) {
    throw new ConfigurationError(path + unknown.name, `is no ${kind}; the nearest is "${unknown.nearest}".`);
  }
  for (const field in given) {
    if (given[field] !== undefined) requireValid(path + field, given[field], checks[field]);
  }
}

/** @throws ConfigurationError that says what is wrong with the value. */
export function requireValid(option: string, value: unknown, check: Check): void {
  const problem = check(value);
  if (problem) throw new ConfigurationError(option, problem);
}

/** Whether a string is an absolute http or https URL. */
export function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:';
}

/** Not what holds itself, or a BigInt; nor a `Date`, which becomes a text. */
function isWritable(value: unknown): boolean {
  try {
    return JSON.stringify(value).startsWith('{');
  } catch {
    return false;
  }
}
