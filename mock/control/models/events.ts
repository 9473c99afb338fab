import { looseObject, optional, type ZodMiniType } from 'zod/mini';
import { array } from '../../../src/contract/collections.ts';
import { type EventData, eventData, type eventTypes, type WebhookEvent } from '../../../src/contract/event.ts';
import { model, text, timestamp } from '../../../src/contract/model.ts';
import { eventTypeName } from './shared.ts';

/** The event to emit. */
export interface EmitParams {
  /** One of the types that the specification lists. */
  type: (typeof eventTypes)[number];
  /** Fields of the event's data, put in place of those of the sample data one by one. */
  data?: EventData | undefined;
  /** The names of fields of the sample data to leave out. */
  omit?: readonly string[] | undefined;
}

export const emitParams: ZodMiniType<EmitParams> = model<EmitParams>({
  type: eventTypeName,
  data: optional(eventData),
  omit: optional(array(text)),
});

// Cast: of the events' types, each has data of its own.
export const webhookEvent: ZodMiniType<WebhookEvent> = looseObject({
  id: text,
  type: text,
  created_at: timestamp,
  data: eventData,
}) as ZodMiniType as ZodMiniType<WebhookEvent>;
