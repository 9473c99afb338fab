import type { KnownEventType } from '../../src/contract/event.ts';
import type { ApiName } from '../http/api.ts';

/** A failure that a test asks for: of requests, or of the webhook deliveries of an event. */
export type Fault = CallFault | EventFault;

/** Which calls of endpoints a {@link CallFault} is for; all if omitted. Downloads of files are none. */
export interface CallMatch {
  /**
   * The endpoint's name, such as `projects.create`. `jobs.retrieve` is met by a wait on one job that has a
   * `status_url`: a job by its identifiers, `clips.wait`, and waits on several jobs of a project, poll `jobs.list`.
   */
  readonly endpoint?: ApiName | undefined;
  /** The id of the project in the request's path, or of the project of the job in its path. */
  readonly project?: string | undefined;
  /**
   * The share of the matching requests that the fault is applied to, above 0 and up to 1. The same for the same seed and
   * requests.
   */
  readonly share?: number | undefined;
}

/**
 * A fault of requests. Exactly one field besides `match`, `when`, `headers`, `times` and `apiKey` says what happens. All delays for a request are applied, up to the first fault that responds to it, breaks the connection or
 * changes the response.
 */
export interface CallFault {
  readonly match?: CallMatch | undefined;
  /**
   * `before`, the default: the service does not see the request, or sees it after a `delay`. `after`: the service has
   * accepted the request and done the work, or replayed the response of an Idempotency-Key, and its response is lost or
   * changed; requests that it refuses are not affected. `omit` and `set` need a response and are always `after`.
   */
  readonly when?: 'before' | 'after' | undefined;
  /** Responds with this error status, 400 to 599. */
  readonly status?: number | undefined;
  /** Headers of the response with that `status`, such as `{ 'retry-after': '2' }`; a 429 has `retry-after: 1` by default. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Waits this many milliseconds of real time, 0 to 2,147,483,647, or until the request is aborted. */
  readonly delay?: number | undefined;
  /** Breaks the connection; no byte of a response is sent. */
  readonly drop?: true | undefined;
  /** Sends status, headers and half of the body, then nothing more for as long as the client waits. */
  readonly stall?: true | undefined;
  /** Sends status, headers and half of the body, then breaks the connection. */
  readonly cut?: true | undefined;
  /** Responds with a body that is not valid JSON: the first half of the body, sent as if it were the whole. */
  readonly malformed?: true | undefined;
  /**
   * Removes a field from the response: its path, such as `id` or `items[0].id`. Applied to the next response that has the
   * field; a path that no response can have is refused.
   */
  readonly omit?: string | undefined;
  /**
   * Gives fields of the response other values, each by its path as for `omit`: `{ 'asset.attribution_text': 'By Ada.' }`.
   * Any JSON value will do. Only this response changes, not what the mock stores. Applied to the next response that has all
   * of the fields.
   */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  /** How many requests the fault is applied to, 1 or more; all if omitted. */
  readonly times?: number | undefined;
  /** The API key whose requests it is for; all keys if omitted. */
  readonly apiKey?: string | undefined;
}

/** Which deliveries an {@link EventFault} is for. */
export interface EventMatch {
  /** The event's type; `'*'` for all. */
  readonly event: KnownEventType | '*';
  /** The webhook's id; all webhooks if omitted. */
  readonly webhook?: string | undefined;
  /**
   * The share of the matching deliveries that the fault is applied to, above 0 and up to 1. The same for the same seed and
   * deliveries.
   */
  readonly share?: number | undefined;
}

/** A fault of the webhook deliveries of an event. Exactly one field besides `match`, `times` and `apiKey` says what happens. */
export interface EventFault {
  readonly match: EventMatch;
  /** Milliseconds of mock time until the first attempt, 0 to 2,147,483,647; later events overtake the delivery. */
  readonly delay?: number | undefined;
  /** How many extra times the event is delivered, 1 to 10. */
  readonly duplicate?: number | undefined;
  /** Drops the first attempt, which is retried like any failed attempt. */
  readonly drop?: true | undefined;
  /** How many deliveries the fault is applied to, 1 or more; all if omitted. */
  readonly times?: number | undefined;
  /** The API key whose events it is for; all keys if omitted. */
  readonly apiKey?: string | undefined;
}

/** What has become of a fault that was added. */
export interface FaultStatus {
  readonly id: string;
  /** How many requests or deliveries it was applied to. */
  readonly hits: number;
  /** How many more it will be applied to; null if all. */
  readonly left: number | null;
  /** Whether it is for one API key, which is not shown, or for all. */
  readonly scope: 'key' | 'all';
}

/** An active {@link CallFault}. */
export interface ActiveCallFault extends Omit<CallFault, 'apiKey'>, FaultStatus {}

/** An active {@link EventFault}. */
export interface ActiveEventFault extends Omit<EventFault, 'apiKey'>, FaultStatus {}

/** A fault that was added and is still to be applied. */
export type ActiveFault = ActiveCallFault | ActiveEventFault;

/** Whether a fault is for deliveries: only those name an event. */
export function isEventFault<F extends Fault | ActiveFault>(fault: F): fault is Extract<F, { match: EventMatch }> {
  return fault.match !== undefined && 'event' in fault.match && fault.match.event !== undefined;
}
