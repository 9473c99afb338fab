import type { FormHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import { showRefusal } from './announce.tsx';

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  readonly onSubmit: (form: HTMLFormElement) => unknown;
}

/** A form that the page handles. The browser does not send it. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The name of the field in a form. */
  readonly name?: string;
  readonly value: Value;
  /** The values to choose from, each with its text. */
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}

/** A select with a label that is only visible to screen readers. */
export function Choice<Value extends string>({ label, name, value, options, onChange }: ChoiceProps<Value>) {
  // Cast: the select has no other options.
  const change = (select: HTMLSelectElement) => onChange(select.value as Value);
  return (
    <select aria-label={label} name={name} value={value} onChange={({ currentTarget }) => change(currentTarget)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface CopyButtonProps {
  readonly class?: 'primary' | undefined;
  readonly children: string;
  /** Creates the text when the button is pressed. If the function throws, the error is shown. */
  readonly text: () => string | Promise<string>;
  readonly shortcut?: string;
}

/** How long the button shows "Copied", in milliseconds. */
const SHOWN_MS = 2000;

export function CopyButton({ children, text, shortcut, ...props }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), SHOWN_MS);
    } catch (error) {
      showRefusal(error);
    }
  };
  return (
    <button type="button" {...props} aria-keyshortcuts={shortcut} onClick={copy}>
      <span aria-live="polite">{isCopied ? 'Copied' : children}</span>
    </button>
  );
}
