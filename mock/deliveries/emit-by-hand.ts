import { type EventData, eventTypes, type KnownEventType, type KnownWebhookEvent } from '../../src/contract/event.ts';
import { type Check, knownName } from '../../src/core/options/checks.ts';
import { refusedAs } from '../http/http-error.ts';
import type { Store } from '../state/store.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Times } from '../time/times.ts';
import type { Emit } from './emit.ts';
import { completeEventData } from './sample-events.ts';

/** The name of an event type that the specification lists. */
export const anEventType: Check = knownName('an event type', eventTypes);

/** Whose webhooks an event is delivered to. */
export interface EmitOptions {
  /** The workspace's API key; the mock's default one if omitted. */
  readonly apiKey?: string | undefined;
}

export interface EmitByHandDeps {
  readonly store: Store;
  readonly times: Times;
  readonly emit: Emit;
  /** The origin of the URLs in the event. */
  readonly origin: string;
}

/**
 * Emits an event of a workspace without a request; fields that `data` does not have are those of the sample data.
 *
 * @throws ConfigurationError when the workspace is new, and one too many.
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
