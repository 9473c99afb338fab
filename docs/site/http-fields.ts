import type { JsonSchema, OpenApiComponents, OpenApiReference } from '../../mock/openapi/openapi.ts';

/** A field of a body. Its path looks like `clips[].clip_id`. */
export interface Field {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Returns all fields of a schema. The fields of a nested object follow the field that holds it. */
export function fieldsOf(schema: Schema, components: OpenApiComponents, prefix = ''): Field[] {
  const { required = [], properties = {} } = resolve(schema, components);
  return Object.entries(properties).flatMap(([name, property]) => {
    // Cast: no schema in the document is a boolean.
    const value = property as JsonSchema;
    const path = prefix + name;
    const field = {
      path,
      type: typeOf(value, components),
      required: required.includes(name),
      description: descriptionOf(value, components),
    };
    return [field, ...nestedFields(value, components, path)];
  });
}

/** Describes the type of a value in a few words. */
export function typeOf(schema: Schema, components: OpenApiComponents): string {
  const { const: constant, enum: values, anyOf, items, type, format } = resolve(schema, components);
  if (constant !== undefined) return code(constant);
  if (values !== undefined) return values.map(code).join(', ');
  // Casts, here and below: zod never writes a boolean as a schema.
  if (anyOf !== undefined) return unionOf(anyOf as JsonSchema[], components);
  if (items !== undefined) return `list of ${typeOf(items as JsonSchema, components)}`;
  if (type === undefined) return 'any value';
  return format === undefined ? String(type) : `${type} (${format})`;
}

export function resolve(schema: Schema, { schemas }: OpenApiComponents): JsonSchema {
  // Cast: a value without `$ref` is a schema.
  if (schema.$ref === undefined) return schema as JsonSchema;
  const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  const target = schemas[name];
  if (target === undefined) throw new Error(`The OpenAPI document has no schema ${name}.`);
  return target;
}

type Schema = JsonSchema | OpenApiReference;

function nestedFields(schema: Schema, components: OpenApiComponents, path: string): Field[] {
  const { anyOf = [], items, properties } = resolve(schema, components);
  if (properties !== undefined) return fieldsOf(schema, components, `${path}.`);
  // Casts: zod never writes a boolean as a schema.
  if (items !== undefined) return nestedFields(items as JsonSchema, components, `${path}[]`);
  return (anyOf as JsonSchema[]).flatMap((each) => nestedFields(each, components, path));
}

/** Joins the types of a union. A plain string next to known strings is `another string`: the service may add values. */
function unionOf(schemas: readonly JsonSchema[], components: OpenApiComponents): string {
  const types = [...new Set(schemas.map((each) => typeOf(each, components)))];
  const known = types.some((type) => type.startsWith('`"'));
  return types.map((type) => (known && type === 'string' ? 'another string' : type)).join(' or ');
}

function descriptionOf(schema: Schema, components: OpenApiComponents): string {
  const { description } = 'description' in schema ? schema : resolve(schema, components);
  return String(description ?? '');
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}
