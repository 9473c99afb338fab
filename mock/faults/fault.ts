import type { KnownEventType } from '../../src/contract/event.ts';
import type { ApiName } from '../api/table.ts';

/** Something that goes wrong on command: with calls, or with the webhook deliveries of an event. */
export type Fault = CallFault | EventFault;

/** Which calls a {@link CallFault} is for; all if left out. */
export interface CallMatch {
  /** The endpoint's name, as `projects.create`. */
  readonly endpoint?: ApiName;
  /** The id of the project in the call's path, or of the project of the job in its path. */
  readonly project?: string;
  /** The share of the matching calls that it hits, above 0 and up to 1. The same seed and calls give the same hits. */
  readonly share?: number;
}

/**
 * Disturbs calls. Exactly one of `status`, `delay`, `drop`, `stall`, `cut`, `malformed` and `omit` says how. A call
 * suffers each delay that is for it, up to the first fault that answers or breaks it.
 */
export interface CallFault {
  readonly match?: CallMatch;
  /**
   * `before`, the default: the service does nothing, or, where the fault is a `delay`, waits. `after`: the service has
   * accepted the call and done the work, or repeated the answer of an Idempotency-Key, and that answer is lost or changed;
   * a call that it refuses is not hit. `omit` needs an answer and is always `after`.
   */
  readonly when?: 'before' | 'after';
  /** Answers with this error status, 400 to 599. */
  readonly status?: number;
  /** Headers of the answer with that `status`, as `{ 'retry-after': '2' }`; a 429 has `retry-after: 1` by default. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Waits this many milliseconds of the wall's time, 0 to 2,147,483,647, or until the request is aborted. */
  readonly delay?: number;
  /** Breaks the connection; no byte of an answer is sent. */
  readonly drop?: true;
  /** Sends status, headers and half of the body, then nothing more, for as long as the other side waits. */
  readonly stall?: true;
  /** Sends status, headers and half of the body, then breaks the connection. */
  readonly cut?: true;
  /** Answers with a body that is no JSON: `after`, the first half of the real one, as if it were the whole. */
  readonly malformed?: true;
  /**
   * Leaves a field out of the answer: its path, as `id` or `items[0].id`. Waits for an answer that has the field; a path
   * that no answer can have is refused.
   */
  readonly omit?: string;
  /** How many calls it hits, 1 or more; all that come if left out. */
  readonly times?: number;
  /** Whose calls it is for; everybody's if left out. */
  readonly apiKey?: string;
}

/** Which deliveries an {@link EventFault} is for. */
export interface EventMatch {
  /** The event's type; `'*'` for all. */
  readonly event: KnownEventType | '*';
  /** The webhook's id; all webhooks if left out. */
  readonly webhook?: string;
  /** The share of the matching deliveries that it hits, above 0 and up to 1. The same seed and calls give the same hits. */
  readonly share?: number;
}

/** Disturbs the webhook deliveries of an event. Exactly one of `delay`, `duplicate` and `drop` says how. */
export interface EventFault {
  readonly match: EventMatch;
  /** Milliseconds of mock time until the first attempt, 0 to 2,147,483,647; later events overtake the delivery. */
  readonly delay?: number;
  /** How many times more the event is delivered, 1 to 10. */
  readonly duplicate?: number;
  /** The first attempt is lost on its way, and made again as any that failed. */
  readonly drop?: true;
  /** How many deliveries it hits, 1 or more; all that come if left out. */
  readonly times?: number;
  /** Whose events it is for; everybody's if left out. */
  readonly apiKey?: string;
}

/** A {@link CallFault} in force. The API key that it is for is not shown. */
export interface ActiveCallFault extends Omit<CallFault, 'apiKey'> {
  readonly id: string;
}

/** An {@link EventFault} in force. The API key that it is for is not shown. */
export interface ActiveEventFault extends Omit<EventFault, 'apiKey'> {
  readonly id: string;
}

/** A fault that is in force. */
export type ActiveFault = ActiveCallFault | ActiveEventFault;

/** Whether a fault disturbs deliveries: only one of them names an event. */
export function isEventFault<F extends Fault | ActiveFault>(fault: F): fault is Extract<F, { match: EventMatch }> {
  return fault.match !== undefined && 'event' in fault.match && fault.match.event !== undefined;
}
