interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** What is shown for each value. */
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}

/** A choice of one of several. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    // Cast: it has no other options.
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
