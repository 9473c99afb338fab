import { invalidArgument, type RequestValidationError } from '../errors/validation-errors.ts';
import { isPlainObject } from '../redaction/redactor.ts';

/**
 * Serializes a value to JSON with sorted fields. This form must never change, because a changed form would give callers
 * new keys for old values. Throws {@link RequestValidationError} for values that JSON would change or drop.
 */
export function canonicalJson(value: unknown): string {
  const path = 'value';
  const tree = toTree(readJsonValue({ '': value }, '', path), path, []);
  if (isEmpty(tree)) throw refuseKey(path, 'must not be empty: other work with no value would have the same key');
  return JSON.stringify(tree);
}

export function refuseKey(path: string, message: string): RequestValidationError {
  return invalidArgument('idempotencyKey.from', path, message, { outcome: 'made no key' });
}

// Real values are not nested this deep, and the call stack allows far more.
const maxDepth = 200;

/** Returns a copy with sorted fields. `path`: such as `value.items[0].price`. `ancestors`: the objects around the value. */
function toTree(value: unknown, path: string, ancestors: readonly object[]): unknown {
  if (typeof value === 'object' && value !== null) return toBranch(value, path, ancestors);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw refuseKey(path, `must be a JSON value, not ${typeof value === 'number' ? value : typeof value}`);
}

function toBranch(object: object, path: string, ancestors: readonly object[]): unknown {
  if (ancestors.includes(object)) throw refuseKey(path, 'must not be a circular reference');
  if (ancestors.length === maxDepth) throw refuseKey(path, `must not be nested in more than ${maxDepth} objects`);
  const problem = findObjectProblem(object);
  if (problem) throw refuseKey(path, problem);
  const toInnerTree = (field: string, innerPath: string) => {
    return toTree(readJsonValue(object, field, innerPath), innerPath, [...ancestors, object]);
  };
  // `Array.from` also visits holes.
  if (Array.isArray(object)) return Array.from(object, (_, i) => toInnerTree(String(i), `${path}[${i}]`));
  const fields = Object.keys(object).sort();
  return Object.fromEntries(fields.map((field) => [field, toInnerTree(field, `${path}.${field}`)]));
}

/** Reads a field's value the way `JSON.stringify` does, through `toJSON` if there is one. */
function readJsonValue(holder: object, field: string, path: string): unknown {
  const value: unknown = Reflect.get(holder, field);
  if (!/object|function|bigint/.test(typeof value)) return value;
  const toJson: unknown = Reflect.get(Object(value), 'toJSON');
  if (typeof toJson !== 'function') return value;
  const json: unknown = toJson.call(value, field);
  if (json !== null && json !== undefined) return json;
  // Otherwise all values whose `toJSON` returns null would share one key.
  throw refuseKey(path, 'must not be null as JSON, as an invalid date is: pass null itself if there is no value');
}

function isEmpty(tree: unknown): boolean {
  return tree === '' || (typeof tree === 'object' && Object.keys(Object(tree)).length === 0);
}

/** Finds a part of an object that JSON would drop, because different values would then share one key. */
function findObjectProblem(object: object): string | undefined {
  const isArray = Array.isArray(object);
  // Arrays of a subclass are refused, because their prototype does not inherit directly from `Object.prototype`.
  if (!isPlainObject(isArray ? Object.getPrototypeOf(object) : object)) return describeInstance(object);
  const inJson = new Set<PropertyKey>(isArray ? ['length', ...object.keys()].map(String) : Object.keys(object));
  const hidden = Reflect.ownKeys(object).find((key) => !inJson.has(key));
  if (hidden === undefined) return undefined;
  return isArray
    ? `must have elements only, not a field ${String(hidden)}: pass [...list]`
    : `must not have the field ${String(hidden)}, which its JSON leaves out: pass an object of what the key is made from`;
}

function describeInstance(object: object): string {
  if (typeof Reflect.get(object, 'then') === 'function') return 'must not be a promise: await it';
  const name: unknown = Reflect.get(Object(Reflect.get(object, 'constructor')), 'name');
  return `must be a plain object or an array, not an instance of ${typeof name === 'string' ? name : 'a class'}`;
}
