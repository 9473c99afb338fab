import { invalidArgument, type RequestValidationError } from '../errors/validation-errors.ts';
import { findShapeProblem } from './json-shape.ts';

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
export function refuseKey(path: string, message: string, cause?: unknown): RequestValidationError {
  return invalidArgument('idempotencyKey.from', path, message, { outcome: 'made no key', cause });
}

/** A value in the form that its `toJSON` gives. */
interface Part {
  readonly value: unknown;
  /** As in `value.items[0].price`. */
  readonly path: string;
  /** The objects that the value is in, outermost first. */
  readonly ancestors: readonly object[];
}

// More than any task needs, and far from what the call stack holds.
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
  const problem = attempt(path, () => findShapeProblem(object));
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

/** What `JSON.stringify` takes the value of a field for. */
function readJsonValue(holder: object, field: string, path: string): unknown {
  const value: unknown = attempt(path, () => Reflect.get(holder, field));
  if (!/object|function|bigint/.test(typeof value)) return value;
  const toJson: unknown = attempt(path, () => Reflect.get(Object(value), 'toJSON'));
  if (typeof toJson !== 'function') return value;
  const json: unknown = attempt(path, () => toJson.call(value, field));
  if (json === null || json === undefined)
    throw refuseKey(
      path,
      attempt(path, () => describeNoJson(value)),
    );
  return json;
}

/** All that have no JSON would have one key. */
function describeNoJson(value: unknown): string {
  // Not by its class, which is another in another realm.
  if (Object.prototype.toString.call(value) === '[object Date]') return 'must be a valid date';
  return 'must have a toJSON that gives its value: pass null itself if there is none';
}

function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw refuseKey(path, 'must be readable', cause);
  }
}

function isEmpty(tree: unknown): boolean {
  if (typeof tree === 'object') return Object.keys(Object(tree)).length === 0;
  return tree === '';
}
