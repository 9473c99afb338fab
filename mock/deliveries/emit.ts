import { type EventData, eventTypes, type KnownEventType, type KnownWebhookEvent } from '../../src/contract/event.ts';
import { type Check, knownName } from '../../src/core/options/checks.ts';
import type { Cause } from '../records/request-record.ts';
import type { Workspace } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import type { Deliveries } from './deliveries.ts';

/** Emits an event with the time `at` to the workspace's webhooks that are registered for the event's type. */
export type Emit = (
  workspace: Workspace,
  type: KnownEventType,
  data: EventData,
  at: number,
  cause?: Cause,
) => KnownWebhookEvent;

export function createEmit(deliveries: Deliveries): Emit {
  return (workspace, type, data, at, cause) => {
    // Cast: callers pass the data that belongs to the type.
    const event = { id: workspace.newEventId(), type, created_at: isoTime(at), data } as KnownWebhookEvent;
    cause?.events.push(event.id);
    for (const webhook of workspace.state.webhooks.values()) {
      if (webhook.events.includes(type)) deliveries.schedule(workspace.state.apiKey, webhook, { event, at, cause });
    }
    return event;
  };
}

export const anEventType: Check = knownName('an event type', eventTypes);

/** Options of {@link Mock.emit}. */
export interface EmitOptions {
  /** The API key of the workspace whose webhooks receive the event; the mock's default key if omitted. */
  readonly apiKey?: string | undefined;
}
