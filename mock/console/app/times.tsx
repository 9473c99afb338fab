import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useStore } from './store.ts';

/** Shows the time of day of a mock time, with the full timestamp as its tooltip. */
export function Time({ at, text = at.slice(11, 19) }: { readonly at: string; readonly text?: string }) {
  return (
    <time dateTime={at} title={at}>
      {text}
    </time>
  );
}

export function Until({ at }: { readonly at: string }) {
  const now = useMockNow();
  if (now === undefined) return null;
  const left = Date.parse(at) - now;
  return <Time at={at} text={left <= 0 ? 'now' : `in ${spanText(left)}`} />;
}

export function Age({ at }: { readonly at: string }) {
  const now = useMockNow();
  return now === undefined ? null : <Time at={at} text={spanText(now - Date.parse(at))} />;
}

/** How often a running clock is redrawn, in milliseconds. */
const TICK_MS = 1000;

/** Returns the current mock time in milliseconds since 1970, computed from the last read; undefined before any read. */
function useMockNow(): number | undefined {
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

/** The units from large to small. `most` is how many of a unit make one of the next larger unit. */
const units = [
  { name: 'd', seconds: 86_400, most: Number.POSITIVE_INFINITY },
  { name: 'h', seconds: 3600, most: 24 },
  { name: 'min', seconds: 60, most: 60 },
  { name: 's', seconds: 1, most: 60 },
] as const;

/** Formats milliseconds as `4 s` or `2 h 5 min`, rounded up to whole seconds. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const largest = units.findIndex((unit) => seconds >= unit.seconds);
  if (largest < 0) return '0 s';
  const counts = units.map((unit) => ({ name: unit.name, count: Math.floor(seconds / unit.seconds) % unit.most }));
  const shown = counts.slice(largest, largest + 2).filter(({ count }) => count > 0);
  return shown.map(({ name, count }) => `${count} ${name}`).join(' ');
}
