import { isPlainObject } from './plain-object.ts';
import { redactJson } from './redact-json.ts';
import type { Redactor } from './redactor.ts';

/**
 * What a runtime or a user's function threw, if it cannot show the API key; otherwise a copy that shows the same without
 * the key. The copy is a plain `Error`: a foreign error may be frozen, or keep its fields where no copy can reach. Of an
 * instance of a class that is no error it has only a mark, since inspection may show anything of it.
 */
export function redactThrown(thrown: unknown, redactor: Redactor): unknown {
  try {
    if (isHarmless(thrown, redactor, new Set())) return thrown;
  } catch {
    // It throws where it is looked at: a copy has what can be read.
  }
  try {
    return copyOf(thrown, redactor, new Map());
  } catch {
    return new Error('an error that cannot be read');
  }
}

// More than errors have, few enough to be fast and to fit on the call stack.
const maxObjects = 500;

/** `seen`: what was looked at before, since errors may be circular. Throws what the value throws. */
function isHarmless(value: unknown, redactor: Redactor, seen: Set<object>): boolean {
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null) return redactor.text(String(value)) === String(value);
  if (seen.has(value)) return true;
  seen.add(value);
  if (seen.size > maxObjects || kindOf(value) === 'opaque' || hidesFields(value)) return false;
  const parts = fieldsOf(value).flatMap((field) => [field, Reflect.get(value, field)]);
  return [...parts, ...textsOf(value)].every((part) => isHarmless(part, redactor, seen));
}

/** `copies`: of what was copied before. */
function copyOf(value: unknown, redactor: Redactor, copies: Map<object, object>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return redactJson(value, redactor);
  const known = copies.get(value);
  if (known !== undefined) return known;
  const kind = kindOf(value);
  if (kind === 'opaque' || copies.size === maxObjects) return '[object]';
  const copy = kind === 'error' ? new Error() : kind === 'array' ? [] : {};
  copies.set(value, copy);
  for (const field of fieldsOf(value)) {
    Object.defineProperty(copy, redactor.text(String(field)), {
      value: copyOf(readField(value, field), redactor, copies),
      enumerable: Object.prototype.propertyIsEnumerable.call(value, field),
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

function kindOf(value: object): 'error' | 'array' | 'plain' | 'opaque' {
  // Such as the body of a response: it has a key for each byte.
  if (ArrayBuffer.isView(value)) return 'opaque';
  try {
    // Throws where it is refused.
    Reflect.ownKeys(value);
    if (Array.isArray(value)) return 'array';
    if (value instanceof Error || /(Error|Exception)\]$/.test(Object.prototype.toString.call(value))) return 'error';
    return isPlainObject(value) ? 'plain' : 'opaque';
  } catch {
    // A proxy that refuses to be looked at.
    return 'opaque';
  }
}

/** Whether an object shows itself by a function of its own, or has getters, which may return another value each time. */
function hidesFields(value: object): boolean {
  const inspectors = ['toJSON', Symbol.for('nodejs.util.inspect.custom')];
  if (inspectors.some((name) => typeof Reflect.get(value, name) === 'function')) return true;
  const { stack: _, ...fields } = Object.getOwnPropertyDescriptors(value);
  return Reflect.ownKeys(fields).some((name) => Reflect.get(fields, name).get !== undefined);
}

/** What an object looks like as a text, and in the name of its kind. */
function textsOf(value: object): readonly string[] {
  const kind = Object.prototype.toString.call(value);
  // The text of an array is that of its items.
  return Array.isArray(value) ? [kind] : [kind, String(value)];
}

/** The names of what may be shown of an object. Errors inherit some of it. */
function fieldsOf(value: object): readonly PropertyKey[] {
  if (Array.isArray(value)) return Reflect.ownKeys(value).filter((name) => name !== 'length');
  const inherited = ['name', 'message', 'stack', 'code', 'cause'].filter((name) => name in value);
  return [...new Set([...(kindOf(value) === 'error' ? inherited : []), ...Reflect.ownKeys(value)])];
}

function readField(value: object, field: PropertyKey): unknown {
  try {
    return Reflect.get(value, field);
  } catch {
    return undefined;
  }
}
