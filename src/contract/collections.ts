import {
  type core,
  string,
  unknown,
  type ZodMiniArray,
  type ZodMiniEnum,
  type ZodMiniNullable,
  type ZodMiniObject,
  type ZodMiniOptional,
  type ZodMiniRecord,
  type ZodMiniString,
  ZodMiniType,
} from 'zod/mini';
import { maxIssues } from './issue.ts';

/**
 * Creates the check for an object that may have additional fields. Unlike zod's object check, this check stops after
 * {@link maxIssues} issues and copies nothing.
 *
 * @param checks Checks of the object as a whole.
 */
export function object<Fields extends Shape>(fields: Fields, ...checks: core.$ZodCheck[]): ZodMiniObject<Fields> {
  const named = Object.entries(fields);
  const parse = parseEach(
    'object',
    (value) => isObject(value) && named.map(([name, field]) => [name, value[name], field]),
  );
  return ownSchema({ type: 'object', shape: fields, catchall: unknown(), checks }, parse);
}

/** Creates the check for an array. Like {@link object}, it stops after {@link maxIssues} issues. */
export function array<Item extends ZodMiniType>(element: Item): ZodMiniArray<Item> {
  const parse = parseEach('array', (value) => {
    // Use `Array.from`, because `map` skips holes.
    return Array.isArray(value) && Array.from(value, (item: unknown, index) => [index, item, element]);
  });
  return ownSchema({ type: 'array', element }, parse);
}

/** Creates the check for an object with any keys. Like {@link object}, it stops after {@link maxIssues} issues. */
export function record<Value extends ZodMiniType>(valueType: Value): ZodMiniRecord<ZodMiniString, Value> {
  const parse = parseEach('record', (given) => {
    return isObject(given) && Object.entries(given).map(([key, value]) => [key, value, valueType]);
  });
  return ownSchema({ type: 'record', keyType: string(), valueType }, parse);
}

/** Creates the check for a value that may be undefined, or a field that may be missing. */
export function optional<Inner extends ZodMiniType>(innerType: Inner): ZodMiniOptional<Inner> {
  const schema = ownSchema<ZodMiniOptional<Inner>>({ type: 'optional', innerType }, parseUnless(undefined, innerType));
  Object.assign(schema._zod, { optin: 'optional', optout: 'optional' });
  return schema;
}

export function nullable<Inner extends ZodMiniType>(innerType: Inner): ZodMiniNullable<Inner> {
  return ownSchema({ type: 'nullable', innerType }, parseUnless(null, innerType));
}

export function oneOf<const Value extends string>(values: readonly Value[]): ZodMiniEnum<{ [Each in Value]: Each }> {
  // Cast: `Object.fromEntries` loses the names.
  const entries = Object.fromEntries(values.map((value) => [value, value])) as { [Each in Value]: Each };
  const schema = ownSchema<ZodMiniEnum<{ [Each in Value]: Each }>>({ type: 'enum', entries }, (payload) => {
    const { value: input, issues } = payload;
    if (!schema._zod.values.has(input)) issues.push({ code: 'invalid_value', values: [...values], input });
    return payload;
  });
  schema._zod.values = new Set(values);
  return schema;
}

/** Creates a schema that zod writes as JSON Schema like its own, but with a `parse` that is less code than zod's. */
export function ownSchema<Schema extends ZodMiniType>(
  definition: core.$ZodTypeDef & Partial<Schema['_zod']['def']>,
  parse: Schema['_zod']['parse'],
): Schema {
  const schema = new ZodMiniType(definition);
  schema._zod.parse = parse;
  // If the definition has checks, zod has already set a `run` that calls `parse` and then the checks.
  schema._zod.run ??= parse;
  // Cast: the schema has the type of its definition.
  return schema as Schema;
}

/** Returns the fields of an object schema; undefined for any other schema. */
export function fieldsOf(schema: core.$ZodType): Shape | undefined {
  // Cast: with this union type, TypeScript can tell schemas apart by `def.type`.
  const { def } = (schema as core.$ZodTypes)._zod;
  return def.type === 'object' ? (def.shape as Shape) : undefined;
}

type Shape = Readonly<Record<string, ZodMiniType>>;
type Part = readonly [key: number | string, value: unknown, schema: ZodMiniType];

/** Creates a parser that checks each part of a value. `partsOf` returns false if the value has another type. */
function parseEach(expected: 'object' | 'array' | 'record', partsOf: (value: unknown) => readonly Part[] | false) {
  return (payload: core.ParsePayload, context: core.ParseContextInternal): core.ParsePayload => {
    const parts = partsOf(payload.value);
    if (!parts) payload.issues.push({ code: 'invalid_type', expected, input: payload.value });
    for (const [key, value, { _zod }] of parts || []) {
      if (payload.issues.length >= maxIssues) break;
      // Cast: no check of the contract is asynchronous.
      const { issues } = _zod.run({ value, issues: [] }, context) as core.ParsePayload;
      for (const issue of issues) payload.issues.push({ ...issue, path: [key, ...(issue.path ?? [])] });
    }
    return payload;
  };
}

/** Creates a parser that accepts `empty`, and parses every other value with another schema. */
function parseUnless(empty: undefined | null, { _zod }: ZodMiniType) {
  return (payload: core.ParsePayload, context: core.ParseContextInternal) =>
    payload.value === empty ? payload : _zod.run(payload, context);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
