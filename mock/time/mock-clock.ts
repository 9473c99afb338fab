import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { type Clock, MAX_TIME } from './clock.ts';

/** The mock's time: one for all API keys. */
export class MockClock {
  readonly #clock: Clock;
  readonly #onAdvance: () => void;

  /**
   * @param onAdvance Does what is due.
   * @internal
   */
  constructor(clock: Clock, onAdvance: () => void) {
    this.#clock = clock;
    this.#onAdvance = onAdvance;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /**
   * Moves time on by this many seconds, 0 or more. Ends the jobs and begins to send the webhook deliveries that are due by
   * then, all at the times that they were due; {@link Mock.settled} tells when the deliveries have ended.
   *
   * @throws ConfigurationError when `seconds` is no such number.
   */
  advance(seconds: number): void {
    if (typeof seconds !== 'number' || !(seconds >= 0) || this.now() + seconds * 1000 > MAX_TIME) {
      throw new ConfigurationError('seconds', 'must be a number, 0 or more, and not lead beyond the end of time.');
    }
    this.#clock.advance(seconds * 1000);
    this.#onAdvance();
  }
}
