import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useStore } from './store-context.ts';

/** How often it is looked at a clock that runs, in milliseconds. */
const TICK_MS = 1000;

/** Mock time in milliseconds since 1970, which goes on by itself where the clock does; undefined before it was read. */
export function useMockNow(): number | undefined {
  const clock = useStore().values.clock.value;
  const ticks = useSignal(0);
  const read = useRef({ clock, at: performance.now() });
  if (read.current.clock !== clock) read.current = { clock, at: performance.now() };
  const isRunning = clock?.mode === 'realtime';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      ticks.value += 1;
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!clock || ticks.value < 0) return undefined;
  const passed = isRunning ? (performance.now() - read.current.at) * (clock.speed ?? 1) : 0;
  return Date.parse(clock.now) + passed;
}
