import type { ComponentChildren } from 'preact';

interface EditFormProps {
  readonly action: string;
  readonly isDisabled: boolean;
  readonly onSend: (values: FormData) => void;
  readonly children: ComponentChildren;
}

/** A form with a button that sends an edit. */
export function EditForm({ action, isDisabled, onSend, children }: EditFormProps) {
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(new FormData(event.currentTarget));
      }}
    >
      {children}
      <button type="submit" disabled={isDisabled}>
        {action}
      </button>
    </form>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: number;
}

/** A number field. It keeps what was typed; give it another `key` to replace its value. */
export function NumberField({ label, name, value }: NumberFieldProps) {
  return (
    <label>
      {label}
      <input type="number" step="any" name={name} defaultValue={String(value)} required />
    </label>
  );
}

interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly value?: string;
  readonly isRequired?: boolean;
}

export function TextField({ id, label, name, value = '', isRequired = true }: TextFieldProps) {
  return (
    <label>
      {label}
      <input type="text" id={id} name={name} defaultValue={value} required={isRequired} />
    </label>
  );
}

/** The words in a text field. */
export function wordsIn(values: FormData, name: string): string[] {
  return String(values.get(name) ?? '')
    .split(/\s+/)
    .filter(Boolean);
}
