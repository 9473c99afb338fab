import type { Check } from '../../src/core/options/checks.ts';
import { refusedAs } from '../http/errors.ts';
import { keyOf, type MockScope } from '../scope.ts';
import { type ClockMode, isoTime, requireSeconds } from './clock.ts';
import type { Times } from './times.ts';

/** The mode of the clock and its time. */
export interface ClockStatus {
  readonly mode: ClockMode;
  /** Mock time, ISO 8601. */
  readonly now: string;
  /** How many times as fast as real time the clock runs; null if it does not run by itself. */
  readonly speed: number | null;
  /** When the next job or delivery attempt is due, mock time, ISO 8601; null if there is none. */
  readonly nextDue: string | null;
}

interface ClockDeps {
  readonly times: Times;
  readonly anAcceptedKey: Check;
  /** When the next job or attempt is due, in the time of the mock or of the key's workspace; infinity if none is. */
  readonly nextDue: (apiKey: string | undefined) => number;
  /** Ends the jobs and sends the deliveries that are due. */
  readonly onAdvance: (apiKey: string | undefined) => void;
}

/** Mock time. A workspace has the mock's time, unless the workspace was advanced or restored separately. */
export class MockClock {
  readonly #deps: ClockDeps;

  /** @internal */
  constructor(deps: ClockDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the mock's time, in milliseconds since 1970. New workspaces begin at this time. With an API key, returns
   * the time of the key's workspace.
   *
   * @throws ConfigurationError when the scope is not valid.
   */
  now(scope: MockScope = {}): number {
    const { times, anAcceptedKey } = this.#deps;
    return times.now(keyOf(scope, anAcceptedKey));
  }

  /**
   * Returns how time passes, and when the next job or delivery attempt is due, in the mock or in one workspace.
   *
   * @throws ConfigurationError when the scope is not valid.
   */
  status(scope: MockScope = {}): ClockStatus {
    const { times, anAcceptedKey, nextDue } = this.#deps;
    const due = nextDue(keyOf(scope, anAcceptedKey));
    return {
      mode: times.clock.mode,
      now: isoTime(this.now(scope)),
      speed: times.clock.speed || null,
      nextDue: Number.isFinite(due) ? isoTime(due) : null,
    };
  }

  /**
   * Advances the mock's time and the time of every workspace by this many seconds, 0 or more, rounded to milliseconds.
   * With an API key, only advances the time of its workspace. Ends the jobs and starts the webhook deliveries that
   * become due, each at its due time. Await {@link Mock.settled} to wait for the deliveries.
   *
   * @throws ConfigurationError when `seconds` is not a number, is negative, or would advance a time past 5000-01-01;
   * when the scope is not valid, or its key is new and there are too many workspaces. Nothing changes in that case.
   */
  advance(seconds: number, scope: MockScope = {}): void {
    const { times, anAcceptedKey, onAdvance } = this.#deps;
    const apiKey = keyOf(scope, anAcceptedKey);
    requireSeconds(seconds, times.latest(apiKey));
    // Round the time, so that sums and differences of times are exact.
    refusedAs('scope.apiKey', 'is one too many', () => times.advance(Math.round(seconds * 1000), apiKey));
    onAdvance(apiKey);
  }
}
