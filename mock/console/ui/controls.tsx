import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { showRefusal } from './announce.tsx';

interface FormProps {
  readonly class?: string;
  readonly onSubmit: (form: HTMLFormElement) => unknown;
  readonly children: ComponentChildren;
}

/** A form that is handled by the page instead of being sent by the browser. */
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
  readonly value: Value;
  /** The values with their texts. */
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}

/** A select with a label that is only visible to screen readers. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    // Cast: the select has no other options.
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface CopyButtonProps {
  readonly children: string;
  /** Creates the text when the button is pressed. If it throws, the error is shown. */
  readonly text: () => string | Promise<string>;
  readonly shortcut?: string;
}

/** How long the button says "Copied", in milliseconds. */
const SHOWN_MS = 2000;

export function CopyButton({ children, text, shortcut }: CopyButtonProps) {
  const isCopied = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
    } catch (error) {
      showRefusal(error);
      return;
    }
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, SHOWN_MS);
  };
  return (
    <button type="button" aria-keyshortcuts={shortcut} onClick={copy}>
      <span aria-live="polite">{isCopied.value ? 'Copied' : children}</span>
    </button>
  );
}
