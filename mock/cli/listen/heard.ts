import type { Delivery } from '../../deliveries/delivery.ts';

/** `listen` has begun. */
export interface Listening {
  readonly type: 'listening';
  readonly baseUrl: string;
  /** Undefined where it only watches. */
  readonly forwarding: Forwarding | undefined;
}

/** Where deliveries are forwarded to. */
export interface Forwarding {
  /** The URL of the receiver without its query, which may contain a secret. */
  readonly receiver: string;
  readonly events: readonly string[];
  readonly webhookId: string;
  /** What the mock delivers to. No other webhook has it: identifiers are given again after a reset. */
  readonly url: string;
  /** Shown because the receiver needs it; the secret of a mock protects nothing. */
  readonly secret: string;
}

/** What was delivered before it began. */
export interface History {
  readonly type: 'history';
  /** Oldest first. */
  readonly deliveries: readonly Delivery[];
}

/** A delivery was scheduled, or tried. */
export interface Delivered {
  readonly type: 'delivery';
  readonly delivery: Delivery;
  /** Whether an attempt has ended, or the delivery has failed without one. */
  readonly isAttempt: boolean;
}

/** The deliveries are others than before: the mock was reset, or events were missed. */
export interface Replaced {
  readonly type: 'reset' | 'gap';
  /** How many events were missed; null if that is not known, as after a restart of the mock. */
  readonly missed: number | null;
  /** The deliveries that the mock keeps now, oldest first. */
  readonly deliveries: readonly Delivery[];
  /** Whether the webhook that forwards is gone. */
  readonly isUnregistered: boolean;
}

/** What `listen` tells, as it happens. */
export type Heard = Listening | History | Delivered | Replaced;
