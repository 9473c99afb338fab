import { editDistance, isObject } from '../../src/core/options/checks.ts';
import type { FieldTree } from './field-tree.ts';

/** A field or parameter of a request that the mock does not know. */
export interface UnknownField {
  /** The path of the field, for example `items[0].end_seconds`. */
  readonly path: string;
  /** A similar known field, such as `trim_end_seconds`; undefined if there is none. */
  readonly similar: string | undefined;
}

/** The maximum number of reported fields: a body can have any number of unknown fields. */
const MAX_FIELDS = 20;

/**
 * Finds the first unknown fields of a value, at any depth.
 *
 * @param isOpaque Selects values whose fields are not checked.
 */
export function findUnknownFields(known: FieldTree, value: unknown, isOpaque: IsOpaque = () => false): UnknownField[] {
  return unknownFields(known, value, '', isOpaque).take(MAX_FIELDS).toArray();
}

type IsOpaque = (value: unknown) => boolean;

function* unknownFields(
  known: FieldTree | undefined,
  value: unknown,
  path: string,
  isOpaque: IsOpaque,
): Generator<UnknownField> {
  if (known === undefined || known === true || isOpaque(value)) return;
  if (isList(known)) {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) yield* unknownFields(known[0], item, `${path}[${index}]`, isOpaque);
    return;
  }
  if (!isObject(value)) return;
  // Suggest only absent fields: a known field that is present was not misspelled.
  const absent = Object.keys(known).filter((name) => !Object.hasOwn(value, name));
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(known, name)) yield* unknownFields(known[name], field, fieldPath, isOpaque);
    else yield { path: fieldPath, similar: similarName(name, absent) };
  }
}

/** Replaces `Array.isArray`, which does not narrow a union with a readonly list. */
function isList(known: Exclude<FieldTree, true>): known is readonly [FieldTree] {
  return Array.isArray(known);
}

/** The maximum length of a name that is compared with known names. */
const MAX_LENGTH = 100;

/**
 * Finds the known name that was probably meant. The name may differ in spelling (`projectName`, `trim_end_secnods`), or
 * by missing or additional words (`end_seconds` for `trim_end_seconds`).
 */
export function similarName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH || wordsOf(name).length === 0) return undefined;
  return known.find((other) => isMisspelling(name, other)) ?? known.find((other) => sharesWords(name, other));
}

function isMisspelling(name: string, other: string): boolean {
  const [letters, otherLetters] = [wordsOf(name).join(''), wordsOf(other).join('')];
  return editDistance(letters, otherLetters) <= otherLetters.length / 5;
}

/** Whether one name contains all words of the other name. */
function sharesWords(name: string, other: string): boolean {
  const [words, otherWords] = [wordsOf(name), wordsOf(other)];
  return words.every((word) => otherWords.includes(word)) || otherWords.every((word) => words.includes(word));
}

/** Splits `trim_end_seconds` and `trimEndSeconds` into `['trim', 'end', 'seconds']`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
