import type { KnownEventType } from '../../src/contract/event.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { aWholeNumber, requireValue } from '../../src/core/options/checks.ts';
import type { ApiName } from '../http/api.ts';
import { explain } from './explain.ts';
import { type MockRecords, type SearchResult, searchDeliveries, searchRequests, withRecords } from './search.ts';

/**
 * The matchers of `expect(mock)`, after `expect.extend(mockMatchers)`. Each throws a `ConfigurationError`, even with
 * `.not`, if the value is not a mock, an argument is not valid (such as an unknown endpoint or event type, or a
 * misspelled field of `input`), or the result depends on older records that the mock has dropped. To keep more records,
 * increase the mock's option `logLength`.
 */
export interface MockMatchers<R> {
  /**
   * Checks that the mock has received a request to this endpoint.
   *
   * @param input The path parameters, query and body fields that the request must have; it may have others. If omitted,
   * any input matches.
   */
  toHaveReceived(endpoint: ApiName, input?: object): R;
  /**
   * Checks that the mock has received exactly `times` requests to this endpoint. Counts retries and rejected requests.
   *
   * @param times A whole number, 0 or more.
   * @param input The path parameters, query and body fields that the requests must have; they may have others. If
   * omitted, any input matches.
   */
  toHaveReceivedTimes(endpoint: ApiName, times: number, input?: object): R;
  /**
   * Checks that a webhook has accepted an event of this type. Deliveries are asynchronous, so await `mock.settled()`.
   *
   * @param data The fields that the event's data must have; it may have others. If omitted, any data matches.
   */
  toHaveDelivered(type: KnownEventType, data?: object): R;
}

/**
 * Matchers for `expect.extend` that check what a mock has received and delivered. A failure shows the nearest recorded
 * requests or deliveries, and how they differ. With a remote mock the matchers return a promise, which must be awaited.
 *
 * @example
 * ```ts
 * expect.extend(mockMatchers);
 * expect(mock).toHaveReceived('projects.create', { name: 'Talk' });
 * expect(mock).toHaveDelivered('export.ready');
 * ```
 */
export const mockMatchers = {
  /** See {@link MockMatchers.toHaveReceived}. */
  toHaveReceived(mock: unknown, endpoint: ApiName, input?: object): MatcherResult | Promise<MatcherResult> {
    return match(this, mock, (records) => searchRequests(records, endpoint, input));
  },

  /** See {@link MockMatchers.toHaveReceivedTimes}. */
  toHaveReceivedTimes(
    mock: unknown,
    endpoint: ApiName,
    times: number,
    input?: object,
  ): MatcherResult | Promise<MatcherResult> {
    requireValue('times', times, aWholeNumber);
    return match(this, mock, (records) => searchRequests(records, endpoint, input), times);
  },

  /** See {@link MockMatchers.toHaveDelivered}. */
  toHaveDelivered(mock: unknown, type: KnownEventType, data?: object): MatcherResult | Promise<MatcherResult> {
    return match(this, mock, (records) => searchDeliveries(records, type, data));
  },
};

/** @param times The exact number of expected matches; at least one if omitted. */
function match(
  context: unknown,
  mock: unknown,
  search: (records: MockRecords) => SearchResult,
  times?: number,
): MatcherResult | Promise<MatcherResult> {
  const result = withRecords(mock, (records) => {
    const found = search(records);
    const pass = hasMatches(found, times ?? 1, times ?? Number.POSITIVE_INFINITY);
    return { pass, message: () => explain(found, times) };
  });
  // Cast: a test framework sets `this` to an object with these fields, or to undefined.
  if (result instanceof Promise) failWithoutAwait(result, context as MatcherContext | undefined);
  return result;
}

/** @throws ConfigurationError when the result depends on records that the mock has dropped. */
function hasMatches(result: SearchResult, min: number, max: number): boolean {
  const least = result.matches.length;
  const most = least + result.dropped;
  if (least >= min && most <= max) return true;
  if (most < min || least > max) return false;
  throw unknownResult(result);
}

function unknownResult({ verb, name, dropped }: SearchResult): ConfigurationError {
  const records = verb === 'received' ? `requests to ${name}` : `deliveries of ${name}`;
  return new ConfigurationError(
    'logLength',
    `is too small for this matcher: of the ${records}, the mock no longer keeps the oldest ${dropped}. It keeps the newest ` +
      'records of each workspace, fewer if they are large: raise the option, or use a mock for each test.',
  );
}

/** A matcher's result, as vitest and jest expect it. */
export interface MatcherResult {
  readonly pass: boolean;
  /** Returns why the matcher failed or, if `pass` is true, why its `.not` failed. */
  readonly message: () => string;
}

/** The value of `this` in a matcher. */
interface MatcherContext {
  /** Undefined in vitest without `.not`. */
  readonly isNot?: boolean | undefined;
  /** The running test in vitest 4 and newer, with the promises that it awaits before it ends. */
  readonly task?: { promises?: Promise<unknown>[] | undefined } | undefined;
}

/** Makes the test wait at its end for a matcher that its code does not await, and fail if the matcher fails. */
function failWithoutAwait(result: Promise<MatcherResult>, { task, isNot = false }: MatcherContext = {}): void {
  if (!task) return;
  const outcome = result.then(({ pass, message }) => {
    if (pass === isNot) throw new Error(`${message()}\nAwait the matcher: the mock is a remote one.`);
  });
  task.promises = [...(task.promises ?? []), outcome];
  // Like vitest's own matchers, a result that has settled before the end is not awaited again.
  const forget = () => {
    task.promises = task.promises?.filter((each) => each !== outcome);
  };
  outcome.then(forget, forget);
}
