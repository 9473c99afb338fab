import { invalidArgument, type RequestValidationError } from '../errors/validation-errors.ts';
import { isPlainObject } from '../redaction/plain-object.ts';

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
  if (ancestors.includes(object)) throw refuseKey(path, 'must not be an object that contains it');
  if (ancestors.length === maxDepth) throw refuseKey(path, `must not be nested in more than ${maxDepth} objects`);
  const toInnerTree = (field: string, innerPath: string) => {
    const value = readJsonValue(object, field, innerPath);
    return toTree({ value, path: innerPath, ancestors: [...ancestors, object] });
  };
  // By index, since an array may have holes.
  if (Array.isArray(object)) return Array.from(object, (_, i) => toInnerTree(String(i), `${path}[${i}]`));
  if (!isPlainObject(object)) throw refuseKey(path, describeInstance(object));
  const fields = Object.keys(object).sort();
  return Object.fromEntries(fields.map((field) => [field, toInnerTree(field, `${path}.${field}`)]));
}

/** What `JSON.stringify` takes the value of a field for. */
function readJsonValue(holder: object, field: string, path: string): unknown {
  const value = attempt(path, () => Reflect.get(holder, field));
  // Its JSON is null, as that of every other invalid date.
  if (value instanceof Date && Number.isNaN(value.getTime())) throw refuseKey(path, 'must be a valid date');
  if (!/object|function|bigint/.test(typeof value)) return value;
  return attempt(path, () => {
    const toJson: unknown = Reflect.get(Object(value), 'toJSON');
    return typeof toJson === 'function' ? toJson.call(value, field) : value;
  });
}

function attempt(path: string, read: () => unknown): unknown {
  try {
    return read();
  } catch (cause) {
    throw refuseKey(path, 'must be readable', cause);
  }
}

function describeInstance(object: object): string {
  if (typeof Reflect.get(object, 'then') === 'function') return 'must not be a promise: await it';
  const name: unknown = Reflect.get(Object(Reflect.get(object, 'constructor')), 'name');
  return `must be a plain object or an array, not an instance of ${typeof name === 'string' ? name : 'a class'}`;
}

function isEmpty(tree: unknown): boolean {
  if (typeof tree === 'object') return Object.keys(Object(tree)).length === 0;
  return tree === '';
}
