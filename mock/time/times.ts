import { type Clock, MAX_TIME } from './clock.ts';

/** The difference between each workspace's time and the common time, in milliseconds; above 0 if the workspace is ahead. */
export interface TimeOffsets {
  /** 0 for a workspace that is new. */
  timeOffset(apiKey: string): number;
  /** 0 or more. */
  largestTimeOffset(): number;
  /** @throws HttpError 503 when the workspace is new and there are too many. */
  setTimeOffset(apiKey: string, timeOffset: number): void;
}

/** The common time, which is the clock's, and the time of each workspace. All are in milliseconds since 1970. */
export class Times {
  readonly clock: Clock;
  readonly #offsets: TimeOffsets;

  constructor(clock: Clock, offsets: TimeOffsets) {
    this.clock = clock;
    this.#offsets = offsets;
  }

  /** The time of the workspace of a key; the common time if undefined. */
  now(apiKey: string | undefined): number {
    return apiKey === undefined ? this.clock.now() : timeAt(this.clock.now(), this.#offsets.timeOffset(apiKey));
  }

  /** The time for signatures and rate-limit windows: real time, unless the clock is manual. */
  wallNow(apiKey: string): number {
    return this.clock.mode === 'manual' ? this.now(apiKey) : this.clock.wallNow();
  }

  /** Converts a time of the workspace of a key to common time. */
  commonTime(time: number, apiKey: string): number {
    return time - this.#offsets.timeOffset(apiKey);
  }

  /** The time of the workspace of a key; the latest of all if undefined. */
  latest(apiKey: string | undefined): number {
    return apiKey === undefined ? timeAt(this.clock.now(), this.#offsets.largestTimeOffset()) : this.now(apiKey);
  }

  /**
   * Advances the time of the workspace of a key; if undefined, the common time, and with it the time of all workspaces.
   *
   * @throws HttpError 503 when the workspace is new and there are too many.
   */
  advance(milliseconds: number, apiKey: string | undefined): void {
    if (apiKey === undefined) this.clock.advance(milliseconds);
    else this.#offsets.setTimeOffset(apiKey, this.#offsets.timeOffset(apiKey) + milliseconds);
  }
}

/** The time of a workspace at a common time. */
export function timeAt(commonTime: number, timeOffset: number): number {
  // A realtime clock may reach the latest time by itself.
  return Math.min(MAX_TIME, commonTime + timeOffset);
}
