import { anObject, type Check, type Checks, requireFields, requireValue } from '../../src/core/options/checks.ts';
import { differences, isAsymmetric } from './differences.ts';

/** What a mock has recorded, oldest first, as it stood when it was asked for: what comes later is not in it. */
export interface Recorded<Item, Filter> extends ReadonlyArray<Item> {
  /**
   * Those for which every field of the filter holds, oldest first. A field that is undefined counts as left out.
   *
   * @throws ConfigurationError when the filter has an unknown field, or names what no record could have.
   */
  matching(filter: Filter): readonly Item[];
}

/** A record with the API key that it belongs to, which it never shows. */
export interface Entry<Item> {
  readonly apiKey: string | undefined;
  readonly item: Item;
}

/** How records of one kind are looked through. */
export interface Filtering<Item, Filter> {
  /** The fields of a filter but `apiKey`, as a record has them. */
  fieldsOf(item: Item): Readonly<Record<string, unknown>>;
  /** What the fields of a filter may hold beside asymmetric matchers, which decide themselves. */
  readonly checks: Checks<Filter>;
}

/** An array like any other, so that comparing and printing it shows its items alone. */
export function recorded<Item, Filter extends object>(
  entries: readonly Entry<Item>[],
  filtering: Filtering<Item, Filter>,
): Recorded<Item, Filter> {
  const matching = (filter: Filter): Item[] => {
    const wanted = readFilter(filter, filtering.checks);
    const matches = ({ apiKey, item }: Entry<Item>) =>
      differences(wanted, { ...filtering.fieldsOf(item), apiKey }).length === 0;
    return entries.filter(matches).map(({ item }) => item);
  };
  const items = entries.map(({ item }) => item);
  // A boundary: the compiler does not see what `defineProperty` adds.
  return Object.defineProperty(items, 'matching', { value: matching }) as unknown as Recorded<Item, Filter>;
}

/** Null as well: where a record has nothing, that can be looked for. */
export function orNull(check: Check): Check {
  return (value) => (value === null ? undefined : check(value));
}

/** A mistyped filter would match nothing, and the test that expects nothing would pass for nothing. */
function readFilter(filter: object, checks: Checks): Record<string, unknown> {
  requireValue('filter', filter, anObject);
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  );
  const lenient = Object.fromEntries(Object.entries(checks).map(([field, check]) => [field, orAsymmetric(check)]));
  requireFields(given, lenient, '', 'a field of this filter');
  return given;
}

function orAsymmetric(check: Check): Check {
  return (value) => (isAsymmetric(value) ? undefined : check(value));
}
