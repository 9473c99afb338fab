import { isPlainObject } from '../redaction/plain-object.ts';

/** What an object has beside its fields or its elements, which its JSON leaves out: different ones would have one key. */
export function findShapeProblem(object: object): string | undefined {
  return Array.isArray(object) ? findArrayProblem(object) : findObjectProblem(object);
}

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
  // As Math and JSON do, and the namespace of a module.
  if (Symbol.toStringTag in object) return `${aPlainOne}, not ${Object.prototype.toString.call(object)}`;
  const hidden = Reflect.ownKeys(object).find((key) => typeof key === 'symbol' || !isEnumerable(object, key));
  if (hidden === undefined) return undefined;
  return `must not have the field ${String(hidden)}, which its JSON leaves out: pass an object of what the key is made from`;
}

function isEnumerable(object: object, key: string): boolean {
  return Object.prototype.propertyIsEnumerable.call(object, key);
}

const aPlainOne = 'must be a plain object or an array';

function describeInstance(object: object): string {
  if (typeof Reflect.get(object, 'then') === 'function') return 'must not be a promise: await it';
  const name: unknown = Reflect.get(Object(Reflect.get(object, 'constructor')), 'name');
  return `${aPlainOne}, not an instance of ${typeof name === 'string' ? name : 'a class'}`;
}
