import type { core } from 'zod/mini';
import { editDistance, nearest } from '../../src/core/options/checks.ts';
import { type ApiName, api, apiNames } from './api.ts';

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
  return finders.get(endpoint)?.(body, '') ?? [];
}

const finders = new Map(apiNames.map((name) => [name, finderOf(api[name].body)]));

type Finder = (value: unknown, path: string) => UnknownValue[];

/** Returns undefined for a schema without an open enumeration. */
function finderOf(schema: core.$ZodType | undefined): Finder | undefined {
  // Cast: `def.type` tells which schema it is.
  const def = (schema as core.$ZodTypes | undefined)?._zod.def;
  if (def?.type === 'optional') return finderOf(def.innerType);
  if (def?.type === 'array') return finderInItems(def.element);
  if (def?.type === 'object') return finderInFields(def.shape);
  if (def?.type !== 'union') return undefined;
  // An open enumeration is a union of its known values and any string.
  const known = def.options.flatMap(({ _zod: { values } }) => [...(values ?? [])].map(String));
  return (value, path) =>
    typeof value !== 'string' || known.includes(value)
      ? []
      : [{ path, value, known, similar: similarValue(value, known) }];
}

function finderInItems(element: core.$ZodType): Finder | undefined {
  const find = finderOf(element);
  return (
    find &&
    ((items, path) =>
      Array.isArray(items) ? items.flatMap((item: unknown, index) => find(item, `${path}[${index}]`)) : [])
  );
}

function finderInFields(shape: core.$ZodShape): Finder | undefined {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const find = finderOf(schema);
    return find ? [{ name, find }] : [];
  });
  if (fields.length === 0) return undefined;
  return (object, path) =>
    fields.flatMap(({ name, find }) => find(Object(object)[name], path === '' ? name : `${path}.${name}`));
}

/** Finds the nearest known value, if at most a third of its letters differ from `value`. */
function similarValue(value: string, known: readonly string[]): string | undefined {
  const near = nearest(value, known);
  return near !== undefined && editDistance(value, near) <= near.length / 3 ? near : undefined;
}
