import type { EventData, KnownEventType, KnownWebhookEvent } from '../../src/contract/event.ts';
import type { Cause } from '../records/cause.ts';
import type { Workspace } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import type { Deliveries } from './deliveries.ts';

/** Emits an event that happened at `at` to the webhooks of a workspace that registered for its type. */
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
