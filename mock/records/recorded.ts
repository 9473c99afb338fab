import { anObject, type Check, type Checks, requireFields, requireValue } from '../../src/core/options/checks.ts';
import { findDifferences, isAsymmetricMatcher } from './differences.ts';
import type { DroppedRecords } from './newest-entries.ts';

/** The records of a mock at the time when they were read, oldest first. */
export interface Recorded<Item, Filter> extends ReadonlyArray<Item> {
  /**
   * Returns the records that match every field of the filter, oldest first. An undefined field counts as omitted.
   *
   * @throws ConfigurationError when the filter has an unknown field, or a value that no record can have.
   */
  matching(filter: Filter): readonly Item[];
  /**
   * Returns how many older records of an endpoint or event type the mock has dropped since it was created or reset.
   * Counts all workspaces; a remote mock with an API key only counts its own workspace.
   */
  dropped(name: string): number;
  /** Returns the same records as {@link Recorded.matching}, each with the API key that was sent. @internal */
  entriesMatching(filter: Filter): readonly RecordEntry<Item>[];
  /** Returns the counts of {@link Recorded.dropped} by name, for all workspaces or for the given one. @internal */
  droppedCounts(apiKey?: string): Readonly<Record<string, number>>;
}

/** A record with its API key, which the record itself does not contain. */
export interface RecordEntry<Item> {
  readonly apiKey: string | undefined;
  readonly item: Item;
}

/** The rules for filtering requests or deliveries. */
export interface FilterRules<Item, Filter> {
  /** The values to compare with the fields of a filter, except `apiKey`. */
  fieldsOf(item: Item, filter: Filter): Readonly<Record<string, unknown>>;
  /** Returns false for records that the filter hides. The whole list hides the same records as an empty filter. */
  includes?(filter: Filter, item: Item): boolean;
  /** The checks of a filter's fields. Asymmetric matchers are always accepted. */
  readonly checks: Checks<Filter>;
  /** Converts an API key to the form stored in the entries; omitted if the entries contain the key itself. */
  readonly identify?: (apiKey: string) => string;
  /** Throws if no record could ever match the filter. */
  readonly refuse?: (filter: Filter, items: readonly Item[]) => void;
}

/** Creates an array with non-enumerable methods, so that comparing or printing it only shows the items. */
export function createRecorded<Item, Filter extends object>(
  entries: readonly RecordEntry<Item>[],
  rules: FilterRules<Item, Filter>,
  droppedRecords: Pick<DroppedRecords, 'counts'>,
): Recorded<Item, Filter> {
  const includes = (filter: Filter, item: Item) => rules.includes?.(filter, item) ?? true;
  // Cast: all fields of a filter are optional.
  const items: readonly Item[] = entries.map(({ item }) => item).filter((item) => includes({} as Filter, item));
  const entriesMatching = (filter: Filter): RecordEntry<Item>[] => {
    const expected = readFilter(filter, rules.checks);
    if (typeof expected.apiKey === 'string') expected.apiKey = rules.identify?.(expected.apiKey) ?? expected.apiKey;
    rules.refuse?.(filter, items);
    const matches = ({ apiKey, item }: RecordEntry<Item>) =>
      includes(filter, item) && findDifferences(expected, { ...rules.fieldsOf(item, filter), apiKey }).length === 0;
    return entries.filter(matches);
  };

  // Cast: the compiler does not see what `defineProperties` adds.
  return Object.defineProperties(items, {
    matching: { value: (filter: Filter) => entriesMatching(filter).map(({ item }) => item) },
    entriesMatching: { value: entriesMatching },
    dropped: { value: (name: string) => droppedRecords.counts()[name] ?? 0 },
    droppedCounts: { value: (apiKey?: string) => droppedRecords.counts(apiKey) },
  }) as Recorded<Item, Filter>;
}

/** Extends a check to accept null, which matches records without a value. */
export function orNull(check: Check): Check {
  return (value) => (value === null ? undefined : check(value));
}

/** Rejects a misspelled filter, which would match nothing: a test that expects no records would pass by mistake. */
function readFilter(filter: object, checks: Checks): Record<string, unknown> {
  requireValue('filter', filter, anObject);
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  );
  const orAsymmetric = (check: Check) => (value: unknown) => (isAsymmetricMatcher(value) ? undefined : check(value));
  const lenient = Object.fromEntries(Object.entries(checks).map(([field, check]) => [field, orAsymmetric(check)]));
  requireFields(given, lenient, '', 'a field of this filter');
  return given;
}
