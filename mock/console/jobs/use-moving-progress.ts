import { useEffect } from 'preact/hooks';
import { useStore } from '../app/store-context.ts';

const READ_MS = 1000;

/** Has the jobs read again and again while a clock that runs takes them on: no event tells of that. */
export function useMovingProgress(): void {
  const store = useStore();
  const isRunning = store.values.clock.value?.mode === 'realtime';
  const isMoving = isRunning && store.values.jobs.value?.some(({ due_at }) => due_at !== null) === true;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => store.readAgain('jobs'), READ_MS);
    return () => clearInterval(timer);
  }, [store, isMoving]);
}
