import type { ZodMiniType } from 'zod/mini';
import { type ApiName, api } from '../../../mock/http/api.ts';
import type { ServiceInput } from '../../../mock/services/table.ts';
import { definitionOf } from '../../support/schema.ts';

/** Paths of fields, such as `items[].id`: `sent` by requests, and `read` by the service. */
export interface FieldRecord {
  readonly sent: Set<string>;
  readonly read: Set<string>;
}

/** Returns a copy of a service's input that records which fields are present, and which fields are read. */
export function recordedInput(name: ApiName, input: ServiceInput, record: FieldRecord): ServiceInput {
  const { query, body } = api[name];
  return {
    ...input,
    query: query ? recorded(query, input.query, '', record) : input.query,
    body: body ? recorded(body, input.body, '', record) : input.body,
  };
}

/** Returns a copy of the value that records which fields of the schema are present, and which fields are read. */
function recorded(schema: ZodMiniType, value: unknown, path: string, record: FieldRecord): unknown {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'optional':
    case 'nullable':
      return recorded(definition.innerType, value, path, record);
    case 'array':
      if (!Array.isArray(value)) return value;
      return value.map((entry) => recorded(definition.element, entry, `${path}[]`, record));
    case 'object':
      return typeof value === 'object' && value !== null
        ? recordedObject(definition.shape, value, path, record)
        : value;
    default:
      return value;
  }
}

function recordedObject(
  shape: Readonly<Record<string, ZodMiniType>>,
  value: object,
  path: string,
  record: FieldRecord,
): object {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const copy = Object.entries(value).map(([key, field]) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!schema) return [key, field];
    record.sent.add(at(key));
    return [key, recorded(schema, field, at(key), record)];
  });
  return new Proxy(Object.fromEntries(copy), {
    get(target, key) {
      if (typeof key === 'string') record.read.add(at(key));
      return Reflect.get(target, key);
    },
  });
}
