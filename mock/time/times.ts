import { type Clock, MAX_TIME } from './clock.ts';

/** Each workspace's time minus the mock's time, in milliseconds; above 0 if the workspace is ahead. */
export interface TimeOffsets {
  /** Returns a workspace's offset; 0 for a new workspace. */
  timeOffset(apiKey: string): number;
  /** Returns the largest offset; 0 or more. */
  largestTimeOffset(): number;
  setTimeOffset(apiKey: string, timeOffset: number): void;
}

/** The time of the mock and of each workspace, in milliseconds since 1970. */
export class Times {
  readonly clock: Clock;
  readonly #offsets: TimeOffsets;

  constructor(clock: Clock, offsets: TimeOffsets) {
    this.clock = clock;
    this.#offsets = offsets;
  }

  /** Returns the time of a key's workspace; the mock's time if the key is undefined. */
  now(apiKey: string | undefined): number {
    return apiKey === undefined ? this.clock.now() : timeAt(this.clock.now(), this.#offsets.timeOffset(apiKey));
  }

  /** Returns the time for signatures and rate-limit windows: real time, unless the clock is manual. */
  wallNow(apiKey: string): number {
    return this.clock.mode === 'manual' ? this.now(apiKey) : Date.now();
  }

  /** Converts a time of a key's workspace to the mock's time. */
  mockTime(time: number, apiKey: string): number {
    return time - this.#offsets.timeOffset(apiKey);
  }

  /** Returns the time of a key's workspace; the latest of all times if the key is undefined. */
  latest(apiKey: string | undefined): number {
    return apiKey === undefined ? timeAt(this.clock.now(), this.#offsets.largestTimeOffset()) : this.now(apiKey);
  }

  /** Advances the time of a key's workspace. Without a key, advances the mock's time and the time of every workspace. */
  advance(milliseconds: number, apiKey: string | undefined): void {
    if (apiKey === undefined) this.clock.advance(milliseconds);
    else this.#offsets.setTimeOffset(apiKey, this.#offsets.timeOffset(apiKey) + milliseconds);
  }
}

/** Returns the time of a workspace when the mock's time is `mockTime`. */
export function timeAt(mockTime: number, timeOffset: number): number {
  // Limit the sum, because a realtime clock can reach `MAX_TIME` by itself.
  return Math.min(MAX_TIME, mockTime + timeOffset);
}
