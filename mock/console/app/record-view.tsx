import type { ComponentChildren } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { capitalized } from '../data/texts.ts';
import { Detail } from '../ui/detail.tsx';
import { RecordTable, type RecordTableProps } from '../ui/record-table.tsx';
import type { View } from './route.ts';
import { hrefTo, route, setQuery } from './router.ts';

interface RecordViewProps<Item> extends Pick<RecordTableProps<Item>, 'columns' | 'idOf'> {
  readonly view: View;
  /** All of them; undefined before they were read. */
  readonly items: readonly Item[] | undefined;
  /** The items that a filter lets through. */
  readonly filtered: (items: readonly Item[], filter: string) => readonly Item[];
  /** Words that the filter understands. */
  readonly suggestions?: readonly string[];
  /** What else can be done, beside the filter. */
  readonly tools?: ComponentChildren;
  /** What is said where there is none. */
  readonly nothing?: string;
  /** One of them, whole; a view of its own if omitted. */
  readonly children?: (item: Item) => ComponentChildren;
}

/** A view of records: those that its filter leaves, and the one that is open beside them. */
export function RecordView<Item>(props: RecordViewProps<Item>) {
  const { view, items, filtered, suggestions = [], tools, nothing, columns, idOf, children } = props;
  const { id: openId, query } = route.value;
  const { q = '' } = query;
  const shown = useMemo(() => filtered(items ?? [], q), [items, q]);
  const kept = children && { q };
  const open = items?.find((item) => idOf(item) === openId);
  return (
    <div class="list-and-detail">
      <section aria-labelledby="list-title" class={`list ${view}`}>
        <header class="toolbar">
          <h1 id="list-title">{capitalized(view)}</h1>
          <Filter label={`Filter ${view}`} value={q} suggestions={suggestions} onChange={(q) => setQuery({ q })} />
          <span class="muted">
            {shown.length} of {items?.length ?? 0}
          </span>
          {tools}
        </header>
        {items?.length === 0 && <p class="nothing">{nothing}</p>}
        <RecordTable
          key={q}
          label={`${capitalized(view)}, the newest last`}
          items={shown}
          columns={columns}
          idOf={idOf}
          hrefOf={(item) => hrefTo(view, idOf(item), kept)}
          openId={openId}
        />
      </section>
      {children && openId !== undefined && (
        <Detail title={openId} closeHref={hrefTo(view, undefined, kept)}>
          {open ? children(open) : <p>The mock, or this page, does not keep it, or not in this workspace.</p>}
        </Detail>
      )}
    </div>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  /** Words that it understands. */
  readonly suggestions: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A field that narrows a list. */
function Filter({ label, value, suggestions, onChange }: FilterProps) {
  const id = useId();
  return (
    <>
      <input
        type="search"
        class="filter"
        aria-label={label}
        placeholder="Filter"
        list={id}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={id}>
        {suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
