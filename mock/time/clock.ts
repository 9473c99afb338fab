import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';

/**
 * How time passes in the mock.
 *
 * - `stepped`: each poll of a job advances that job by an equal part of its duration, and tells the client to poll again
 *   after a millisecond, so tests need not wait. A job ends after four polls. Of the clips of a batch, the second ends after
 *   five, the third after six, and so on, but none after more than twelve.
 * - `manual`: time advances only by `mock.clock.advance`.
 * - `realtime`: time advances by itself, `speed` times as fast as real time.
 */
export type ClockMode = 'stepped' | 'manual' | 'realtime';

/** The start time of stepped and manual clocks. It is fixed, so that the same calls produce the same times. */
export const EPOCH = Date.UTC(2026, 0, 1);

/** The maximum mock time. Receivers would mistake a much later signature timestamp for milliseconds. */
export const MAX_TIME: number = Date.UTC(5000, 0, 1);

/**
 * @param latest The latest of the times to be advanced, in milliseconds since 1970.
 * @throws ConfigurationError when `seconds` is not a number, is negative, or would advance a time past `MAX_TIME`.
 */
export function requireSeconds(seconds: number, latest: number): void {
  if (typeof seconds === 'number' && seconds >= 0 && latest + seconds * 1000 <= MAX_TIME) return;
  throw new ConfigurationError(
    'seconds',
    'must be a number, 0 or more, and must not advance the time of any workspace past 5000-01-01.',
  );
}

/** The longest delay that `setTimeout` supports. */
export const MAX_DELAY = 2 ** 31 - 1;

/** Converts milliseconds since 1970 to ISO 8601. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The mock's time. */
export class Clock {
  readonly mode: ClockMode;
  /** How many times as fast as real time the clock runs; 0 if it stands still until it is advanced. */
  readonly speed: number;
  /** Mock time was `#base` when real time was `#since`. */
  #base: number;
  #since = Date.now();
  readonly #alarms: ScheduledAlarm[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param speed How many times as fast as real time a realtime clock runs. */
  constructor(mode: ClockMode, speed = 1) {
    this.mode = mode;
    this.speed = mode === 'realtime' ? speed : 0;
    this.#base = mode === 'realtime' ? this.#since : EPOCH;
  }

  /** Mock time in milliseconds since 1970. */
  now(): number {
    // A clock with a high speed soon reaches `MAX_TIME`.
    return Math.min(MAX_TIME, Math.floor(this.#base + (Date.now() - this.#since) * this.speed));
  }

  advance(milliseconds: number): void {
    this.#base += milliseconds;
    this.#setTimer();
  }

  /** Sets mock time. A reset or a restore may set it back. */
  set(now: number): void {
    this.#base = now;
    this.#since = Date.now();
    this.#setTimer();
  }

  /** Creates an alarm. It only rings with a realtime clock, and does not keep the process alive. */
  alarm(ring: () => void): Alarm {
    const alarm: ScheduledAlarm = { at: Number.POSITIVE_INFINITY, ring };
    this.#alarms.push(alarm);
    return {
      set: (at) => {
        alarm.at = at;
        this.#setTimer();
      },
    };
  }

  /** Returns a function that returns the mock time elapsed since this call, ignoring `advance` and `set`. */
  trackElapsed(): () => number {
    const start = Date.now();
    return () => Math.floor((Date.now() - start) * this.speed);
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const next = Math.min(...this.#alarms.map(({ at }) => at), Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY || this.speed === 0) return;
    const delay = Math.max(0, Math.ceil((next - this.now()) / this.speed));
    this.#timer = setTimeout(() => this.#ringDueAlarms(), Math.min(delay, MAX_DELAY));
    // In Node, a timer keeps the process alive unless it is unreferenced. In browsers, a timer is a number.
    if (typeof this.#timer === 'object') this.#timer.unref();
  }

  #ringDueAlarms(): void {
    // A timer may fire before an alarm is due, because of rounding, or because the delay exceeded `MAX_DELAY`.
    for (const alarm of this.#alarms.filter(({ at }) => at <= this.now())) {
      alarm.at = Number.POSITIVE_INFINITY;
      alarm.ring();
    }
    this.#setTimer();
  }
}

export interface Alarm {
  /** Sets the mock time at which the alarm rings, and replaces the earlier setting. Infinity cancels the alarm. */
  set(at: number): void;
}

interface ScheduledAlarm {
  at: number;
  readonly ring: () => void;
}
