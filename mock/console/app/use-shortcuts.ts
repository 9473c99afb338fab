import { useEffect } from 'preact/hooks';
import { openHelp } from './help.tsx';
import { views } from './route.ts';
import { goTo } from './router.ts';
import { isShortcut } from './shortcut.ts';

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
