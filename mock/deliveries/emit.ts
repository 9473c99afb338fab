import { type EventData, eventTypes, type KnownEventType, type KnownWebhookEvent } from '../../src/contract/event.ts';
import { type Check, knownName } from '../../src/core/options/checks.ts';
import { refusedAs } from '../http/errors.ts';
import type { Cause } from '../records/request-record.ts';
import type { Store } from '../state/store.ts';
import type { Workspace } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import type { Times } from '../time/times.ts';
import type { Deliveries } from './deliveries.ts';
import { completeEventData } from './sample-events.ts';

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

interface EmitByHandDeps {
  readonly store: Store;
  readonly times: Times;
  readonly emit: Emit;
  /** The origin of the URLs in the event. */
  readonly origin: string;
}

/**
 * Emits an event that no request has caused. Sample data fills in the fields that `data` lacks.
 *
 * @throws ConfigurationError when a new workspace would exceed the limit.
 */
export function emitByHand(
  workspace: Workspace,
  type: KnownEventType,
  data: EventData | undefined,
  { store, times, emit, origin }: EmitByHandDeps,
): KnownWebhookEvent {
  const now = times.now(workspace.state.apiKey);
  const newId = () => workspace.newId();
  const whole = completeEventData(type, data, { newId, origin, now, workspaceId: workspace.id });
  refusedAs('scope.apiKey', 'is one too many', () => store.add(workspace));
  return emit(workspace, type, whole, now);
}
