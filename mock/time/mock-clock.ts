import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { Check } from '../../src/core/options/checks.ts';
import { refusedAs } from '../api/misuse.ts';
import { keyOf, type MockScope } from '../scope.ts';
import { MAX_TIME } from './clock.ts';
import type { Times } from './times.ts';

/** Mock time: the common one, and that of each workspace, which is the common one until the workspace is advanced alone. */
export class MockClock {
  readonly #times: Times;
  readonly #anAcceptedKey: Check;
  readonly #onAdvance: (apiKey: string | undefined) => void;

  /**
   * @param onAdvance Ends the jobs and sends the deliveries that are due.
   * @internal
   */
  constructor(times: Times, anAcceptedKey: Check, onAdvance: (apiKey: string | undefined) => void) {
    this.#times = times;
    this.#anAcceptedKey = anAcceptedKey;
    this.#onAdvance = onAdvance;
  }

  /**
   * The common time, in which new workspaces begin; with an API key, the time of its workspace. In milliseconds since 1970.
   *
   * @throws ConfigurationError when the scope is not valid.
   */
  now(scope: MockScope = {}): number {
    return this.#times.now(keyOf(scope, this.#anAcceptedKey));
  }

  /**
   * Advances time by this many seconds, 0 or more, to the millisecond: the common time and that of every
   * workspace; with an API key, that of its workspace alone. Ends the jobs and starts the webhook deliveries that fall due, each at the time
   * that it was due. Await {@link Mock.settled} for the deliveries to end.
   *
   * @throws ConfigurationError when `seconds` is not a number, is negative, or would advance a time past 5000-01-01;
   * when the scope is not valid, or its key is new and there are too many workspaces. Nothing changes then.
   */
  advance(seconds: number, scope: MockScope = {}): void {
    const apiKey = keyOf(scope, this.#anAcceptedKey);
    if (typeof seconds !== 'number' || !(seconds >= 0) || this.#times.latest(apiKey) + seconds * 1000 > MAX_TIME) {
      throw new ConfigurationError(
        'seconds',
        'must be a number, 0 or more, and must not advance the time of any workspace past 5000-01-01.',
      );
    }
    // Rounded, so that sums and differences of times are exact.
    refusedAs('scope.apiKey', 'is one too many', () => this.#times.advance(Math.round(seconds * 1000), apiKey));
    this.#onAdvance(apiKey);
  }
}
