import { editDistance } from '../../src/core/options/checks.ts';
import type { FieldTree } from './field-tree.ts';

/** A field or parameter of a request that the mock does not know. */
export interface UnknownField {
  /** Such as `items[0].end_seconds`. */
  readonly path: string;
  /** The known one that may have been meant, such as `trim_end_seconds`; undefined if none is similar. */
  readonly similar: string | undefined;
}

/** More are not looked for: a body may have any number. */
const MOST = 20;

/**
 * The fields of a value, at any depth, that are not known: the first ones.
 *
 * @param isOpaque What is not looked into.
 */
export function findUnknownFields(known: FieldTree, value: unknown, isOpaque = isNever): UnknownField[] {
  const found: UnknownField[] = [];
  for (const field of unknownFields(known, value, '', isOpaque)) {
    found.push(field);
    if (found.length === MOST) break;
  }
  return found;
}

const isNever = (_: unknown): boolean => false;

function* unknownFields(
  known: FieldTree | undefined,
  value: unknown,
  path: string,
  isOpaque: (value: unknown) => boolean,
): Generator<UnknownField> {
  if (known === undefined || known === true || isOpaque(value)) return;
  if (isList(known)) {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) yield* unknownFields(known[0], item, `${path}[${index}]`, isOpaque);
  } else yield* unknownFieldsOf(known, Object(value), path, isOpaque);
}

function* unknownFieldsOf(
  known: Readonly<Record<string, FieldTree>>,
  object: object,
  path: string,
  isOpaque: (value: unknown) => boolean,
): Generator<UnknownField> {
  // A field that is there, too, was not misspelt.
  const absent = Object.keys(known).filter((name) => !Object.hasOwn(object, name));
  for (const [name, value] of Object.entries(object)) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(known, name)) yield* unknownFields(known[name], value, fieldPath, isOpaque);
    else yield { path: fieldPath, similar: similarName(name, absent) };
  }
}

/** `Array.isArray` does not narrow a union with a readonly list. */
function isList(known: Exclude<FieldTree, true>): known is readonly [FieldTree] {
  return Array.isArray(known);
}

/** A longer name is similar to none. */
const LONGEST = 100;

/**
 * The known name that another one is likely to be a slip for: one that differs by its spelling (`projectName`,
 * `trim_end_secnods`) or by missing or additional words (`end_seconds` for `trim_end_seconds`).
 */
export function similarName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST || wordsOf(name).length === 0) return undefined;
  return known.find((other) => isMisspelling(name, other)) ?? known.find((other) => sharesWords(name, other));
}

function isMisspelling(name: string, other: string): boolean {
  const [letters, otherLetters] = [wordsOf(name).join(''), wordsOf(other).join('')];
  return editDistance(letters, otherLetters) <= otherLetters.length / 5;
}

/** Whether all words of one are among those of the other. */
function sharesWords(name: string, other: string): boolean {
  const [words, otherWords] = [wordsOf(name), wordsOf(other)];
  return words.every((word) => otherWords.includes(word)) || otherWords.every((word) => words.includes(word));
}

/** `trim_end_seconds` and `trimEndSeconds` as `['trim', 'end', 'seconds']`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
