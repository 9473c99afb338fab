import type { KnownEventType } from '../../src/contract/event.ts';
import type { ApiName } from '../http/api.ts';

/** A failure of calls or of webhook deliveries that a test requests. */
export type Fault = CallFault | EventFault;

/** Selects the calls that a {@link CallFault} applies to. Faults never apply to file downloads. */
export interface CallMatch {
  /**
   * The endpoint's name, such as `projects.create`. To affect a wait, use the endpoint that it polls: `jobs.retrieve`
   * for a single job with a `status_url`, and `jobs.list` for all other waits, including `clips.wait`.
   */
  readonly endpoint?: ApiName | undefined;
  /** The id of the project in the request's path, or of the project that the job in the path belongs to. */
  readonly project?: string | undefined;
  /** The share of the matching requests that the fault applies to, above 0 and up to 1. The seed selects them. */
  readonly share?: number | undefined;
}

/**
 * A fault for requests. Exactly one field besides `match`, `when`, `headers`, `times` and `apiKey` describes its
 * effect. Several faults are applied in order, up to the first that is not a delay.
 */
export interface CallFault {
  readonly match?: CallMatch | undefined;
  /**
   * `before`, the default: the fault replaces or delays the work of the service. `after`: the service does the work or
   * replays a response, then the fault changes or loses this response, unless it is an error. `omit` and `set` always
   * apply `after`.
   */
  readonly when?: 'before' | 'after' | undefined;
  /** Responds with this error status, 400 to 599. */
  readonly status?: number | undefined;
  /** Headers of the response with that `status`, such as `{ 'retry-after': '2' }`; a 429 has `retry-after: 1` by default. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Waits this many milliseconds of real time, 0 to 2,147,483,647, or until the request is aborted. */
  readonly delay?: number | undefined;
  /** Breaks the connection without sending any byte of a response. */
  readonly drop?: true | undefined;
  /** Sends the status, the headers and half of the body, then nothing more for as long as the client waits. */
  readonly stall?: true | undefined;
  /** Sends the status, the headers and half of the body, then breaks the connection. */
  readonly cut?: true | undefined;
  /** Responds with invalid JSON: the first half of the body, sent as a complete body. */
  readonly malformed?: true | undefined;
  /** Removes this field, such as `items[0].id`, from the next response that has it. Unknown paths are rejected. */
  readonly omit?: string | undefined;
  /**
   * Replaces fields of the next response that has all of them. Maps paths, as in `omit`, to any JSON values:
   * `{ 'asset.attribution_text': 'By Ada.' }`. The stored data does not change.
   */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  /** How many requests the fault is applied to, 1 or more; all if omitted. */
  readonly times?: number | undefined;
  /** The API key whose requests the fault applies to; all keys if omitted. */
  readonly apiKey?: string | undefined;
}

/** Selects the deliveries that an {@link EventFault} applies to. */
export interface EventMatch {
  /** The event's type; `'*'` for all. */
  readonly event: KnownEventType | '*';
  /** The webhook's id; all webhooks if omitted. */
  readonly webhook?: string | undefined;
  /** The share of the matching deliveries that the fault applies to, above 0 and up to 1. The seed selects them. */
  readonly share?: number | undefined;
}

/** A fault for deliveries of an event. Exactly one field besides `match`, `times` and `apiKey` is its effect. */
export interface EventFault {
  readonly match: EventMatch;
  /** Delays the first attempt by 0 to 2,147,483,647 ms of mock time. Later events may be delivered earlier. */
  readonly delay?: number | undefined;
  /** The number of additional deliveries of the event, 1 to 10. */
  readonly duplicate?: number | undefined;
  /** Drops the first attempt, which is retried like any failed attempt. */
  readonly drop?: true | undefined;
  /** How many deliveries the fault is applied to, 1 or more; all if omitted. */
  readonly times?: number | undefined;
  /** The API key whose events the fault applies to; all keys if omitted. */
  readonly apiKey?: string | undefined;
}

/** The status of an active fault. */
export interface FaultStatus {
  readonly id: string;
  /** The number of requests or deliveries that the fault was applied to. */
  readonly hits: number;
  /** How many more times the fault will be applied; null if there is no limit. */
  readonly left: number | null;
  /** Whether the fault applies to one API key, which is not shown, or to all keys. */
  readonly scope: 'key' | 'all';
}

/** An active {@link CallFault}. */
export interface ActiveCallFault extends Omit<CallFault, 'apiKey'>, FaultStatus {}

/** An active {@link EventFault}. */
export interface ActiveEventFault extends Omit<EventFault, 'apiKey'>, FaultStatus {}

/** A fault that was added and is not used up. */
export type ActiveFault = ActiveCallFault | ActiveEventFault;

/** Whether a fault applies to deliveries. Only such faults have `match.event`. */
export function isEventFault<F extends Fault | ActiveFault>(fault: F): fault is Extract<F, { match: EventMatch }> {
  return fault.match !== undefined && 'event' in fault.match && fault.match.event !== undefined;
}
