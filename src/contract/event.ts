import { unknown, type ZodMiniType } from 'zod/mini';
import { array, record } from './collections.ts';
import { maybe, model, nonEmptyUrl, type OpenEnum, openEnum, requestEnum, text, timestamp, url } from './model.ts';

/** The event types that the specification lists. */
export const eventTypes = [
  'project.created',
  'media.uploaded',
  'transcription.complete',
  'transcription.failed',
  'faceless.complete',
  'faceless.failed',
  'export.ready',
  'export.failed',
  'job.complete',
  'job.failed',
] as const;

/** An event type that the specification lists. */
export type KnownEventType = (typeof eventTypes)[number];

/** An event type that the specification lists, or a newer type. */
export type EventType = OpenEnum<KnownEventType>;

/** The data of an `export.ready` event. */
export interface ExportReadyData {
  project_id: string;
  export_id: string;
  /** The finished file. Fetch it without the API key. */
  download_url: string;
  /** When `download_url` stops working, ISO 8601. */
  expires_at: string;
}

/** Event data whose fields the specification does not show. */
export interface EventData {
  [field: string]: unknown;
}

interface Envelope<Type, Data> {
  /** The event's identifier, the same on every delivery of the event. */
  id: string;
  type: Type;
  /** ISO 8601. */
  created_at: string;
  data: Data;
}

/** A project was created. */
export interface ProjectCreatedEvent extends Envelope<'project.created', EventData> {}
/** A source video was uploaded. */
export interface MediaUploadedEvent extends Envelope<'media.uploaded', EventData> {}
/** The transcript of a source is ready. */
export interface TranscriptionCompleteEvent extends Envelope<'transcription.complete', EventData> {}
/** The transcription of a source failed. */
export interface TranscriptionFailedEvent extends Envelope<'transcription.failed', EventData> {}
/** A faceless video is ready. */
export interface FacelessCompleteEvent extends Envelope<'faceless.complete', EventData> {}
/** The creation of a faceless video failed. */
export interface FacelessFailedEvent extends Envelope<'faceless.failed', EventData> {}
/** An exported file can be downloaded. */
export interface ExportReadyEvent extends Envelope<'export.ready', ExportReadyData> {}
/** An export failed. */
export interface ExportFailedEvent extends Envelope<'export.failed', EventData> {}
/** A job has completed. */
export interface JobCompleteEvent extends Envelope<'job.complete', EventData> {}
/** A job has failed. */
export interface JobFailedEvent extends Envelope<'job.failed', EventData> {}

/** An event whose type the specification lists. A `switch` on `type` narrows `data`. */
export type KnownWebhookEvent =
  | ProjectCreatedEvent
  | MediaUploadedEvent
  | TranscriptionCompleteEvent
  | TranscriptionFailedEvent
  | FacelessCompleteEvent
  | FacelessFailedEvent
  | ExportReadyEvent
  | ExportFailedEvent
  | JobCompleteEvent
  | JobFailedEvent;

declare const unrecognized: unique symbol;

/** An event type newer than this package: any string. If its type were `string`, `type` would not narrow `data`. */
export type UnrecognizedEventType = '(newer than this package)' & { readonly [unrecognized]: true };

/** An event of a type newer than this package. */
export interface UnknownWebhookEvent extends Envelope<UnrecognizedEventType, EventData> {}

/** An event that the service sends to a registered webhook. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** The receiver to register, and the events to send to it. */
export interface RegisterWebhookParams {
  /** The URL of the receiver, at least one character. */
  url: string;
  /** The types of the events to deliver, each at least one character. */
  events: readonly EventType[];
}

/** A registered webhook. The specification does not show the response. These are the fields that the mock sends. */
export interface RegisterWebhookResult {
  id?: string | null;
  url?: string | null;
  events?: EventType[] | null;
  /** The secret that deliveries are signed with. */
  secret?: string | null;
  /** ISO 8601. */
  created_at?: string | null;
  [field: string]: unknown;
}

export const exportReadyData = model<ExportReadyData>({
  project_id: text,
  export_id: text,
  download_url: url,
  expires_at: timestamp,
});

export const eventData: ZodMiniType<EventData> = record(unknown());

export const registerWebhookParams = model<RegisterWebhookParams>({
  url: nonEmptyUrl,
  events: array(requestEnum(eventTypes)),
});

export const registerWebhookResult = model<RegisterWebhookResult>({
  id: maybe(text),
  url: maybe(url),
  events: maybe(array(openEnum(eventTypes))),
  secret: maybe(text),
  created_at: maybe(timestamp),
});
