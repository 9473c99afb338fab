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
  /** An alarm that rings once mock time reaches what it is set to, in realtime only. Never keeps a process alive. */
  alarm(ring: () => void): Alarm;
  /** Tells the mock time that has passed by itself since: none if time only moves by hand; a jump does not count. */
  trackElapsed(): () => number;
}

/** One owner's wish to be called. */
export interface Alarm {
  /** Rings at this time and at none that it was set to before; never if infinite. */
  set(at: number): void;
}

/** Where stepped and manual clocks begin, so that the same calls give the same times. */
export const EPOCH = Date.UTC(2026, 0, 1);

/** As far as mock time goes: seconds of more than 11 digits would be read as milliseconds by who verifies a signature. */
export const MAX_TIME: number = Date.UTC(5000, 0, 1);

/** The longest delay that timers take. */
export const MAX_DELAY = 2 ** 31 - 1;

/** ISO 8601 of milliseconds since 1970. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A clock that stands still until it is advanced. */
export function steppedOrManualClock(mode: 'stepped' | 'manual'): Clock {
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
    alarm: () => ({ set: () => {} }),
    trackElapsed: () => () => 0,
  };
}

/** A clock that runs `speed` times as fast as the wall's. */
export function realtimeClock(speed: number): Clock {
  let base = Date.now();
  let since = base;
  const alarms: Ringing[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  // At a high speed the end of time is near.
  const now = () => Math.min(MAX_TIME, Math.floor(base + (Date.now() - since) * speed));
  const setTimer = () => {
    clearTimeout(timer);
    const next = Math.min(...alarms.map(({ at }) => at), Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    const delay = Math.max(0, Math.ceil((next - now()) / speed));
    timer = setTimeout(ringAlarms, Math.min(delay, MAX_DELAY));
    // Node's timers keep the process alive unless told otherwise; a browser's are numbers.
    if (typeof timer === 'object') timer.unref();
  };
  const ringAlarms = () => {
    // A timer may end too early, by rounding or because it cannot be set for longer: then none is due yet.
    for (const alarm of alarms.filter(({ at }) => at <= now())) {
      alarm.at = Number.POSITIVE_INFINITY;
      alarm.ring();
    }
    setTimer();
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
    alarm: (ring) => {
      const alarm: Ringing = { at: Number.POSITIVE_INFINITY, ring };
      alarms.push(alarm);
      return {
        set: (at) => {
          alarm.at = at;
          setTimer();
        },
      };
    },
    trackElapsed: () => {
      const start = Date.now();
      return () => Math.floor((Date.now() - start) * speed);
    },
  };
}

interface Ringing {
  at: number;
  readonly ring: () => void;
}
