import { isPlainObject } from './plain-object.ts';
import type { Redactor } from './redactor.ts';

/**
 * What a runtime or a user's function threw, if it cannot show the API key; otherwise a copy that shows the same without
 * the key. The copy is a plain `Error`: a foreign error may be frozen, or keep its fields where no copy can reach. Of an
 * instance of a class it has only the name, since inspection may show anything of it.
 */
export function redactThrown(thrown: unknown, redactor: Redactor): unknown {
  return isHarmless(thrown, redactor, new Set()) ? thrown : copyOf(thrown, redactor, new Map());
}

// More than errors have, few enough to be fast and to fit on the call stack.
const maxObjects = 500;

/** `seen`: what was looked at before, since errors may be circular. */
function isHarmless(value: unknown, redactor: Redactor, seen: Set<object>): boolean {
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null) return redactor.text(String(value)) === String(value);
  if (seen.has(value)) return true;
  seen.add(value);
  if (seen.size > maxObjects || kindOf(value) === 'opaque' || hidesFields(value)) return false;
  const parts = fieldsOf(value).flatMap((field) => [field, readField(value, field)]);
  return parts.every((part) => isHarmless(part, redactor, seen));
}

/** `copies`: of what was copied before. */
function copyOf(value: unknown, redactor: Redactor, copies: Map<object, object>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return redactor.json(value);
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

/** Whether an object shows itself by a function of its own. */
function hidesFields(value: object): boolean {
  const inspectors = ['toJSON', Symbol.for('nodejs.util.inspect.custom')];
  return inspectors.some((name) => typeof readField(value, name) === 'function');
}

/** The names of what may be shown of an object. Errors inherit some of it. */
function fieldsOf(value: object): readonly PropertyKey[] {
  if (Array.isArray(value)) return Object.keys(value);
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
