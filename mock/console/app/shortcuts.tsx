import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { views } from './route.ts';
import { goTo } from './router.ts';

/**
 * `g` and its first letter go to a view; `/` goes to the filter of the view; `?` tells of all keys; another letter presses the
 * button whose shortcut it is.
 */
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
      else if (/^[a-z]$/.test(event.key)) pressButton(event.key);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function pressButton(key: string): void {
  document.querySelector<HTMLElement>(`button[aria-keyshortcuts="${key}"]`)?.click();
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('input[type="search"]');
  if (!filter) return;
  event.preventDefault();
  filter.focus();
}

/** Where the browser keeps that they are off. */
const OFF = 'clipwright-mock-shortcuts-off';

const areOn = signal(isKeptOn());

/** Whether single keys do something: who speaks to the computer, or often hits keys by accident, switches them off. */
const areShortcutsOn: ReadonlySignal<boolean> = areOn;

function switchShortcuts(isOn: boolean): void {
  areOn.value = isOn;
  try {
    if (isOn) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'true');
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

/** Whether a key is pressed as a shortcut: they are on, nothing is typed, and no dialog is open. */
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

/** What each key does, in the order in which one needs it. */
const keys: Readonly<Record<string, string>> = {
  'g, then o r d j p f s': 'go to the overview, requests, deliveries, jobs, projects, faults, state',
  '/': 'go to the filter of the view',
  '↑ ↓ Page Up Page Down': 'move in a list',
  End: 'go to the newest, and follow',
  Enter: 'open',
  Esc: 'close',
  'c t': 'copy the open request as curl, as a test',
  '?': 'show this help',
};

/** Shows the keys. */
function openHelp(): void {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** A button that shows the keys, for those who do not know the one that does, and the switch that turns them off. */
export function Help() {
  return (
    <>
      <button type="button" class="help-button" aria-haspopup="dialog" onClick={openHelp}>
        Keys
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
            checked={areShortcutsOn.value}
            onChange={({ currentTarget }) => switchShortcuts(currentTarget.checked)}
          />{' '}
          Single letters and signs do this
        </label>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
