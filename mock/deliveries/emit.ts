import type { EventData, KnownEventType, KnownWebhookEvent } from '../../src/contract/event.ts';
import type { Workspace } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import type { Deliveries } from './deliveries.ts';

/** Tells a workspace's webhooks that something happened at `at`. */
export type Emit = (workspace: Workspace, type: KnownEventType, data: EventData, at: number) => KnownWebhookEvent;

export function createEmit(deliveries: Deliveries): Emit {
  return (workspace, type, data, at) => {
    // A boundary: whoever emits sees to it that the data is the type's.
    const event = { id: workspace.newEventId(), type, created_at: isoTime(at), data } as KnownWebhookEvent;
    for (const webhook of workspace.state.webhooks.values()) {
      if (webhook.events.includes(type)) deliveries.send(workspace.state.apiKey, webhook, event, at);
    }
    return event;
  };
}
