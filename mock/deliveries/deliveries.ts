import { type EventData, eventTypes, type KnownEventType, type KnownWebhookEvent } from '../../src/contract/event.ts';
import type { Check } from '../../src/core/options/checks.ts';
import type { ActiveEventFault, EventFaultEffects } from '../faults/fault.ts';
import type { Faults } from '../faults/faults.ts';
import { misuse, unknownId } from '../http/errors.ts';
import { NewestEntries } from '../records/newest-entries.ts';
import { createRecorded, type Recorded } from '../records/recorded.ts';
import type { Cause } from '../records/request-record.ts';
import type { WebhookState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import { makeAttempt } from './attempt.ts';
import { type Delivery, type DeliveryState, deliveryView, eventBody, newDelivery } from './delivery.ts';
import { type DeliveryFilter, deliveryFilterRules } from './delivery-filter.ts';
import { Schedule, type ScheduleDeps } from './schedule.ts';

export interface DeliveriesDeps extends ScheduleDeps {
  readonly faults: Faults;
  /** The number of deliveries to keep per workspace. */
  readonly logLength: number;
  readonly anAcceptedKey: Check;
}

export type Emit = Deliveries['emit'];

export class Deliveries {
  readonly #deps: DeliveriesDeps;
  readonly attempts: Schedule;
  readonly #log: NewestEntries<DeliveryState>;
  /** The attempts made by `redeliver`, each with its workspace's API key. */
  readonly #manualAttempts = new Map<Promise<void>, string>();
  /** One controller per workspace. A reset aborts it. */
  readonly #controllers = new Map<string, AbortController>();
  #count = 0;

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
    this.attempts = new Schedule(deps);
    this.#log = new NewestEntries(deps.logLength, (delivery) => deliveryView(delivery).event.type);
  }

  /** @param cause The request that caused the event; undefined if time or `mock.emit` caused it. */
  emit(workspace: Workspace, type: KnownEventType, data: EventData, at: number, cause?: Cause): KnownWebhookEvent {
    // Cast: callers pass the data that belongs to the type.
    const event = { id: workspace.newEventId(), type, created_at: isoTime(at), data } as KnownWebhookEvent;
    cause?.events.push(event.id);
    for (const webhook of workspace.state.webhooks.values()) {
      if (webhook.events.includes(type)) this.#schedule(workspace.state.apiKey, webhook, event, at, cause);
    }
    return event;
  }

  /** Returns the newest deliveries of all workspaces, or of the given one, oldest first. */
  list(apiKey?: string): Recorded<Delivery, DeliveryFilter> {
    const entries = this.#log.entries(apiKey).map((logged) => ({ apiKey: logged.apiKey, item: deliveryView(logged) }));
    return createRecorded(entries, deliveryFilterRules(this.#deps.anAcceptedKey, eventTypes), this.#log.dropped);
  }

  /** @throws ConfigurationError, caused by a 404, when the mock or the given workspace has no such delivery. */
  async redeliver(id: string, apiKey?: string): Promise<Delivery> {
    const delivery = this.#log.entries(apiKey).find((logged) => logged.id === id);
    if (!delivery) {
      const advice = ' `mock.deliveries` lists the known deliveries.';
      throw misuse('id', 'is not known', unknownId('id', 'delivery', id), advice);
    }
    const attempt = makeAttempt(delivery, this.#deps.times.now(delivery.apiKey), this.#deps);
    this.#manualAttempts.set(attempt, delivery.apiKey);
    await attempt;
    this.#manualAttempts.delete(attempt);
    this.#deps.onChange(delivery);
    return deliveryView(delivery);
  }

  /** Resolves when no attempt is in progress or due in any workspace, or in the given one. */
  async settled(apiKey?: string): Promise<void> {
    for (;;) {
      this.attempts.sendDue(apiKey);
      const manual = [...this.#manualAttempts].filter(([, ofKey]) => (apiKey ?? ofKey) === ofKey);
      const running = [...this.attempts.running(apiKey), ...manual.map(([attempt]) => attempt)];
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /** Removes the deliveries of all workspaces, or of the given one, and aborts their attempts. */
  clear(apiKey?: string): void {
    if (apiKey === undefined) this.#count = 0;
    this.#log.clear(apiKey);
    this.attempts.clear(apiKey);
    for (const [key, controller] of this.#controllers) {
      if ((apiKey ?? key) !== key) continue;
      this.#controllers.delete(key);
      controller.abort(new Error('the mock was reset'));
    }
  }

  #schedule(apiKey: string, webhook: WebhookState, event: KnownWebhookEvent, at: number, cause?: Cause): void {
    const { times, faults } = this.#deps;
    const fault = faults.takeForEvent({ type: event.type, webhookId: webhook.id, apiKey });
    const { delay, duplicate, drop } = effectsOf(fault);
    // With a stepped clock, a job may end at a time that the clock has not reached. Its events are delivered now.
    const dueAt = Math.min(at, times.now(apiKey)) + delay;
    const body = eventBody(event);
    const given = { apiKey, body, fault: fault?.id ?? null, isDropped: drop, cause, signal: this.#signal(apiKey) };
    for (let copy = 0; copy <= duplicate; copy += 1) {
      this.#count += 1;
      const delivery = newDelivery({ ...given, id: `delivery-${this.#count}` }, webhook);
      this.#log.push(delivery, body.length);
      this.attempts.add(delivery, dueAt);
    }
  }

  #signal(apiKey: string): AbortSignal {
    const controller = this.#controllers.get(apiKey) ?? new AbortController();
    this.#controllers.set(apiKey, controller);
    return controller.signal;
  }
}

/** Returns the effect of a fault. All other effects have a value that changes nothing. */
function effectsOf(fault: Pick<ActiveEventFault, keyof EventFaultEffects> = {}) {
  const { delay = 0, duplicate = 0, drop = false } = fault;
  // With `satisfies`, the compiler reports an effect that is missing here.
  return { delay, duplicate, drop } satisfies Record<keyof EventFaultEffects, unknown>;
}
