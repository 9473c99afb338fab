import type { core, ZodMiniType } from 'zod/mini';

/** The kind of a schema, and its parts. */
export type SchemaDefinition =
  | { readonly type: 'optional' | 'nullable'; readonly innerType: ZodMiniType }
  | { readonly type: 'array'; readonly element: ZodMiniType }
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, ZodMiniType>> }
  | { readonly type: 'union'; readonly options: readonly ZodMiniType[] }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, string>> }
  | { readonly type: 'literal'; readonly values: readonly unknown[] }
  | { readonly type: Exclude<core.$ZodTypeDef['type'], DescribedType> };

type DescribedType = 'optional' | 'nullable' | 'array' | 'object' | 'union' | 'enum' | 'literal';

export function definitionOf(schema: ZodMiniType): SchemaDefinition {
  // Cast: zod's types do not distinguish the kinds of schemas.
  return (schema as unknown as { _zod: { def: SchemaDefinition } })._zod.def;
}

/** Returns every nested field of a schema with its path. `items[].id` is the `id` of any entry of `items`. */
export function fieldsOf(schema: ZodMiniType, path = ''): [path: string, field: ZodMiniType][] {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'optional':
    case 'nullable':
      return fieldsOf(definition.innerType, path);
    case 'array':
      return fieldsOf(definition.element, `${path}[]`);
    case 'object':
      return Object.entries(definition.shape).flatMap(([key, field]) => {
        const own = path === '' ? key : `${path}.${key}`;
        return [[own, field], ...fieldsOf(field, own)];
      });
    default:
      return [];
  }
}
