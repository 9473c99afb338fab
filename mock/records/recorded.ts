import { anObject, type Check, type Checks, requireFields, requireValue } from '../../src/core/options/checks.ts';
import { findDifferences, isAsymmetricMatcher } from './differences.ts';
import type { DroppedRecords } from './newest-entries.ts';

/** What a mock had recorded when it was read, oldest first. Later records are not added. */
export interface Recorded<Item, Filter> extends ReadonlyArray<Item> {
  /**
   * The records that match every field of the filter, oldest first. A field that is undefined counts as omitted.
   *
   * @throws ConfigurationError when the filter has an unknown field, or a value that no record can have.
   */
  matching(filter: Filter): readonly Item[];
  /**
   * How many older records of an endpoint, or of a type of event, the mock no longer keeps since it was made or reset: those
   * of all workspaces, or of its own where a remote mock has an API key.
   */
  dropped(name: string): number;
  /**
   * As {@link Recorded.matching}, each with the API key that it was sent with.
   *
   * @internal
   */
  entriesMatching(filter: Filter): readonly RecordEntry<Item>[];
  /**
   * The counts of {@link Recorded.dropped}, by name; of one workspace if given.
   *
   * @internal
   */
  droppedCounts(apiKey?: string): Readonly<Record<string, number>>;
}

/** A record and its API key, which the record itself does not contain. */
export interface RecordEntry<Item> {
  readonly apiKey: string | undefined;
  readonly item: Item;
}

/** How records of one kind are filtered. */
export interface FilterRules<Item, Filter> {
  /** The record's values for the fields of a filter, except `apiKey`. */
  fieldsOf(item: Item, filter: Filter): Readonly<Record<string, unknown>>;
  /** Whether records like this one are meant at all: with an empty filter, whether it is among the items. */
  includes?(filter: Filter, item: Item): boolean;
  /** What the fields of a filter must be, unless they are asymmetric matchers. */
  readonly checks: Checks<Filter>;
  /** What stands for an API key in the entries; the key itself if omitted. */
  readonly identify?: (apiKey: string) => string;
  /** Throws when a filter plainly matches nothing that a record could have. */
  readonly refuse?: (filter: Filter, items: readonly Item[]) => void;
}

/** A plain array with hidden methods, so that comparing and printing it shows the items only. */
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
  const matching = (filter: Filter) => entriesMatching(filter).map(({ item }) => item);
  const dropped = (name: string) => droppedRecords.counts()[name] ?? 0;
  const droppedCounts = (apiKey?: string) => droppedRecords.counts(apiKey);
  // Cast: the compiler does not see what `defineProperties` adds.
  return Object.defineProperties(items, {
    matching: { value: matching },
    entriesMatching: { value: entriesMatching },
    dropped: { value: dropped },
    droppedCounts: { value: droppedCounts },
  }) as Recorded<Item, Filter>;
}

/** Accepts null, too: that matches records that have no value. */
export function orNull(check: Check): Check {
  return (value) => (value === null ? undefined : check(value));
}

/** A misspelled filter would match nothing, and a test that expects no records would pass by mistake. */
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
  return (value) => (isAsymmetricMatcher(value) ? undefined : check(value));
}
