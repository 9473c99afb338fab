import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useStore } from './store.ts';

/** A mock time as a time of day, with the full timestamp as its tooltip. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {at.slice(11, 19)}
    </time>
  );
}

export function Until({ at }: { readonly at: string }) {
  const now = useMockNow();
  if (now === undefined) return null;
  const left = Date.parse(at) - now;
  return (
    <time dateTime={at} title={at}>
      {left <= 0 ? 'now' : `in ${spanText(left)}`}
    </time>
  );
}

export function Age({ at }: { readonly at: string }) {
  const now = useMockNow();
  return (
    <time dateTime={at} title={at}>
      {now === undefined ? '' : spanText(now - Date.parse(at))}
    </time>
  );
}

/** How often a running clock is redrawn, in milliseconds. */
const TICK_MS = 1000;

/**
 * Mock time in milliseconds since 1970. Continues between reads if the clock is running. Undefined before the first
 * read.
 */
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

const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const;

/** Formats milliseconds, such as `4 s` or `2 h 5 min`, rounded up to whole seconds. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const index = units.findIndex((unit) => seconds * 1000 >= unit.ms);
  const unit = units[index];
  if (!unit) return `${seconds} s`;
  const rest = (seconds * 1000) % unit.ms;
  const smaller = units[index + 1] ?? { name: 's', ms: 1000 };
  const count = Math.floor(rest / smaller.ms);
  return `${Math.floor((seconds * 1000) / unit.ms)} ${unit.name}${count > 0 ? ` ${count} ${smaller.name}` : ''}`;
}
