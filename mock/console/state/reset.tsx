import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useAction, useScopeName, useStore } from '../app/store.ts';
import { announce } from '../ui/announce.tsx';

/** Must be typed to reset all workspaces. */
const WORD = 'reset';

/** Resets the mock after a confirmation. To reset all workspaces, which may be other people's too, a word must be typed. */
export function Reset() {
  const { isOff } = useAction();
  const scopeName = useScopeName();
  const isAsking = useSignal(false);
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
        <Confirm onEnd={end} />
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

function Confirm({ onEnd }: { readonly onEnd: () => void }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const scopeName = useScopeName();
  const word = store.apiKey.value === undefined ? WORD : '';
  const typed = useSignal('');
  const form = useRef<HTMLFormElement>(null);
  // The form replaces the pressed button, and a key that is still held must not confirm.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, [type="button"]')?.focus(), []);
  const reset = async () => {
    await store.control.call('reset', { scope: store.scope });
    announce('The reset is done.');
  };
  return (
    <form
      ref={form}
      class="actions confirm"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.value === word) void run(reset).finally(onEnd);
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
      <button type="button" onClick={onEnd}>
        Cancel
      </button>
    </form>
  );
}
