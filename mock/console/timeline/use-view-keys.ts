import { useEffect } from 'preact/hooks';
import { isShortcut } from '../app/shortcut.ts';
import { onViewKey } from './keys.ts';
import type { OpenTimeline } from './view-context.ts';

/** Has the keys of the timeline work anywhere on the page, but where they would type or press something else. */
export function useViewKeys(open: OpenTimeline): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event) || isTaken(event)) return;
      if (onViewKey(event, open)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      open.view.isPlaying.value = false;
    };
  }, [open]);
}

/** Whether the focus is on something that has a use for the key. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isPressing = key === ' ' || key === 'Enter';
  return isPressing && target.matches('button, a, summary') && !target.closest('.tracks');
}
