import { useId } from 'preact/hooks';

interface FilterProps {
  readonly label: string;
  readonly value: string;
  /** Words that it understands. */
  readonly suggestions: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A field that narrows a list. */
export function Filter({ label, value, suggestions, onChange }: FilterProps) {
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
