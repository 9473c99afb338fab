import { useSignal } from '@preact/signals';

interface CopyButtonProps {
  /** What the button says. */
  readonly children: string;
  /** What it copies; called when it is pressed. */
  readonly text: () => string | Promise<string>;
}

/** How long it says that it has copied, in milliseconds. */
const SHOWN_MS = 2000;

export function CopyButton({ children, text }: CopyButtonProps) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(await text());
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, SHOWN_MS);
  };
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">{isCopied.value ? 'Copied' : children}</span>
    </button>
  );
}
