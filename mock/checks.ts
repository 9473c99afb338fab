import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import { aNonEmptyString, anObject, type Check, mustBe } from '../src/core/options/checks.ts';

/** Checks that an API key is a non-empty string without lone surrogates. Headers cannot contain lone surrogates. */
export const anApiKey: Check = (value) =>
  aNonEmptyString(value) ??
  (/\p{Surrogate}/u.test(String(value)) ? 'must not contain half of a surrogate pair' : undefined);

export const mustBeAccepted = 'must be one of the API keys that the mock accepts: its apiKeys';

/** Returns the check for an API key that the mock accepts: one of `accepted`, or any key if `accepted` is undefined. */
export function anAcceptedKey(accepted: readonly string[] | undefined): Check {
  return (value) => anApiKey(value) ?? (accepted?.includes(String(value)) === false ? mustBeAccepted : undefined);
}

/** Checks for a `Request` without `instanceof`, because msw and other runtimes have their own class. */
export const aRequest: Check = mustBe(
  'a Request; mock.fetch also accepts a URL',
  (value) => typeof Object(value).url === 'string' && typeof Object(value).method === 'string',
);

export const aJsonObject: Check = (value) =>
  anObject(value) ?? (isJsonObject(value) ? undefined : 'must be serializable as a JSON object');

/** Returns false for objects with circular references or a BigInt, and for a `Date`, which JSON turns into a string. */
function isJsonObject(value: unknown): boolean {
  try {
    return JSON.stringify(value).startsWith('{');
  } catch {
    return false;
  }
}

export const jsonFields: Check = mustBe(
  'an object of JSON values by the paths of their fields, at least one',
  (value) =>
    aJsonObject(value) === undefined &&
    Object.keys(Object(value)).length > 0 &&
    Object.values(Object(value)).every(isJson),
);

/** Whether a value can be written as JSON without losing a function or a symbol. Undefined fields may be left out. */
function isJson(value: unknown): boolean {
  let isComplete = true;
  const text = JSON.stringify(value, (_, field: unknown) => {
    if (typeof field === 'function' || typeof field === 'symbol') isComplete = false;
    return field;
  });
  return isComplete && text !== undefined;
}

export function notAMock(option: string, value: unknown): ConfigurationError {
  return new ConfigurationError(option, `must be given a mock that createMock returned, not ${describeType(value)}.`);
}

function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}
