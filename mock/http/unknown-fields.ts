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
  const found: UnknownField[] = [];
  for (const field of unknownFields(schema, value, '')) {
    found.push(field);
    if (found.length === MOST) break;
  }
  return found;
}

function* unknownFields(schema: core.$ZodType | undefined, value: unknown, path: string): Generator<UnknownField> {
  if (schema instanceof ZodMiniOptional) {
    yield* unknownFields(schema.def.innerType, value, path);
  } else if (schema instanceof ZodMiniArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unknownFields(schema.def.element, item, `${path}[${index}]`);
  } else if (schema instanceof ZodMiniObject) {
    yield* unknownFieldsOf(schema.def.shape, Object(value), path);
  }
}

function* unknownFieldsOf(shape: core.$ZodShape, object: object, path: string): Generator<UnknownField> {
  const known = Object.keys(shape);
  // A body none of whose fields is specified can have any.
  if (known.length === 0) return;
  // A field that is there, too, was not misspelt.
  const absent = known.filter((name) => !Object.hasOwn(object, name));
  for (const [name, value] of Object.entries(object)) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(shape, name)) yield* unknownFields(shape[name], value, fieldPath);
    else yield { path: fieldPath, similar: similarName(name, absent) };
  }
}
