/** A field or list item with a value that differs from the expected value. */
export interface Difference {
  /** The path, for example `items[0].timeline_item_id`; empty for the value itself. */
  readonly path: string;
  readonly expected: unknown;
  /** Undefined if there is no value at this path. */
  readonly received: unknown;
}

/**
 * Compares a value parsed from JSON with an expected value. Objects may have additional fields, arrays must have equal
 * lengths, and asymmetric matchers of vitest and jest apply their own rules.
 */
export function findDifferences(expected: unknown, received: unknown, path = ''): Difference[] {
  if (isAsymmetricMatcher(expected)) return expected.asymmetricMatch(received) ? [] : [{ path, expected, received }];
  if (Array.isArray(expected) && Array.isArray(received)) return listDifferences(expected, received, path);
  if (isPlainObject(expected) && isPlainObject(received)) return fieldDifferences(expected, received, path);
  return expected === received ? [] : [{ path, expected, received }];
}

export function isAsymmetricMatcher(value: unknown): value is { asymmetricMatch(received: unknown): boolean } {
  return isObject(value) && 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function';
}

function listDifferences(expected: readonly unknown[], received: readonly unknown[], path: string): Difference[] {
  const itemDifferences = expected
    .slice(0, received.length)
    .flatMap((item, index) => findDifferences(item, received[index], `${path}[${index}]`));
  if (expected.length === received.length) return itemDifferences;
  return [{ path: joinPath(path, 'length'), expected: expected.length, received: received.length }, ...itemDifferences];
}

function fieldDifferences(expected: object, received: object, path: string): Difference[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    // Only look at own fields, because every object inherits a `constructor`.
    const ownField = Object.getOwnPropertyDescriptor(received, name);
    return findDifferences(value, ownField?.value, joinPath(path, name));
  });
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Returns false for a `Date` or `RegExp`, which have no fields to compare, and which JSON cannot contain. */
export function isPlainObject(value: unknown): value is object {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
