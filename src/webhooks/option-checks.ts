import { ConfigurationError } from '../core/errors/configuration-error.ts';

/** What an option must be, in words, and whether a value is that. */
export type Check = readonly [must: string, holds: (value: unknown) => boolean];

export const aFunction: Check = ['a function', (value) => typeof value === 'function'];
export const anObject: Check = ['an object', (value) => typeof value === 'object' && value !== null];
export const wholeAboveZero: Check = [
  'a whole number above 0',
  (value) => Number.isSafeInteger(value) && isAboveZero(value),
];
export const seconds: Check = ['a number of seconds above 0', (value) => Number.isFinite(value) && isAboveZero(value)];

/**
 * Refuses names that mean nothing and values that cannot be used. An option that is undefined counts as not given. Values
 * are not repeated: one may be a secret.
 *
 * @param path What stands before the names in an error, such as `on.`.
 * @throws `ConfigurationError`
 */
export function requireOptions(
  options: object,
  checks: Readonly<Record<string, Check>>,
  path = '',
  kind = 'an option',
): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check) throw new ConfigurationError(path + name, `is not ${kind}: ${suggestion(name, Object.keys(checks))}`);
    const [must, holds] = check;
    if (!holds(value)) throw new ConfigurationError(path + name, `must be ${must}.`);
  }
}

function isAboveZero(value: unknown): boolean {
  return Number(value) > 0;
}

function suggestion(name: string, names: readonly string[]): string {
  const distances = names.map((known) => editDistance(name, known));
  const nearest = names[distances.indexOf(Math.min(...distances))];
  return `did you mean ${nearest}? There are ${names.join(', ')}.`;
}

/** Levenshtein's: how many letters must be put in, left out or changed to make one text of the other. */
function editDistance(from: string, to: string): number {
  let row = [...to].map((_, j) => j + 1);
  for (let i = 0; i < from.length; i++) {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      left = Math.min(left + 1, above + 1, diagonal + (from[i] === to[j] ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? from.length;
}
