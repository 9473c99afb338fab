import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useAction, useScopeName, useStore } from '../app/store.ts';
import { announce } from '../ui/announce.tsx';

/** Must be typed to reset all workspaces. */
const WORD = 'reset';

/** Resets the mock after a confirmation. To reset all workspaces, which may be other people's too, a word must be typed. */
export function Reset() {
  const store = useStore();
  const { isOff, run } = useAction();
  const scopeName = useScopeName();
  const isAsking = useSignal(false);
  const reset = async () => {
    await store.control.call('reset', { scope: store.scope });
    announce('The reset is done.');
  };
  const opener = useRef<HTMLButtonElement>(null);
  const end = () => {
    isAsking.value = false;
    // Waits until the button is rendered again.
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <>
      <h2>Reset</h2>
      <p class="muted">Removes what is stored, and its requests, deliveries, jobs and faults.</p>
      {isAsking.value ? (
        <Confirm
          isOff={isOff}
          scopeName={scopeName}
          word={store.apiKey.value === undefined ? WORD : ''}
          onConfirm={() => run(reset).finally(end)}
          onCancel={end}
        />
      ) : (
        <button
          type="button"
          ref={opener}
          disabled={isOff}
          onClick={() => {
            isAsking.value = true;
          }}
        >
          Reset {scopeName}…
        </button>
      )}
    </>
  );
}

interface ConfirmProps {
  readonly isOff: boolean;
  readonly scopeName: string;
  /** The word that must be typed; none if empty. */
  readonly word: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function Confirm({ isOff, scopeName, word, onConfirm, onCancel }: ConfirmProps) {
  const typed = useSignal('');
  const form = useRef<HTMLFormElement>(null);
  // The form replaces the pressed button, and a key that is still held must not confirm.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, [type="button"]')?.focus(), []);
  return (
    <form
      ref={form}
      class="actions confirm"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.value === word) onConfirm();
      }}
    >
      {word && (
        <label>
          Type <b>{word}</b>{' '}
          <input
            value={typed.value}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
            }}
          />
        </label>
      )}
      <button type="submit" disabled={isOff || typed.value !== word}>
        Reset {scopeName}
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
