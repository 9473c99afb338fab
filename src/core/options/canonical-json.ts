import { invalidArgument, type RequestValidationError } from '../errors/validation-errors.ts';
import { isPlainObject } from '../redaction/redactor.ts';

/**
 * The JSON of a value with its fields in a fixed order. Throws {@link RequestValidationError} at what `JSON.stringify`
 * would leave out or turn into something else, so that different values never have the same form.
 *
 * The form must never change: keys that services have seen were derived from it.
 */
export function canonicalJson(value: unknown): string {
  const path = 'value';
  const tree = toTree({ value: readJsonValue({ '': value }, '', path), path, ancestors: [] });
  if (isEmpty(tree)) throw refuseKey(path, 'must not be empty: other work with no value would have the same key');
  return JSON.stringify(tree);
}

/** The error for a value that no key is made from. */
export function refuseKey(path: string, message: string): RequestValidationError {
  return invalidArgument('idempotencyKey.from', path, message, { outcome: 'made no key' });
}

/** A part of the value, as its `toJSON` returns it. */
interface Part {
  readonly value: unknown;
  /** As in `value.items[0].price`. */
  readonly path: string;
  /** The objects that the value is in, outermost first. */
  readonly ancestors: readonly object[];
}

// More than any value needs, and far less than the call stack holds.
const maxDepth = 200;

/** A copy with sorted fields. */
function toTree(part: Part): unknown {
  const { value, path } = part;
  if (typeof value === 'object' && value !== null) return toBranch(value, part);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw refuseKey(path, `must be a JSON value, not ${typeof value === 'number' ? value : typeof value}`);
}

function toBranch(object: object, { path, ancestors }: Part): unknown {
  if (ancestors.includes(object)) throw refuseKey(path, 'must not be a circular reference');
  if (ancestors.length === maxDepth) throw refuseKey(path, `must not be nested in more than ${maxDepth} objects`);
  const problem = Array.isArray(object) ? findArrayProblem(object) : findObjectProblem(object);
  if (problem) throw refuseKey(path, problem);
  const toInnerTree = (field: string, innerPath: string) => {
    const value = readJsonValue(object, field, innerPath);
    return toTree({ value, path: innerPath, ancestors: [...ancestors, object] });
  };
  // By index, since an array may have holes.
  if (Array.isArray(object)) return Array.from(object, (_, i) => toInnerTree(String(i), `${path}[${i}]`));
  const fields = Object.keys(object).sort();
  return Object.fromEntries(fields.map((field) => [field, toInnerTree(field, `${path}.${field}`)]));
}

/** The value of a field as `JSON.stringify` reads it, by its `toJSON` if there is one. */
function readJsonValue(holder: object, field: string, path: string): unknown {
  const value: unknown = Reflect.get(holder, field);
  if (!/object|function|bigint/.test(typeof value)) return value;
  const toJson: unknown = Reflect.get(Object(value), 'toJSON');
  if (typeof toJson !== 'function') return value;
  const json: unknown = toJson.call(value, field);
  if (json !== null && json !== undefined) return json;
  // All values without JSON would have the same key.
  throw refuseKey(path, 'must not be null as JSON, as an invalid date is: pass null itself if there is no value');
}

function isEmpty(tree: unknown): boolean {
  return tree === '' || (typeof tree === 'object' && Object.keys(Object(tree)).length === 0);
}

/** Finds what JSON leaves out of an array: a subclass, or a named field. Different arrays would have the same key. */
function findArrayProblem(list: readonly unknown[]): string | undefined {
  if (!isOfNoSubclass(list)) return describeInstance(list);
  const extra = Reflect.ownKeys(list).find((key) => key !== 'length' && !isIndex(key, list.length));
  return extra === undefined ? undefined : `must have elements only, not a field ${String(extra)}: pass [...list]`;
}

/** An array of another realm has another `Array.prototype`, which is an array too. */
function isOfNoSubclass(list: readonly unknown[]): boolean {
  const prototype: unknown = Object.getPrototypeOf(list);
  return Array.isArray(prototype) && Object.hasOwn(Object(Object.getPrototypeOf(prototype)), 'isPrototypeOf');
}

function isIndex(key: string | symbol, length: number): boolean {
  return typeof key === 'string' && String(Number(key) >>> 0) === key && Number(key) < length;
}

function findObjectProblem(object: object): string | undefined {
  if (!isPlainObject(object)) return describeInstance(object);
  const inJson = new Set<PropertyKey>(Object.keys(object));
  const hidden = Reflect.ownKeys(object).find((key) => !inJson.has(key));
  if (hidden === undefined) return undefined;
  return `must not have the field ${String(hidden)}, which its JSON leaves out: pass an object of what the key is made from`;
}

function describeInstance(object: object): string {
  if (typeof Reflect.get(object, 'then') === 'function') return 'must not be a promise: await it';
  const name: unknown = Reflect.get(Object(Reflect.get(object, 'constructor')), 'name');
  return `must be a plain object or an array, not an instance of ${typeof name === 'string' ? name : 'a class'}`;
}
