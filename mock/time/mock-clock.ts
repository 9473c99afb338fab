import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { type Clock, MAX_TIME } from './clock.ts';

/** The mock's time, shared by all API keys. */
export class MockClock {
  readonly #clock: Clock;
  readonly #onAdvance: () => void;

  /**
   * @param onAdvance Ends the jobs and sends the deliveries that are due.
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
   * Advances time by this many seconds, 0 or more. Ends the jobs and starts the webhook deliveries that fall due, each at
   * the time that it was due. Await {@link Mock.settled} for the deliveries to end.
   *
   * @throws ConfigurationError when `seconds` is not a number, is negative, or would advance the clock past 5000-01-01.
   */
  advance(seconds: number): void {
    if (typeof seconds !== 'number' || !(seconds >= 0) || this.now() + seconds * 1000 > MAX_TIME) {
      throw new ConfigurationError(
        'seconds',
        'must be a number, 0 or more, and must not advance the clock past 5000-01-01.',
      );
    }
    this.#clock.advance(seconds * 1000);
    this.#onAdvance();
  }
}
