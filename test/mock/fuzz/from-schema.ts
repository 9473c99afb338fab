import fc from 'fast-check';
import type { core, ZodMiniType } from 'zod/mini';

/** Values that a schema lets through, so that what is added to a row's schema is tried at once. */
export function fromSchema(schema: ZodMiniType, strings: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  // A boundary: zod's own types do not tell one kind of schema from another.
  const def = (schema as unknown as { _zod: { def: SchemaDef } })._zod.def;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return fc.option(fromSchema(def.innerType, strings), { nil: def.type === 'nullable' ? null : undefined });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([key, one]) => [key, fromSchema(one, strings)])),
      );
    case 'array':
      return fc.array(fromSchema(def.element, strings), { maxLength: 3 });
    case 'record':
      return fc.dictionary(strings, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
    case 'union':
      return fc.oneof(...def.options.map((option) => fromSchema(option, strings)));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 600 }).map((n) => n / 20),
        fc.integer(),
      );
    case 'boolean':
      return fc.boolean();
    case 'string':
      return strings;
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

type SchemaDef =
  | { readonly type: 'optional' | 'nullable'; readonly innerType: ZodMiniType }
  | { readonly type: 'array'; readonly element: ZodMiniType }
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, ZodMiniType>> }
  | { readonly type: 'union'; readonly options: readonly ZodMiniType[] }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, string>> }
  | { readonly type: 'literal'; readonly values: readonly unknown[] }
  | {
      readonly type: Exclude<
        core.$ZodTypeDef['type'],
        'optional' | 'nullable' | 'array' | 'object' | 'union' | 'enum' | 'literal'
      >;
    };
