import { closest } from 'fastest-levenshtein';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { unknownName } from '../known-names.ts';
import { findDifferences, isAsymmetric } from './differences.ts';

/** What a mock had recorded when it was read, oldest first. Later records are not added. */
export interface Recorded<Item, Filter> extends ReadonlyArray<Item> {
  /**
   * The records that match every field of the filter, oldest first. A field that is undefined counts as omitted.
   *
   * @throws ConfigurationError when the filter has an unknown field, or a value that no record can have.
   */
  matching(filter: Filter): readonly Item[];
}

/** A record and its API key, which the record itself does not contain. */
export interface Entry<Item> {
  readonly apiKey: string | undefined;
  readonly item: Item;
}

/** How records of one kind are filtered. */
export interface Filtering<Item> {
  /** The record's values for the fields of a filter, except `apiKey`. */
  fieldsOf(item: Item): Readonly<Record<string, unknown>>;
  /** The fields that a filter may have. */
  readonly fields: readonly string[];
  /** All that can stand in some of them. */
  readonly values: Readonly<Record<string, readonly (string | null)[]>>;
  /** The fields that take an object. */
  readonly objects: readonly string[];
  /** What `typeof` says of any others, null and asymmetric matchers aside. */
  readonly types: Readonly<Record<string, 'string' | 'number' | 'boolean'>>;
}

/** A plain array with one hidden method, so that comparing and printing it shows the items only. */
export function recorded<Item, Filter extends object>(
  entries: readonly Entry<Item>[],
  filtering: Filtering<Item>,
): Recorded<Item, Filter> {
  const matching = (filter: Filter): Item[] => {
    const wanted = readFilter(filter, filtering);
    const matches = ({ apiKey, item }: Entry<Item>) =>
      findDifferences(wanted, { ...filtering.fieldsOf(item), apiKey }).length === 0;
    return entries.filter(matches).map(({ item }) => item);
  };
  const items = entries.map(({ item }) => item);
  // A boundary: the compiler does not see what `defineProperty` adds.
  return Object.defineProperty(items, 'matching', { value: matching }) as unknown as Recorded<Item, Filter>;
}

/** @throws ConfigurationError when there are no fields to look for. */
export function requireObject(field: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new ConfigurationError(field, 'must be an object of the fields to look for.');
}

/** A misspelt filter would match nothing, and a test that expects no records would pass by mistake. */
function readFilter(filter: object, { fields, values, objects, types }: Filtering<never>): Record<string, unknown> {
  requireObject('filter', filter);
  const unknown = unknownName(filter, fields);
  if (unknown) throw unknownField(unknown, fields);
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  for (const [field, value] of given) {
    if (values[field]) requireKnown(field, value, values[field]);
    if (objects.includes(field)) requireObject(field, value);
    if (types[field]) requireType(field, value, types[field]);
  }
  return Object.fromEntries(given);
}

function unknownField({ name, nearest }: NonNullable<ReturnType<typeof unknownName>>, fields: readonly string[]) {
  const all = fields.join(', ');
  return new ConfigurationError(name, `is no field of this filter, which takes ${all}; nearest: ${nearest}.`);
}

function requireKnown(field: string, value: unknown, known: readonly (string | null)[]): void {
  if (isAsymmetric(value) || known.some((name) => name === value)) return;
  throw new ConfigurationError(
    field,
    `must be one of those that there are: "${nearest(String(value), known)}" is, "${value}" is not.`,
  );
}

function requireType(field: string, value: unknown, type: string): void {
  if (value === null || isAsymmetric(value) || typeof value === type) return;
  throw new ConfigurationError(field, `must be a ${type}, not a ${typeof value}.`);
}

/** Whatever the case: `post` is nearer to `POST` than to `GET`. */
function nearest(name: string, known: readonly (string | null)[]): string | undefined {
  const names = known.filter((each) => each !== null);
  const lowered = names.map((each) => each.toLowerCase());
  return names[lowered.indexOf(closest(name.toLowerCase(), lowered))];
}
