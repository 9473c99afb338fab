/**
 * How time passes in the mock.
 *
 * - `stepped`: each look at a job moves that job a quarter of its way; nothing waits.
 * - `manual`: time moves only by `mock.clock.advance`.
 * - `realtime`: time passes by itself, `speed` times as fast as on the wall.
 */
export type ClockMode = 'stepped' | 'manual' | 'realtime';

/** The mock's time. */
export interface Clock {
  readonly mode: ClockMode;
  /** Mock time in milliseconds since 1970. */
  now(): number;
  /** The time that signatures and rate-limit windows go by: the wall's, unless the clock is manual. */
  wallNow(): number;
  /** Moves mock time on by this many milliseconds. */
  advance(milliseconds: number): void;
  /** Sets mock time, as a restored snapshot had it. */
  set(now: number): void;
  /** Calls back once mock time reaches `at`, in realtime only; replaces the call asked for before. Never keeps a process alive. */
  wake(at: number | undefined, callback: () => void): void;
}

/** Where stepped and manual clocks begin, so that the same calls give the same times. */
export const EPOCH = Date.UTC(2026, 0, 1);

/** As far as mock time goes: seconds of more than 11 digits would be read as milliseconds by who verifies a signature. */
export const MAX_TIME: number = Date.UTC(5000, 0, 1);

/** The longest delay that timers take. */
const MAX_DELAY = 2 ** 31 - 1;

/** A clock that stands still until it is advanced. */
export function standingClock(mode: 'stepped' | 'manual'): Clock {
  let now = EPOCH;
  return {
    mode,
    now: () => now,
    wallNow: () => (mode === 'manual' ? now : Date.now()),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    set: (value) => {
      now = value;
    },
    wake: () => {},
  };
}

/** A clock that runs `speed` times as fast as the wall's. */
export function realtimeClock(speed: number): Clock {
  let base = Date.now();
  let since = base;
  let alarm: { readonly at: number; readonly callback: () => void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => Math.floor(base + (Date.now() - since) * speed);
  const setTimer = () => {
    clearTimeout(timer);
    if (!alarm) return;
    const delay = Math.max(0, Math.ceil((alarm.at - now()) / speed));
    timer = setTimeout(alarm.callback, Math.min(delay, MAX_DELAY));
    // Node's timers keep the process alive unless told otherwise; a browser's are numbers.
    if (typeof timer === 'object') timer.unref();
  };
  return {
    mode: 'realtime',
    now,
    wallNow: () => Date.now(),
    advance: (milliseconds) => {
      base += milliseconds;
      setTimer();
    },
    set: (value) => {
      base = value;
      since = Date.now();
      setTimer();
    },
    wake: (at, callback) => {
      alarm = at === undefined ? undefined : { at, callback };
      setTimer();
    },
  };
}
