import type { KnownEventType } from '../../src/contract/event.ts';
import { aWholeNumber, requireValue } from '../../src/core/options/checks.ts';
import type { ApiName } from '../api/table.ts';
import { explain } from './explain.ts';
import { searchCalls, searchDeliveries } from './search.ts';

/**
 * What `expect(mock)` can be asked once {@link mockMatchers} are given to `expect.extend`. Each throws a
 * `ConfigurationError`, under `.not` too, when `mock` is none and when a name is mistyped.
 */
export interface MockMatchers<R> {
  /**
   * The mock has had a call of this endpoint.
   *
   * @param input Path parameters, query and body fields that the call had, others aside; any if left out.
   */
  toHaveReceived(endpoint: ApiName, input?: object): R;
  /**
   * The mock has had so many calls of this endpoint, retries and refused ones counted.
   *
   * @param times 0 or more.
   * @param input Path parameters, query and body fields that these calls had, others aside; any if left out.
   */
  toHaveReceivedTimes(endpoint: ApiName, times: number, input?: object): R;
  /**
   * An event of this type has reached a webhook, which has accepted it. Await `mock.settled()` first: deliveries take
   * their time.
   *
   * @param data What the event's data held, other fields aside; any if left out.
   */
  toHaveDelivered(type: KnownEventType, data?: object): R;
}

/** What vitest and jest take as the outcome of a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  /** Why it failed; where `pass` is true, why its `.not` failed. */
  readonly message: () => string;
}

/**
 * Matchers for `expect.extend`: they ask a mock what it has received and delivered. One that fails shows the nearest of what
 * was recorded, and where it differs.
 */
export const mockMatchers = {
  /** As {@link MockMatchers.toHaveReceived} says. */
  toHaveReceived(mock: unknown, endpoint: ApiName, input?: object): MatcherResult {
    const calls = searchCalls(mock, endpoint, input);
    return { pass: calls.matches.length > 0, message: () => explain(calls) };
  },

  /** As {@link MockMatchers.toHaveReceivedTimes} says. */
  toHaveReceivedTimes(mock: unknown, endpoint: ApiName, times: number, input?: object): MatcherResult {
    requireValue('times', times, aWholeNumber);
    const calls = searchCalls(mock, endpoint, input);
    return { pass: calls.matches.length === times, message: () => explain(calls, times) };
  },

  /** As {@link MockMatchers.toHaveDelivered} says. */
  toHaveDelivered(mock: unknown, type: KnownEventType, data?: object): MatcherResult {
    const deliveries = searchDeliveries(mock, type, data);
    return { pass: deliveries.matches.length > 0, message: () => explain(deliveries) };
  },
};
