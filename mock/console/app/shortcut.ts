import { type ReadonlySignal, signal } from '@preact/signals';

/** Where the browser keeps that they are off. */
const OFF = 'clipwright-mock-shortcuts-off';

const areOn = signal(isKeptOn());

/** Whether single keys do something: who speaks to the computer, or often hits keys by accident, switches them off. */
export const areShortcutsOn: ReadonlySignal<boolean> = areOn;

export function switchShortcuts(isOn: boolean): void {
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
