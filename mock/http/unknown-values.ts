import type { core } from 'zod/mini';
import { editDistance, nearest } from '../../src/core/options/checks.ts';

/** A value of an open enumeration that the specification does not list. The service may know it. */
export interface UnknownValue {
  /** The path of the field, for example `target.aspect_ratio`. */
  readonly path: string;
  readonly value: string;
  /** The values that the specification lists. */
  readonly known: readonly string[];
  /** The known value that was probably meant; undefined if none is similar. */
  readonly similar: string | undefined;
}

/** Finds the unknown values of open enumerations in a valid value, at any depth. */
export function* findUnknownValues(
  schema: core.$ZodType | undefined,
  value: unknown,
  path = '',
): Generator<UnknownValue> {
  if (schema === undefined) return;
  // Cast: `def.type` tells which schema it is.
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === 'optional') {
    yield* findUnknownValues(def.innerType, value, path);
  } else if (def.type === 'array' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* findUnknownValues(def.element, item, `${path}[${index}]`);
  } else if (def.type === 'object') {
    for (const [name, field] of Object.entries(def.shape)) {
      yield* findUnknownValues(field, Reflect.get(Object(value), name), path === '' ? name : `${path}.${name}`);
    }
  } else if (def.type === 'union' && typeof value === 'string') {
    // An open enumeration is a union of its known values and any string.
    for (const option of def.options) {
      const { values } = option._zod;
      if (!values || values.has(value)) continue;
      const known = [...values].map(String);
      yield { path, value, known, similar: similarValue(value, known) };
    }
  }
}

/** Finds the known value that differs from this one in at most a third of its letters. */
function similarValue(value: string, known: readonly string[]): string | undefined {
  const near = nearest(value, known);
  return near !== undefined && editDistance(value, near) <= near.length / 3 ? near : undefined;
}
