import { assumptions } from '../assumptions.ts';
import type { Alarm, Clock } from '../time/clock.ts';
import type { OpenDelivery } from './delivery.ts';
import { DeliveryQueue, type DeliveryQueueDeps, type Planned } from './delivery-queue.ts';

/** All attempts that are planned, each begun when it is due. */
export class Schedule {
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  readonly #laneParts: DeliveryQueueDeps;
  /** Two for each webhook: first attempts go in order, and what is tried again does not hold them up. */
  readonly #lanes = new Map<string, DeliveryQueue>();
  #nextDue = Number.POSITIVE_INFINITY;
  #waiting = 0;
  #waitingSize = 0;

  /** @param attempt Makes an attempt at a time; gives the time at which it ended. Never rejects. */
  constructor(clock: Clock, attempt: (delivery: OpenDelivery, at: number) => Promise<number>) {
    this.#clock = clock;
    this.#alarm = clock.alarm(() => this.sendDue());
    this.#laneParts = {
      clock,
      attempt: (delivery, at) => {
        this.#taken(delivery);
        return attempt(delivery, at);
      },
      onIdle: (lane) => this.#leave(lane),
    };
  }

  /** How many attempts wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether no more may wait. */
  get isFull(): boolean {
    const { waitingDeliveries, waitingDeliveriesSize } = assumptions;
    return this.#waiting >= waitingDeliveries.value || this.#waitingSize >= waitingDeliveriesSize.value;
  }

  plan(delivery: OpenDelivery, dueAt: number): void {
    this.#waiting += 1;
    this.#waitingSize += delivery.body.length;
    delivery.nextAttemptAt = dueAt;
    const lane = this.#laneOf(delivery);
    lane.add({ delivery, dueAt });
    lane.run();
    this.#expect(lane);
  }

  /** Begins what is due. */
  sendDue(): void {
    if (this.#clock.now() < this.#nextDue) return;
    this.#nextDue = Number.POSITIVE_INFINITY;
    for (const lane of this.#lanes.values()) {
      lane.run();
      this.#expect(lane);
    }
  }

  /** What is on its way; each resolves once it is not any more. */
  running(): Promise<void>[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.running ?? []);
  }

  /** Takes out all that waits, of one workspace if it is named. */
  takeAll(apiKey?: string): Planned[] {
    const lanes = [...this.#lanes.values()].filter((lane) => apiKey === undefined || lane.apiKey === apiKey);
    const planned = lanes.flatMap((lane) => lane.empty());
    for (const { delivery } of planned) this.#taken(delivery);
    for (const lane of lanes) if (!lane.running) this.#lanes.delete(lane.name);
    return planned;
  }

  #laneOf({ apiKey, webhookId, planned }: OpenDelivery): DeliveryQueue {
    const name = `${webhookId} ${planned === 0 ? 'first' : 'again'}`;
    const lane = this.#lanes.get(name) ?? new DeliveryQueue(name, apiKey, this.#laneParts);
    this.#lanes.set(name, lane);
    return lane;
  }

  #taken(delivery: OpenDelivery): void {
    this.#waiting -= 1;
    this.#waitingSize -= delivery.body.length;
    delivery.nextAttemptAt = null;
  }

  /** Forgets a lane that nothing is left in. */
  #leave(lane: DeliveryQueue): void {
    this.#expect(lane);
    if (lane.dueAt === Number.POSITIVE_INFINITY) this.#lanes.delete(lane.name);
  }

  /** Sees to it that somebody looks once the lane's next attempt is due; while one is on its way the lane does by itself. */
  #expect({ running, dueAt }: DeliveryQueue): void {
    if (running || dueAt >= this.#nextDue) return;
    this.#nextDue = dueAt;
    this.#alarm.set(dueAt);
  }
}
