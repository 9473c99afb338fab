/** One place where a value is not as it was expected to be. */
export interface Difference {
  /** Where, as in `items[0].timeline_item_id`; empty for the value itself. */
  readonly path: string;
  readonly expected: unknown;
  /** What stands there; undefined where nothing does. */
  readonly received: unknown;
}

/**
 * Where a value that was read from JSON is not as expected. Objects may have more fields than are expected, lists have as
 * many items, and an object with an `asymmetricMatch` function, as those of vitest and jest have, decides by itself.
 */
export function findDifferences(expected: unknown, received: unknown, path = ''): Difference[] {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(received) ? [] : [{ path, expected, received }];
  if (Array.isArray(expected) && Array.isArray(received)) return listDifferences(expected, received, path);
  if (isPlainObject(expected) && isPlainObject(received)) return fieldDifferences(expected, received, path);
  return expected === received ? [] : [{ path, expected, received }];
}

export function isAsymmetric(value: unknown): value is { asymmetricMatch(received: unknown): boolean } {
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
    // Own fields alone: every object inherits a `constructor`.
    const own = Object.getOwnPropertyDescriptor(received, name);
    return findDifferences(value, own?.value, joinPath(path, name));
  });
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A plain object. Nothing that is read from JSON equals a `Date` or a `RegExp`, though these may have no fields. */
export function isPlainObject(value: unknown): value is object {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
