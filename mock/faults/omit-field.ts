import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { nearest } from '../../src/core/options/nearest.ts';
import { type ApiName, apiNames } from '../api/table.ts';
import { responseFields } from './response-fields.ts';

/** A field's name, or its place in a list. */
type Step = string | number;

/** @throws ConfigurationError when the path is not valid, or no response can have the field; it names the nearest one. */
export function requireOmittable(path: string, endpoint: ApiName | undefined): void {
  if (!readPath(path)) throw notValid(`must be the path of a field, as "id" or "items[0].id"; "${path}" is not valid.`);
  const any = path.replace(/\[\d+\]/g, '[0]');
  const responses = (endpoint === undefined ? apiNames : [endpoint]).map(responseFields);
  const known = responses.flatMap(({ paths }) => paths);
  const open = responses.flatMap((fields) => fields.open);
  if (known.includes(any) || open.some((start) => any.startsWith(`${start}.`))) return;
  const which = endpoint === undefined ? 'no response' : `no response of ${endpoint}`;
  throw notValid(`must name a field of a response: ${which} has "${path}"; the nearest is "${nearest(any, known)}".`);
}

/** Whether a body has this field. */
export function hasField(body: string, path: string): boolean {
  return find(JSON.parse(body), readPath(path) ?? []) !== undefined;
}

/** The body without the field. */
export function withoutField(body: string, path: string): string {
  const whole: unknown = JSON.parse(body);
  const found = find(whole, readPath(path) ?? []);
  if (found) Reflect.deleteProperty(found.owner, found.name);
  return JSON.stringify(whole);
}

/** `items[0].id` as `['items', 0, 'id']`; the last step is a field's name, for a list has no gaps. */
function readPath(path: string): Step[] | undefined {
  if (!/^\w+(?:\[\d+\])*(?:\.\w+(?:\[\d+\])*)*$/.test(path) || path.endsWith(']')) return undefined;
  return [...path.matchAll(/\[(\d+)\]|\w+/g)].map(([name, place]) => (place === undefined ? name : Number(place)));
}

function find(value: unknown, steps: readonly Step[]): { owner: object; name: Step } | undefined {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
    return undefined;
  return rest.length === 0 ? { owner: value, name: step } : find(Reflect.get(value, step), rest);
}

function notValid(message: string): ConfigurationError {
  return new ConfigurationError('fault.omit', message);
}
