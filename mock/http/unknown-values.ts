import type { core } from 'zod/mini';
import { editDistance, nearest } from '../../src/core/options/checks.ts';
import { type ApiName, api } from './api.ts';

/** A value of an open enumeration that the specification does not list. The service may know it. */
export interface UnknownValue {
  /** The path of the field, for example `target.aspect_ratio`. */
  readonly path: string;
  readonly value: string;
  readonly known: readonly string[];
  /** The known value that was probably meant; undefined if none is similar. */
  readonly similar: string | undefined;
}

/** Finds the unknown values in the valid body of a request, at any depth. */
export function findUnknownValues(endpoint: ApiName, body: unknown): UnknownValue[] {
  const schema = api[endpoint].body;
  return schema ? [...unknownValues(schema, body, '')] : [];
}

function* unknownValues(schema: core.$ZodType, value: unknown, path: string): Generator<UnknownValue> {
  // Cast: `def.type` tells which schema it is.
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === 'optional') yield* unknownValues(def.innerType, value, path);
  if (def.type === 'array' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unknownValues(def.element, item, `${path}[${index}]`);
  }
  if (def.type === 'object') {
    for (const [name, field] of Object.entries(def.shape)) {
      yield* unknownValues(field, Object(value)[name], path === '' ? name : `${path}.${name}`);
    }
  }
  if (def.type !== 'union' || typeof value !== 'string') return;
  // An open enumeration is a union of its known values and any string.
  const known = def.options.flatMap(({ _zod: { values } }) => [...(values ?? [])].map(String));
  if (!known.includes(value)) yield { path, value, known, similar: similarValue(value, known) };
}

/** Finds the nearest known value, if at most a third of its letters differ from `value`. */
function similarValue(value: string, known: readonly string[]): string | undefined {
  const near = nearest(value, known);
  return near !== undefined && editDistance(value, near) <= near.length / 3 ? near : undefined;
}
