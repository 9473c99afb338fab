import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { views } from './route.ts';
import { goTo } from './router.ts';

/** Handles `/`, `?`, `g` and then the first letter of a view, and the letters in `aria-keyshortcuts` of buttons. */
export function useShortcuts(): void {
  useEffect(() => {
    let isGoing = false;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const view = isGoing ? views.find((each) => each.startsWith(event.key)) : undefined;
      isGoing = event.key === 'g';
      if (view) goTo(view);
      else if (event.key === '/') focusFilter(event);
      else if (event.key === '?') openHelp();
      else if (/^[a-z]$/.test(event.key)) {
        document.querySelector<HTMLElement>(`button[aria-keyshortcuts="${event.key}"]`)?.click();
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('input[type="search"]');
  if (!filter) return;
  event.preventDefault();
  filter.focus();
}

/** The local storage key that is set while shortcuts are off. */
const OFF = 'clipwright-mock-shortcuts-off';

/** Whether shortcuts are on. People who use speech input, or often press keys by accident, can turn them off. */
const areOn = signal(isKeptOn());

function switchShortcuts(isOn: boolean): void {
  areOn.value = isOn;
  try {
    if (isOn) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'true');
  } catch {
    // If the browser does not allow local storage, the setting lasts until the page is closed.
  }
}

export function isShortcut({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (!areOn.value || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog'));
}

function isKeptOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

const ID = 'help';

const keys: Readonly<Record<string, string>> = {
  [`g, then ${views.map((view) => view.charAt(0)).join(' ')}`]: `go to the ${views.join(', ')}`,
  '/': 'go to the filter of the view',
  '↑ ↓ Page Up Page Down': 'move in a list',
  End: 'go to the newest, and follow',
  Enter: 'open',
  Esc: 'close',
  'c or t': 'copy the open request as curl, or as a test',
  '?': 'show this help',
};

function openHelp(): void {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** A button that opens a dialog with the shortcuts and a switch to turn them off. */
export function Help() {
  return (
    <>
      <button
        type="button"
        class="help-button"
        aria-haspopup="dialog"
        aria-label="Keys"
        title="Keys"
        onClick={openHelp}
      >
        ?
      </button>
      <dialog id={ID} aria-labelledby="help-title">
        <h2 id="help-title">Keys</h2>
        <dl>
          {Object.entries(keys).map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label>
          <input
            type="checkbox"
            checked={areOn.value}
            onChange={({ currentTarget }) => switchShortcuts(currentTarget.checked)}
          />{' '}
          Use single keys as shortcuts
        </label>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
