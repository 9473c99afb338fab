import type { FieldTree } from './field-tree.ts';
import { similarName } from './similar-name.ts';

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
