import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useStore } from './store.ts';

/** Shows the time of day of a mock time, with the full timestamp as its tooltip. */
export function Time({ at, text = timeOfDay(at) }: { readonly at: string; readonly text?: string }) {
  return (
    <time dateTime={at} title={at}>
      {text}
    </time>
  );
}

function timeOfDay(at: string): string {
  return at.slice(11, 19);
}

interface SpanProps {
  readonly at: string;
  /** The maximum number of units to show, such as 2 for `2 h 5 min`. */
  readonly units?: number;
}

/** Shows how long it is until a mock time. If the shown workspaces have different times, shows the time of day. */
export function Until({ at, units }: SpanProps) {
  const now = useMockNow();
  if (now === undefined) return null;
  if (now === null) return <Time at={at} text={`at ${timeOfDay(at)}`} />;
  const left = Date.parse(at) - now;
  return <Time at={at} text={left <= 0 ? 'now' : `in ${spanText(left, units)}`} />;
}

/** Shows how long ago a mock time was. If the shown workspaces have different times, shows the time of day. */
export function Age({ at, units }: SpanProps) {
  const now = useMockNow();
  if (now === undefined) return null;
  return <Time at={at} text={now === null ? `since ${timeOfDay(at)}` : spanText(now - Date.parse(at), units)} />;
}

/** How often a running clock is redrawn, in milliseconds. */
const TICK_MS = 1000;

/**
 * Returns the mock time of the shown records in milliseconds since 1970, undefined before it is read. Returns null if all
 * workspaces are shown, and some have been advanced separately. A running clock continues between reads.
 */
export function useMockNow(): number | null | undefined {
  const { apiKey, values, readAt } = useStore();
  const clock = values.clock.value;
  const workspaces = apiKey.value === undefined ? (values.workspaces.value ?? []) : [];
  const [first = clock, ...others] = workspaces;
  const ticks = useSignal(0);
  const isRunning = clock?.mode === 'realtime';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      ticks.value += 1;
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!clock || !first) return undefined;
  const speed = clock.speed ?? 1;
  const now = Date.parse(first.now);
  // The mock reads one time after the other while the clock runs, so even equal clocks differ a little.
  if (others.some((each) => Math.abs(Date.parse(each.now) - now) > 1000 * Math.max(1, speed))) return null;
  const since = readAt.get(workspaces.length > 0 ? workspaces : clock) ?? 0;
  return isRunning && ticks.value >= 0 ? now + (performance.now() - since) * speed : now;
}

/** The units from large to small. `most` is how many of a unit make one of the next larger unit. */
const units = [
  { name: 'd', seconds: 86_400, most: Number.POSITIVE_INFINITY },
  { name: 'h', seconds: 3600, most: 24 },
  { name: 'min', seconds: 60, most: 60 },
  { name: 's', seconds: 1, most: 60 },
] as const;

/** Formats milliseconds as `4 s` or `2 h 5 min`, with at most `most` units, rounded up to whole seconds. */
export function spanText(ms: number, most = 2): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const largest = units.findIndex((unit) => seconds >= unit.seconds);
  if (largest < 0) return '0 s';
  const counts = units.map((unit) => ({ name: unit.name, count: Math.floor(seconds / unit.seconds) % unit.most }));
  const shown = counts.slice(largest, largest + most).filter(({ count }) => count > 0);
  return shown.map(({ name, count }) => `${count} ${name}`).join(' ');
}
