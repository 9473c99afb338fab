import { type core, toJSONSchema } from 'zod/mini';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { type ApiName, api, apiNames } from '../http/api.ts';
import { nearestPath } from '../http/router.ts';

type Step = string | number;

/**
 * @param option The option that contains the path.
 * @throws ConfigurationError when no response can have a field with this path. The message names the nearest field.
 */
export function requireResponseField(option: string, path: string, endpoint: ApiName | undefined): void {
  if (!parsePath(path)) {
    const message = `must be the path of a field, such as "id" or "items[0].id"; "${path}" is not valid.`;
    throw new ConfigurationError(option, message);
  }
  const normalized = path.replace(/\[\d+\]/g, '[0]');
  const responses = (endpoint === undefined ? apiNames : [endpoint]).map(responseFields);
  const known = responses.flatMap(({ paths }) => paths);
  const openPaths = responses.flatMap((fields) => fields.openPaths);
  if (known.includes(normalized) || openPaths.some((prefix) => normalized.startsWith(`${prefix}.`))) return;
  const which = endpoint === undefined ? 'no response' : `no response of ${endpoint}`;
  const near = nearestPath(normalized, known, '.');
  throw new ConfigurationError(
    option,
    `must name a field of a response: ${which} has "${path}"${near === undefined ? '' : `; the nearest is "${near}"`}.`,
  );
}

export function hasField(body: string, path: string): boolean {
  return find(JSON.parse(body), parsePath(path) ?? []) !== undefined;
}

export function withoutField(body: string, path: string): string {
  const whole: unknown = JSON.parse(body);
  const found = find(whole, parsePath(path) ?? []);
  if (found) Reflect.deleteProperty(found.owner, found.name);
  return JSON.stringify(whole);
}

export function withFields(body: string, values: Readonly<Record<string, unknown>>): string {
  const whole: unknown = JSON.parse(body);
  for (const [path, value] of Object.entries(values)) {
    const found = find(whole, parsePath(path) ?? []);
    if (found) Reflect.set(found.owner, found.name, value);
  }
  return JSON.stringify(whole);
}

/** Parses `items[0].id` to `['items', 0, 'id']`. The last step must be a name, not an index. */
function parsePath(path: string): Step[] | undefined {
  if (!/^\w+(?:\[\d+\])*(?:\.\w+(?:\[\d+\])*)*$/.test(path) || path.endsWith(']')) return undefined;
  return [...path.matchAll(/\[(\d+)\]|\w+/g)].map(([name, index]) => (index === undefined ? name : Number(index)));
}

function find(value: unknown, steps: readonly Step[]): { owner: object; name: Step } | undefined {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
    return undefined;
  return rest.length === 0 ? { owner: value, name: step } : find(Reflect.get(value, step), rest);
}

type Schema = core.JSONSchema._JSONSchema;

interface ResponseFields {
  /** The paths of the fields, with `[0]` for any index in an array. */
  readonly paths: string[];
  /** The paths of objects that can have any fields. */
  readonly openPaths: string[];
}

function responseFields(endpoint: ApiName): ResponseFields {
  const found: ResponseFields = { paths: [], openPaths: [] };
  collect(toJSONSchema(api[endpoint].response), '', found);
  return found;
}

function collect(schema: Schema, path: string, found: ResponseFields): void {
  if (typeof schema === 'boolean') return;
  for (const choice of schema.anyOf ?? []) collect(choice, path, found);
  if (schema.items && !Array.isArray(schema.items)) collect(schema.items, `${path}[0]`, found);
  if (schema.type === 'object' && !schema.properties) found.openPaths.push(path);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    found.paths.push(fieldPath);
    collect(inner, fieldPath, found);
  }
}
