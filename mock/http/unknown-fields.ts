import { type core, ZodMiniArray, ZodMiniObject, ZodMiniOptional } from 'zod/mini';
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

/** The fields of a valid query or body, at any depth, that its schema does not have: the first ones. */
export function findUnknownFields(schema: core.$ZodType | undefined, value: unknown): UnknownField[] {
  return first(unknownFields(schema, value, ''));
}

/** What a request takes: path parameters by their names, and what its query and its body may have. */
export interface InputSchemas {
  readonly names: readonly string[];
  readonly query?: core.$ZodType | undefined;
  readonly body?: core.$ZodType | undefined;
}

/** As {@link findUnknownFields}, of path parameters, query and body in one object; `isOpaque`: what is not looked into. */
export function findUnknownInput(
  { names, query, body }: InputSchemas,
  input: object,
  isOpaque: (value: unknown) => boolean,
): UnknownField[] {
  // A body none of whose fields is specified can have any.
  if (body instanceof ZodMiniObject && Object.keys(body.def.shape).length === 0) return [];
  const shapes = [query, body].map((schema) => (schema instanceof ZodMiniObject ? schema.def.shape : {}));
  const shape = Object.assign(Object.fromEntries(names.map((name) => [name, undefined])), ...shapes);
  return isOpaque(input) ? [] : first(unknownFieldsOf(shape, input, '', isOpaque));
}

function first(fields: Iterable<UnknownField>): UnknownField[] {
  const found: UnknownField[] = [];
  for (const field of fields) {
    found.push(field);
    if (found.length === MOST) break;
  }
  return found;
}

function* unknownFields(
  schema: core.$ZodType | undefined,
  value: unknown,
  path: string,
  isOpaque = (_: unknown): boolean => false,
): Generator<UnknownField> {
  if (isOpaque(value)) return;
  if (schema instanceof ZodMiniOptional) {
    yield* unknownFields(schema.def.innerType, value, path, isOpaque);
  } else if (schema instanceof ZodMiniArray && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* unknownFields(schema.def.element, item, `${path}[${index}]`, isOpaque);
  } else if (schema instanceof ZodMiniObject) {
    yield* unknownFieldsOf(schema.def.shape, Object(value), path, isOpaque);
  }
}

function* unknownFieldsOf(
  shape: core.$ZodShape,
  object: object,
  path: string,
  isOpaque: (value: unknown) => boolean,
): Generator<UnknownField> {
  const known = Object.keys(shape);
  // A body none of whose fields is specified can have any.
  if (known.length === 0) return;
  // A field that is there, too, was not misspelt.
  const absent = known.filter((name) => !Object.hasOwn(object, name));
  for (const [name, value] of Object.entries(object)) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(shape, name)) yield* unknownFields(shape[name], value, fieldPath, isOpaque);
    else yield { path: fieldPath, similar: similarName(name, absent) };
  }
}
