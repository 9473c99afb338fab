import { type core, literal, looseObject, registry, toJSONSchema, ZodMiniType } from 'zod/mini';
import { eventData, eventTypes, exportReadyData, type KnownEventType } from '../../src/contract/event.ts';
import { nonEmptyUrl, text, timestamp, url } from '../../src/contract/model.ts';
import * as contract from './contract-models.ts';
import docComments from './doc-comments.json';
import type { JsonSchema, OpenApiReference } from './openapi.ts';

/** The doc comments of a model's interface. */
export interface ModelDocs {
  readonly description: string;
  readonly fields: Readonly<Record<string, string>>;
}

export const modelDocs: Readonly<Record<string, ModelDocs>> = docComments;

/** The models that a document describes. */
export interface Models {
  /** The names of the models' interfaces, by schema. */
  readonly names: ReadonlyMap<ZodMiniType, string>;
  /** The models' JSON Schemas by name, with the doc comments of the interfaces. The schemas refer to each other. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
}

/**
 * Describes models as JSON Schema.
 *
 * @param stricter Additional JSON Schema fields by zod schema. They restrict values that the zod schema accepts, but
 * the mock does not.
 */
export function describe(
  names: ReadonlyMap<ZodMiniType, string>,
  docs: Readonly<Record<string, ModelDocs>>,
  stricter: ReadonlyMap<unknown, JsonSchema> = new Map(),
): Models {
  const named = registry<{ id: string }>();
  for (const [model, id] of names) named.add(model, { id });
  const override = (given: SchemaPair) => {
    refine(given);
    Object.assign(given.jsonSchema, stricter.get(given.zodSchema));
  };
  const { schemas } = toJSONSchema(named, { uri: schemaUri, override });
  const described = Object.entries(schemas).map(([name, schema]) => [name, documented(schema, docs[name])] as const);
  return { names, schemas: new Map(described) };
}

export function modelNames(): Map<ZodMiniType, string> {
  // Sort the exports, because their order differs in a bundle. Some are no models: lists of event types and page readers.
  const exported = Object.entries(contract).sort(([a], [b]) => (a < b ? -1 : 1));
  const models = exported.flatMap(([name, value]) =>
    value instanceof ZodMiniType ? [[value, capitalized(name)] as const] : [],
  );
  const events = eventTypes.map((type) => [eventModel(type), eventModelName(type)] as const);
  return new Map([...models, ...events]);
}

export function modelName(model: ZodMiniType, { names }: Models): string {
  const name = names.get(model);
  if (name === undefined) {
    const fields = Object.keys(toJSONSchema(model).properties ?? {}).join(', ');
    throw new Error(
      `Export this model of a row from its file, and the file from mock/openapi/contract-models.ts: { ${fields} }.`,
    );
  }
  return name;
}

export function modelReference(model: ZodMiniType, models: Models): OpenApiReference {
  return { $ref: schemaUri(modelName(model, models)) };
}

export function schemaOf(model: ZodMiniType, models: Models): JsonSchema {
  return models.schemas.get(modelName(model, models)) ?? {};
}

export function schemaUri(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Returns `ExportReadyEvent` for `export.ready`. */
export function eventModelName(type: KnownEventType): string {
  return `${type.split('.').map(capitalized).join('')}Event`;
}

function eventModel(type: KnownEventType): ZodMiniType {
  const data = type === 'export.ready' ? exportReadyData : eventData;
  return looseObject({ id: text, type: literal(type), created_at: timestamp, data });
}

interface SchemaPair {
  readonly zodSchema: unknown;
  readonly jsonSchema: JsonSchema;
}

/** The string formats that the document states. The checks accept strings in any format. */
const formats: ReadonlyMap<unknown, string> = new Map([
  [url, 'uri'],
  [nonEmptyUrl, 'uri'],
  [timestamp, 'date-time'],
]);

function refine({ zodSchema, jsonSchema }: SchemaPair): void {
  const format = formats.get(zodSchema);
  if (format !== undefined) jsonSchema.format = format;
  // zod adds this limit, the largest integer that JavaScript can represent exactly.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function documented({ $schema, $id, ...schema }: JsonSchema, docs?: ModelDocs): JsonSchema {
  const { description, fields = {} } = docs ?? {};
  const own = description === undefined ? schema : { description, ...schema };
  if (own.properties === undefined) return own;
  const properties = Object.entries(own.properties).map(([field, value]) => [field, withDoc(value, fields[field])]);
  return { ...own, properties: Object.fromEntries(properties) };
}

function withDoc(schema: core.JSONSchema._JSONSchema, description: string | undefined): core.JSONSchema._JSONSchema {
  return description === undefined || typeof schema === 'boolean' ? schema : { description, ...schema };
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
