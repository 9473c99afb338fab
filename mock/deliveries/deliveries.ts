import { eventTypes, type KnownWebhookEvent } from '../../src/contract/event.ts';
import type { Check } from '../../src/core/options/checks.ts';
import { planDelivery } from '../faults/event-fault-effects.ts';
import type { Faults } from '../faults/faults.ts';
import { misuse, unknownId } from '../http/errors.ts';
import { DroppedRecords, keptLimits, NewestEntries } from '../records/newest-entries.ts';
import { createRecorded, type Recorded } from '../records/recorded.ts';
import type { Cause } from '../records/request-record.ts';
import type { WebhookState } from '../state/types.ts';
import { makeAttempt } from './attempt.ts';
import { type Delivery, type DeliveryState, deliveryView, eventBody, newDelivery } from './delivery.ts';
import { type DeliveryFilter, deliveryFilterRules } from './delivery-filter.ts';
import { Schedule, type ScheduleDeps } from './schedule.ts';

/** What deliveries are made with. */
export interface DeliveriesDeps extends ScheduleDeps {
  readonly faults: Faults;
  /** How many deliveries of each workspace are kept. */
  readonly logLength: number;
  /** What the API key of a filter must be. */
  readonly anAcceptedKey: Check;
}

/** An event that was emitted. */
export interface EmittedEvent {
  readonly event: KnownWebhookEvent;
  /** When it happened, mock time in milliseconds since 1970. */
  readonly at: number;
  /** The request that caused it, if one did. */
  readonly cause: Cause | undefined;
}

/** The webhook deliveries of a mock: schedules them, redelivers them on request, and keeps the newest. */
export class Deliveries {
  readonly #deps: DeliveriesDeps;
  readonly #schedule: Schedule;
  readonly #log: NewestEntries<DeliveryState>;
  readonly #dropped = new DroppedRecords();
  /** With the API key of each. */
  readonly #manualAttempts = new Map<Promise<void>, string>();
  /** One for each workspace; a reset aborts its attempts. */
  readonly #controllers = new Map<string, AbortController>();
  #count = 0;

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
    this.#schedule = new Schedule(deps);
    this.#log = new NewestEntries(keptLimits(deps.logLength));
  }

  /** Schedules the delivery of an event to a webhook; a fault may delay, duplicate or drop it. */
  schedule(apiKey: string, webhook: WebhookState, { event, at, cause }: EmittedEvent): void {
    const { times, faults } = this.#deps;
    const fault = faults.takeForEvent({ type: event.type, webhookId: webhook.id, apiKey });
    const { copies, delay, isDropped } = planDelivery(fault);
    // Under a stepped clock, polls may end a job at a time that is still ahead of the clock: the delivery is due now,
    // not then.
    const dueAt = Math.min(at, times.now(apiKey)) + delay;
    const body = eventBody(event);
    const given = { apiKey, webhook, body, fault: fault?.id ?? null, isDropped, cause, signal: this.#signal(apiKey) };
    for (let copy = 0; copy < copies; copy += 1) {
      this.#count += 1;
      const delivery = newDelivery({ ...given, id: `delivery-${this.#count}` });
      for (const dropped of this.#log.push(delivery, body.length)) {
        this.#dropped.add(dropped.apiKey, deliveryView(dropped).event.type);
      }
      this.#schedule.add(delivery, dueAt);
    }
  }

  /** The newest deliveries, oldest first; those of one workspace if given. */
  list(apiKey?: string): Recorded<Delivery, DeliveryFilter> {
    const entries = this.#log.entries(apiKey).map((logged) => ({ apiKey: logged.apiKey, item: deliveryView(logged) }));
    return createRecorded(entries, deliveryFilterRules(this.#deps.anAcceptedKey, eventTypes), this.#dropped);
  }

  /**
   * Makes an attempt at once, whatever is scheduled; if it is accepted, no scheduled attempt is made any more. Resolves
   * when it has a response or has failed.
   *
   * @throws ConfigurationError, whose cause is a 404, when there is no such delivery, or none in the workspace that is given.
   */
  async redeliver(id: string, apiKey?: string): Promise<Delivery> {
    const delivery = this.#log.entries(apiKey).find((logged) => logged.id === id);
    if (!delivery)
      throw misuse(
        'id',
        'is not known',
        unknownId('id', 'delivery', id),
        ' `mock.deliveries` lists those that are kept.',
      );
    const attempt = makeAttempt(delivery, this.#deps.times.now(delivery.apiKey), this.#deps);
    this.#manualAttempts.set(attempt, delivery.apiKey);
    await attempt;
    this.#manualAttempts.delete(attempt);
    this.#deps.onChange(delivery);
    return deliveryView(delivery);
  }

  /** When the next attempt is due: in common time, or in the time of a workspace if given. Infinity if none is. */
  nextDue(apiKey?: string): number {
    return this.#schedule.nextDue(apiKey);
  }

  /** Starts the attempts that are due; of one workspace if given, also after its time was advanced. */
  sendDue(apiKey?: string): void {
    this.#schedule.sendDue(apiKey);
  }

  /** Resolves when no attempt is being made and none is due; of one workspace if given. */
  async settled(apiKey?: string): Promise<void> {
    for (;;) {
      this.#schedule.sendDue(apiKey);
      const manual = [...this.#manualAttempts].filter(([, ofKey]) => (apiKey ?? ofKey) === ofKey);
      const running = [...this.#schedule.running(apiKey), ...manual.map(([attempt]) => attempt)];
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /**
   * Cancels the attempts that are not due yet, before a restore sets the time of each workspace to `newTime`; of one
   * workspace if given.
   */
  cancelScheduled(newTime: (apiKey: string) => number, apiKey?: string): void {
    this.#schedule.cancelScheduled(newTime, apiKey);
  }

  /** Forgets all deliveries and aborts their attempts; of one workspace if given. */
  clear(apiKey?: string): void {
    if (apiKey === undefined) this.#count = 0;
    this.#dropped.clear(apiKey);
    this.#log.clear(apiKey);
    this.#schedule.clear(apiKey);
    for (const [key, controller] of this.#controllers) {
      if ((apiKey ?? key) !== key) continue;
      this.#controllers.delete(key);
      controller.abort(new Error('the mock was reset'));
    }
  }

  #signal(apiKey: string): AbortSignal {
    const controller = this.#controllers.get(apiKey) ?? new AbortController();
    this.#controllers.set(apiKey, controller);
    return controller.signal;
  }
}
