/**
 * Receives webhook events: {@link createWebhookHandler} verifies each delivery and calls your function for its event.
 * {@link verifyWebhook} only verifies deliveries, {@link signWebhook} signs them for tests, {@link memoryDedupe}
 * recognizes an event that arrives twice, and {@link memoryEvents} wakes waits. This module does not load the client.
 *
 * @module clipwright/webhooks
 */
export type {
  EventData,
  EventType,
  ExportFailedEvent,
  ExportReadyData,
  ExportReadyEvent,
  FacelessCompleteEvent,
  FacelessFailedEvent,
  JobCompleteEvent,
  JobFailedEvent,
  KnownEventType,
  KnownWebhookEvent,
  MediaUploadedEvent,
  ProjectCreatedEvent,
  TranscriptionCompleteEvent,
  TranscriptionFailedEvent,
  UnknownWebhookEvent,
  UnrecognizedEventType,
  WebhookEvent,
} from '../contract/event.ts';
export { ConfigurationError } from '../core/errors/configuration-error.ts';
export type { DedupeClaim, DedupeLease, DedupeOptions, DedupeStore } from './dedupe-store.ts';
export { eventIds, memoryEvents, type WebhookEvents } from './events.ts';
export { WebhookDedupeError, type WebhookDedupeReason } from './handle-once.ts';
export { createWebhookHandler, type WebhookEventHandlers, type WebhookHandlerOptions } from './handler.ts';
export { type MemoryDedupeOptions, memoryDedupe } from './memory-dedupe.ts';
export type { NodeRequest, NodeResponse } from './node-http.ts';
export { type FetchHandler, type NodeListener, type NodeListenerOptions, toNodeListener } from './node-listener.ts';
export type { RejectionOptions, WebhookRejection, WebhookRejectionReason } from './rejection.ts';
export { type SignWebhookOptions, signWebhook, type WebhookSignatureHeaders } from './sign.ts';
export { type VerifyWebhookOptions, verifyWebhook, type WebhookHeaders, type WebhookTrust } from './verify.ts';
export {
  isWebhookVerificationError,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './webhook-verification-error.ts';
