import type { KnownEventType, KnownWebhookEvent, WebhookEvent } from '../contract/event.ts';
import type { DedupeOptions } from './dedupe-options.ts';
import type { DedupeStore } from './dedupe-store.ts';
import { aFunction, anObject, type Check, requireOptions, wholeAboveZero } from './option-checks.ts';
import type { WebhookTrust } from './verify.ts';

/** One function for each event type that matters; awaited before the delivery is answered. */
export type WebhookEventHandlers = {
  readonly [Type in KnownEventType]?: ((event: Extract<KnownWebhookEvent, { type: Type }>) => unknown) | undefined;
};

/** Options of `createWebhookHandler`. */
export interface WebhookHandlerOptions extends WebhookTrust {
  /** Functions by event type. One for a type that this package does not know is refused: `onOther` gets those. */
  readonly on?: WebhookEventHandlers | undefined;
  /** Gets every event that `on` has no function for, those of a type newer than this package included. */
  readonly onOther?: ((event: WebhookEvent) => unknown) | undefined;
  /** The largest body taken, in bytes; 1 MiB by default. */
  readonly maxBytes?: number | undefined;
  /**
   * Handles each event once, by its `id`: `memoryDedupe()` or another store, or `{ store, leaseSeconds }`. Off unless given,
   * and then an event that is delivered twice is handled twice.
   */
  readonly dedupe?: DedupeStore | DedupeOptions | undefined;
  /**
   * Told what a function for an event threw, and the sender is not; with `dedupe` also a `WebhookDedupeError` when the store
   * failed or a lease was lost. By default it goes to `console.error`.
   */
  readonly onError?: ((error: unknown, event: WebhookEvent) => void) | undefined;
}

/** Refuses what cannot be used; the secret and the insides of `dedupe` are left to those that read them. */
export function requireHandlerOptions(options: WebhookHandlerOptions): void {
  requireOptions(options, optionChecks);
  requireOptions(options.on ?? {}, eventChecks, 'on.', 'an event type');
}

/** What is wrong with it is told by the error for secrets. */
const aSecret: Check = ['', () => true];

const optionChecks: Readonly<Record<keyof WebhookHandlerOptions, Check>> = {
  secret: aSecret,
  toleranceSeconds: [
    'a number of seconds, 0 or more, or null',
    (value) => value === null || (typeof value === 'number' && value >= 0),
  ],
  now: aFunction,
  on: anObject,
  onOther: aFunction,
  maxBytes: wholeAboveZero,
  dedupe: anObject,
  onError: aFunction,
};

const eventChecks: Readonly<Record<KnownEventType, Check>> = {
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
