import type { KnownEventType } from '../../src/contract/event.ts';
import type { ApiName } from '../http/api.ts';
import type { FileKind } from '../http/urls.ts';

/** A failure of API calls, downloads or webhook deliveries, added by a test. */
export type Fault = CallFault | FileFault | EventFault;

/** Selects the calls that a {@link CallFault} applies to. */
export interface CallMatch {
  /**
   * The endpoint's name, such as `projects.create`. To affect a wait, use the endpoint that it polls: `jobs.retrieve`
   * for a single job with a `status_url`, and `jobs.list` for all other waits, including `clips.wait`.
   */
  readonly endpoint?: ApiName | undefined;
  /** The id of the project in the request's path, or of the project that the job in the path belongs to. */
  readonly project?: string | undefined;
  /** The share of the matching requests that the fault applies to, above 0 and up to 1. The seed selects the requests. */
  readonly share?: number | undefined;
}

/** Selects the downloads that a {@link FileFault} applies to: GET and HEAD requests for files that exist. */
export interface FileMatch {
  /** `true` for all files, or the folder in the file's URL: `exports` for exports, `samples` for sample events, … */
  readonly file: true | FileKind;
  /** The share of the matching requests that the fault applies to, above 0 and up to 1. The seed selects the requests. */
  readonly share?: number | undefined;
}

/** Selects the deliveries that an {@link EventFault} applies to. */
export interface EventMatch {
  /** The event's type; `'*'` for all. */
  readonly event: KnownEventType | '*';
  /** The webhook's id; all webhooks if omitted. */
  readonly webhook?: string | undefined;
  /** The share of the matching deliveries that the fault applies to, above 0 and up to 1. The seed selects the deliveries. */
  readonly share?: number | undefined;
}

/** The effects that a {@link FileFault} can have on a response. A {@link CallFault} can have the same effects. */
export interface FileFaultEffects {
  /** Responds with this error status, 400 to 599. */
  readonly status: number;
  /** Waits this many milliseconds of real time, 0 to 2,147,483,647, or until the request is aborted. */
  readonly delay: number;
  /** Breaks the connection without sending any byte of a response. */
  readonly drop: true;
  /** Sends the status, the headers and half of the body, then keeps the connection open and sends nothing more. */
  readonly stall: true;
  /** Sends the status, the headers and half of the body, then breaks the connection. */
  readonly cut: true;
}

/** The effects that a {@link CallFault} can have on a response. */
export interface CallFaultEffects extends FileFaultEffects {
  /** Responds with invalid JSON: the first half of the body, sent as a complete body. */
  readonly malformed: true;
  /** Removes this field, such as `items[0].id`, from the next response that has it. Unknown paths are rejected. */
  readonly omit: string;
  /**
   * Replaces fields of the next response that has all of them. Maps paths, as in `omit`, to any JSON values:
   * `{ 'asset.attribution_text': 'By Ada.' }`. The stored data does not change.
   */
  readonly set: Readonly<Record<string, unknown>>;
}

/** The effects that an {@link EventFault} can have on a delivery. */
export interface EventFaultEffects {
  /** Delays the first attempt by 0 to 2,147,483,647 ms of mock time. Later events may be delivered earlier. */
  readonly delay: number;
  /** The number of additional deliveries of the event, 1 to 10. */
  readonly duplicate: number;
  /** Drops the first attempt, which is retried like any failed attempt. */
  readonly drop: true;
}

/** The fields of a {@link CallFault} besides its effect. */
export interface CallFaultConditions {
  readonly match?: CallMatch | undefined;
  /**
   * `before`, the default: the fault replaces or delays the work of the service. `after`: the service does the work or
   * replays a response, then the fault changes or loses this response. Such a fault skips error responses.
   * `omit` and `set` always apply `after`.
   */
  readonly when?: 'before' | 'after' | undefined;
  /** Headers of the response with that `status`, such as `{ 'retry-after': '2' }`; a 429 has `retry-after: 1` by default. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How many requests the fault is applied to, 1 or more; all if omitted. */
  readonly times?: number | undefined;
  /** The API key whose requests the fault applies to; all keys if omitted. */
  readonly apiKey?: string | undefined;
}

/** The fields of a {@link FileFault} besides its effect. */
export interface FileFaultConditions {
  readonly match: FileMatch;
  /** Headers of the response with that `status`, such as `{ 'retry-after': '2' }`; a 429 has `retry-after: 1` by default. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How many requests the fault is applied to, 1 or more; all if omitted. */
  readonly times?: number | undefined;
  /** The API key of the workspace whose files the fault applies to; all workspaces if omitted. */
  readonly apiKey?: string | undefined;
}

/** The fields of an {@link EventFault} besides its effect. */
export interface EventFaultConditions {
  readonly match: EventMatch;
  /** How many deliveries the fault is applied to, 1 or more; all if omitted. */
  readonly times?: number | undefined;
  /** The API key whose events the fault applies to; all keys if omitted. */
  readonly apiKey?: string | undefined;
}

/**
 * A fault for requests, with exactly one of the effects. If several faults match a request, the mock applies them in
 * order, and stops after the first fault that is not a delay.
 */
export type CallFault = OneEffect<CallFaultEffects, CallFaultConditions>;

/**
 * A fault for downloads of the mock's files, with exactly one of the effects. If several faults match a download, the
 * mock applies them in order, and stops after the first fault that is not a delay. `cut` and `stall` send half of the
 * body or of the requested range; they skip HEAD requests, whose responses have no body. A fault changes neither 304
 * responses nor errors, such as the 410 for an expired link. `mock.requests` contains a download only if a fault was
 * applied to it, or if it got an error.
 */
export type FileFault = OneEffect<FileFaultEffects, FileFaultConditions>;

/** A fault for deliveries of an event, with exactly one of the effects. */
export type EventFault = OneEffect<EventFaultEffects, EventFaultConditions>;

type FaultField = keyof (CallFaultConditions & CallFaultEffects & EventFaultEffects);

/** Exactly one of the effects: all others must be undefined, so that a `status` beside a `drop` does not compile. */
type OneEffect<Effects, Conditions> = {
  [Name in keyof Effects]: Conditions &
    Pick<Effects, Name> & { readonly [Other in Exclude<FaultField, keyof Conditions | Name>]?: undefined };
}[keyof Effects];

/**
 * The type of fault that fits the `match` of a given fault. Because `faults.add` takes this type, the compiler reports
 * a mistake at the field that has it. For a {@link Fault}, the compiler reports most mistakes at `match`.
 */
export type FaultFor<Given> = Given extends { match: infer Match }
  ? Match extends { file: unknown }
    ? FileFault
    : Match extends { event: unknown }
      ? EventFault
      : CallFault
  : // Always true. The compiler infers `Given` from the branch that is never taken.
    Given extends unknown
    ? CallFault
    : Extract<Given, Fault>;

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
export interface ActiveCallFault extends Omit<CallFaultConditions, 'apiKey'>, Optional<CallFaultEffects>, FaultStatus {}

/** An active {@link FileFault}. */
export interface ActiveFileFault extends Omit<FileFaultConditions, 'apiKey'>, Optional<FileFaultEffects>, FaultStatus {}

/** An active {@link EventFault}. */
export interface ActiveEventFault
  extends Omit<EventFaultConditions, 'apiKey'>,
    Optional<EventFaultEffects>,
    FaultStatus {}

/** A fault that was added and is not used up. */
export type ActiveFault = ActiveCallFault | ActiveFileFault | ActiveEventFault;

type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
