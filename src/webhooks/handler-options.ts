import type { KnownEventType, KnownWebhookEvent, WebhookEvent } from '../contract/event.ts';
import {
  aFunction,
  anObject,
  aPositiveWholeNumber,
  type Checks,
  mustBe,
  requireFields,
  unchecked,
} from '../core/options/checks.ts';
import type { DedupeOptions, DedupeStore } from './dedupe-store.ts';
import type { RejectionOptions } from './rejection.ts';
import type { WebhookTrust } from './verify.ts';

/**
 * Functions by event type, awaited before the response to the delivery is sent. With `dedupe`, a function that never
 * settles holds its event as long as the process lives, so no other delivery of the event is handled.
 */
export type WebhookEventHandlers = {
  readonly [Type in KnownEventType]?: ((event: Extract<KnownWebhookEvent, { type: Type }>) => unknown) | undefined;
};

/** Options of `createWebhookHandler`. */
export interface WebhookHandlerOptions extends WebhookTrust, RejectionOptions {
  /** Functions by event type. Only types that the specification lists are accepted; `onOther` is for all others. */
  readonly on?: WebhookEventHandlers | undefined;
  /** Receives every event without a function in `on`, including events whose type is newer than this package. */
  readonly onOther?: ((event: WebhookEvent) => unknown) | undefined;
  /** The largest accepted body, in bytes. Default 1 MiB. */
  readonly maxBytes?: number | undefined;
  /** A store such as `memoryDedupe()`, or `{ store, leaseSeconds }`, to handle each event once. Default: none. */
  readonly dedupe?: DedupeStore | DedupeOptions | undefined;
  /**
   * Called with what a function for an event threw, and with a `WebhookDedupeError` when the `dedupe` store failed or a
   * lease was lost. The response does not wait for this function, and what it throws or rejects with goes to
   * `console.error`. Default: log the error with `console.error`.
   */
  readonly onError?: ((error: unknown, event: WebhookEvent) => unknown) | undefined;
}

/** Checks the options. `secret` and `dedupe` are checked where they are read. */
export function requireHandlerOptions(options: WebhookHandlerOptions): void {
  requireFields(options, optionChecks);
  requireFields(options.on ?? {}, eventChecks, 'on', 'an event type');
}

const aTolerance = mustBe(
  'a number, 0 or more, or null',
  (value) => value === null || (typeof value === 'number' && value >= 0),
);

const optionChecks: Checks<WebhookHandlerOptions> = {
  secret: unchecked,
  toleranceSeconds: aTolerance,
  now: aFunction,
  on: anObject,
  onOther: aFunction,
  maxBytes: aPositiveWholeNumber,
  dedupe: unchecked,
  onError: aFunction,
  onRejected: aFunction,
};

const eventChecks: Checks<WebhookEventHandlers> = {
  'project.created': aFunction,
  'media.uploaded': aFunction,
  'transcription.complete': aFunction,
  'transcription.failed': aFunction,
  'faceless.complete': aFunction,
  'faceless.failed': aFunction,
  'export.ready': aFunction,
  'export.failed': aFunction,
  'job.complete': aFunction,
  'job.failed': aFunction,
};
