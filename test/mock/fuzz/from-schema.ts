import fc from 'fast-check';
import type { ZodMiniType } from 'zod/mini';
import { definitionOf } from '../../support/schema.ts';

/** Generates values that a schema accepts, so that new fields of an endpoint are fuzzed without a change to the tests. */
export function fromSchema(schema: ZodMiniType, strings: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const def = definitionOf(schema);
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
