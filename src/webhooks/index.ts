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
export { createWebhookHandler, type WebhookEventHandlers, type WebhookHandlerOptions } from './handler.ts';
export type { WebhookHeaders } from './headers.ts';
export { type FetchHandler, type NodeListener, type NodeListenerOptions, toNodeListener } from './node-listener.ts';
export { type SignWebhookOptions, signWebhook, type WebhookSignatureHeaders } from './sign.ts';
export { type VerifyWebhookOptions, verifyWebhook, type WebhookTrust } from './verify.ts';
export {
  isWebhookVerificationError,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './webhook-verification-error.ts';
