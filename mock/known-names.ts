import { closest } from 'fastest-levenshtein';

/** The first name that a caller without types got wrong. One whose value is undefined counts as not given. */
export function unknownName(given: object, known: readonly string[]): { name: string; nearest: string } | undefined {
  const names = Object.keys(given).filter((name) => Reflect.get(given, name) !== undefined);
  const name = names.find((candidate) => !known.includes(candidate));
  return name === undefined ? undefined : { name, nearest: closest(name, [...known]) };
}
