import { useEffect } from 'preact/hooks';
import type { View } from './route.ts';
import { goTo } from './router.ts';

/** The key that follows `g`. */
const viewKeys: Readonly<Record<string, View>> = {
  o: 'overview',
  r: 'requests',
  d: 'deliveries',
  j: 'jobs',
  p: 'projects',
  f: 'faults',
  s: 'state',
};

/** `g` and a letter go to a view; `/` goes to the filter of the view. Not while something is typed. */
export function useShortcuts(): void {
  useEffect(() => {
    let isGoing = false;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const view = isGoing ? viewKeys[event.key] : undefined;
      isGoing = event.key === 'g';
      if (view) goTo(view);
      else if (event.key === '/') focusFilter(event);
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
