import type { ComponentChildren } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { MOST_RECORDS } from '../data/mock-store.ts';
import { capitalized, type FilterRules, filterByWords } from '../data/texts.ts';
import { Detail } from '../ui/detail.tsx';
import { RecordTable, type RecordTableProps } from '../ui/record-table.tsx';
import type { View } from './route.ts';
import { hrefTo, route, setQuery } from './router.ts';

interface RecordViewProps<Item> extends Pick<RecordTableProps<Item>, 'columns' | 'idOf'>, FilterRules<Item> {
  readonly view: View;
  /** All items; undefined before they are read. */
  readonly items: readonly Item[] | undefined;
  /** Words that the filter field suggests, besides those of `chips`. */
  readonly suggestions?: readonly string[];
  /** Filter words with the texts of their buttons. Only words that match an item, and the current filter, have one. */
  readonly chips?: Readonly<Record<string, string>>;
  /** Forms and panels next to the filter. */
  readonly tools?: ComponentChildren;
  /** The text to show if the list is empty. */
  readonly nothing?: string;
  /** Returns the details of an item; omitted if each item has a view of its own. */
  readonly children?: (item: Item) => ComponentChildren;
}

export const READING = 'Reading…';

export const GONE = 'It is no longer kept, or it is in another workspace.';

/** A list of records with a filter. The open record is shown next to the list. */
export function RecordView<Item>(props: RecordViewProps<Item>) {
  const { view, items, suggestions = [], chips = {}, tools, nothing, columns, idOf, children } = props;
  const { id: openId, query } = route.value;
  const { q = '' } = query;
  const shown = useMemo(() => filterByWords(items ?? [], q, props), [items, q]);
  const counted = Object.entries(chips)
    .map(([word, text]) => ({ word, text, count: filterByWords(items ?? [], word, props).length }))
    .filter(({ word, count }) => count > 0 || word === q);
  const kept = children && { q };
  const open = items?.find((item) => idOf(item) === openId);
  return (
    <div class="list-and-detail">
      <section aria-labelledby="list-title" class={`list ${view}`}>
        <header class="toolbar">
          <h1 id="list-title">{capitalized(view)}</h1>
          <div class="narrowing">
            <Filter view={view} suggestions={[...Object.keys(chips), ...suggestions]} />
            <div class="chips">
              {counted.length > 0 && <Chip word="" text="all" count={items?.length ?? 0} />}
              {counted.map((chip) => (
                <Chip key={chip.word} {...chip} />
              ))}
            </div>
            {q !== '' && (
              <span class="muted">
                {shown.length} of {items?.length ?? 0}
              </span>
            )}
          </div>
          {tools}
        </header>
        {items?.length === 0 && <p class="nothing">{nothing}</p>}
        {items && items.length > 0 && shown.length === 0 && (
          <p class="nothing">
            Nothing matches <bdi>{q}</bdi>.{' '}
            <button type="button" onClick={() => setQuery({ q: '' })}>
              Clear the filter
            </button>
          </p>
        )}
        {shown.length > 0 && (
          <RecordTable
            key={q}
            label={`${capitalized(view)}, the newest last`}
            items={shown}
            columns={columns}
            idOf={idOf}
            hrefOf={(item) => hrefTo(view, idOf(item), kept)}
            openId={openId}
          />
        )}
      </section>
      {children && openId !== undefined && (
        <Detail title={openId} closeHref={hrefTo(view, undefined, kept)}>
          {open ? children(open) : <p>{items ? GONE : READING}</p>}
        </Detail>
      )}
    </div>
  );
}

/** Says that there are no older records, once there are as many as the page keeps. */
export function OnlyNewest({ items }: { readonly items: readonly unknown[] | undefined }) {
  if (items?.length !== MOST_RECORDS) return null;
  return <span class="muted">Only the newest {MOST_RECORDS.toLocaleString('en')} are kept.</span>;
}

/** A button that filters by one word. */
function Chip({ word, text, count }: Readonly<{ word: string; text: string; count: number }>) {
  const isPressed = (route.value.query.q ?? '') === word;
  return (
    <button type="button" class="chip" aria-pressed={isPressed} onClick={() => setQuery({ q: word })}>
      {text} <b>{count}</b>
    </button>
  );
}

function Filter({ view, suggestions }: Required<Pick<RecordViewProps<unknown>, 'view' | 'suggestions'>>) {
  const id = useId();
  return (
    <>
      <input
        type="search"
        class="filter"
        aria-label={`Filter ${view}`}
        placeholder="Filter"
        list={id}
        value={route.value.query.q ?? ''}
        onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
      />
      <datalist id={id}>
        {suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}

/** Returns links to records in a view. Returns null if no id is known, so that `Pairs` omits the row. */
export function linksTo(view: View, ids: readonly (string | null | undefined)[]): ComponentChildren {
  const known = ids.filter((id) => typeof id === 'string');
  if (known.length === 0) return null;
  return known.map((id) => (
    <a key={id} href={hrefTo(view, id)} class="id">
      {id}
    </a>
  ));
}
