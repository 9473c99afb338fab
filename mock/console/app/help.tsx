import { areShortcutsOn, switchShortcuts } from './shortcut.ts';

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
export function openHelp(): void {
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
