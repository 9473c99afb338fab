import { ConfigurationError } from '../errors/configuration-error.ts';

/** Returns what is wrong with a value, or undefined. Never repeats the value, which may be a secret. */
export type Check = (value: unknown) => string | undefined;

export type Checks<T = Readonly<Record<string, unknown>>> = { readonly [Field in keyof T]-?: Check };

export type Problem = readonly [path: string, message: string];

/**
 * Finds the first field that is unknown or not valid. An undefined field counts as omitted.
 *
 * @param path The path of the object; empty for the options themselves.
 * @param kind What a field is called in the message about an unknown field.
 * @param names The known fields, if not every field that has a check is allowed.
 */
export function findProblem(
  given: object,
  checks: Checks,
  path = '',
  kind = 'an option',
  names: readonly string[] = Object.keys(checks),
): Problem | undefined {
  const problem = anObject(given);
  if (problem) return [path || 'options', problem];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const message = names.includes(name) ? checks[name]?.(value) : unknownName(name, names, kind);
    if (message) return [path ? `${path}.${name}` : name, message];
  }
  return undefined;
}

/** @throws ConfigurationError if {@link findProblem} finds a problem. */
export function requireFields<T extends object>(given: T, checks: Checks<T>, path?: string, kind?: string): void {
  const problem = findProblem(given, checks, path, kind);
  if (problem) throw new ConfigurationError(problem[0], `${problem[1]}.`);
}

export function requireValue(path: string, value: unknown, check: Check): void {
  const message = check(value);
  if (message) throw new ConfigurationError(path, `${message}.`);
}

/** Accepts any value, for a field that is checked elsewhere. */
export const unchecked: Check = () => undefined;

export const aFunction: Check = mustBe('a function', (value) => typeof value === 'function');
export const anObject: Check = mustBe('a plain object', isObject);
export const aString: Check = mustBe('a string', (value) => typeof value === 'string');
export const aNonEmptyString: Check = mustBe(
  'a non-empty string',
  (value) => typeof value === 'string' && value !== '',
);
export const aBoolean: Check = mustBe('true or false', (value) => typeof value === 'boolean');
export const aNumber: Check = mustBe('a number', (value) => typeof value === 'number');
export const aPositiveNumber: Check = mustBe(
  'a number above 0',
  (value) => Number.isFinite(value) && Number(value) > 0,
);
/** A check for a time that is passed to a store. The check has a limit, because stores cannot keep entries forever. */
export const secondsUpToTenYears: Check = mustBe(
  'a number above 0, at most 315360000 (ten years)',
  (value) => typeof value === 'number' && value > 0 && value <= 315_360_000,
);
export const aWholeNumber: Check = mustBe('a whole number, 0 or more', isWholeNumber);
export const aPositiveWholeNumber: Check = mustBe(
  'a whole number above 0',
  (value) => isWholeNumber(value) && value > 0,
);
// Do not use `instanceof`, because a signal from another realm is also valid.
export const aSignal: Check = mustBe(
  'an AbortSignal',
  (value) => typeof Reflect.get(Object(value), 'aborted') === 'boolean',
);
export const anHttpUrl: Check = mustBe('an absolute http or https URL', isHttpUrl);

export function wholeNumber(min: number, max: number): Check {
  const isInRange = (value: unknown) => isWholeNumber(value) && value >= min && value <= max;
  return mustBe(`a whole number from ${min} to ${max}`, isInRange);
}

/** Whether a value is an object, but not an array, `Map` or `Headers`, because their entries are not fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value);
}

/** Creates a check for one of a few values. The message lists all of them. */
export function oneOf(values: readonly string[]): Check {
  const list = values.map((value) => JSON.stringify(value)).join(', ');
  return mustBe(`one of ${list}`, (value) => values.some((known) => known === value));
}

// With this annotation, bundlers can remove the unused constants that call this function.
/* @__NO_SIDE_EFFECTS__ */
export function mustBe(what: string, isValid: (value: unknown) => boolean): Check {
  return (value) => (isValid(value) ? undefined : `must be ${what}`);
}

/** Returns the name with the smallest edit distance; undefined if there are no names. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  return names.toSorted((one, other) => editDistance(name, one) - editDistance(name, other))[0];
}

/** Returns the Levenshtein distance: the number of letters to insert, remove or replace to turn `from` into `to`. */
export function editDistance(from: string, to: string): number {
  let row = Array.from(to, (_, j) => j + 1);
  // Compares at most 200 letters, because comparing a megabyte of text would take seconds.
  for (let i = 0; i < from.length && i < 200; i++) {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      left = from[i] === to[j] ? diagonal : 1 + Math.min(left, above, diagonal);
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? from.length;
}

/** Creates a check for one of many names. The message suggests the nearest name. */
export function knownName(kind: string, names: readonly string[]): Check {
  return (value) => {
    const name = typeof value === 'string' ? value : '';
    return names.includes(name) ? undefined : unknownName(name, names, kind);
  };
}

/** Returns the nearest name, unless more than half of its letters differ. */
export function suggestedName(name: string, names: readonly string[]): string | undefined {
  const near = nearest(name, names);
  return near && editDistance(name, near) <= near.length / 2 ? near : undefined;
}

function unknownName(name: string, names: readonly string[], kind: string): string {
  const near = suggestedName(name, names);
  const question = near ? `Did you mean "${near}"? ` : '';
  return `is not ${kind}. ${question}Use ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}`;
}

/** Creates a check for a record of headers. `reserved`: the lowercase names to reject, each with the reason. */
export function headers(reserved: Readonly<Record<string, string>>): Check {
  return (value) => {
    for (const [name, text] of isObject(value) ? Object.entries(value) : []) {
      const lowerCaseName = name.toLowerCase();
      if (Object.hasOwn(reserved, lowerCaseName)) return `must not set ${name}: ${reserved[lowerCaseName]}`;
      if (typeof text !== 'string' || !isHeader(name, text)) return `has a value for "${name}" that no header can have`;
    }
    return anObject(value);
  };
}

/** Headers that describe how a message is transferred and where it ends. Only HTTP implementations can set them. */
export const transportHeaders: readonly string[] = [
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

/** Whether a request or a response can have this header. */
export function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
