import { assumptions } from '../assumptions.ts';
import type { Alarm } from '../time/clock.ts';
import { type AttemptDeps, makeScheduledAttempt } from './attempt.ts';
import { type DeliveryState, fail } from './delivery.ts';
import { DeliveryQueue, type ScheduledDelivery } from './delivery-queue.ts';

export interface ScheduleDeps extends AttemptDeps {
  /** Called when an attempt is scheduled, when a delivery has ended, and when a redelivery has ended. */
  readonly onChange: (delivery: DeliveryState) => void;
}

const RESTORED = 'Canceled: the state was restored.';

/** Holds deliveries until their next attempt is due, then makes the attempt. */
export class Schedule {
  readonly #deps: ScheduleDeps;
  readonly #alarm: Alarm;
  /** Two queues per webhook: first attempts are made in order, and retries do not delay them. */
  readonly #queues = new Map<string, DeliveryQueue>();
  readonly #running = new Map<DeliveryQueue, Promise<void>>();
  /** The deliveries that wait for a retry, in the order in which they began to wait. */
  readonly #retries = new Map<DeliveryState, DeliveryQueue>();
  /** When the alarm wakes `sendDue`, in the mock's time. No queue without an attempt in progress is due earlier. */
  #nextDue = Number.POSITIVE_INFINITY;
  #waiting = 0;
  #waitingSize = 0;

  constructor(deps: ScheduleDeps) {
    this.#deps = deps;
    this.#alarm = deps.times.clock.alarm(() => this.sendDue());
  }

  /** Schedules an attempt. If too many deliveries wait, this one fails; if too many retries wait, the oldest fails. */
  add(delivery: DeliveryState, dueAt: number): void {
    if (this.#isFull()) {
      this.#fail(delivery, `Not scheduled: ${this.#waiting} other deliveries are waiting.`);
      return;
    }
    this.#waiting += 1;
    this.#waitingSize += delivery.body.length;
    delivery.nextAttemptAt = dueAt;
    const queue = this.#queueFor(delivery);
    queue.add({ delivery, dueAt });
    if (delivery.scheduledAttempts > 0) this.#retries.set(delivery, queue);
    this.#dropOldestRetry();
    this.#deps.onChange(delivery);
    this.#start(queue);
  }

  /** Starts the attempts that are due in all workspaces, or only in the workspace of `apiKey`. */
  sendDue(apiKey?: string): void {
    if (apiKey === undefined) {
      if (this.#deps.times.clock.now() < this.#nextDue) return;
      this.#nextDue = Number.POSITIVE_INFINITY;
    }
    for (const queue of this.#queuesOf(apiKey)) this.#start(queue);
  }

  /** Returns when the next attempt is due, in the time of the mock or of the key's workspace; infinity if none waits. */
  nextDue(apiKey?: string): number {
    const { times } = this.#deps;
    const due = this.#queuesOf(apiKey).map((queue) =>
      apiKey === undefined ? times.mockTime(queue.dueAt, queue.apiKey) : queue.dueAt,
    );
    return due.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  }

  /** Returns a promise for each queue with an attempt in progress. Each resolves when its queue has no due attempt. */
  running(apiKey?: string): Promise<void>[] {
    return this.#queuesOf(apiKey).flatMap((queue) => this.#running.get(queue) ?? []);
  }

  /** Cancels the attempts that are not due yet. `newTime` returns the time of a workspace after the restore. */
  cancelScheduled(newTime: (apiKey: string) => number, apiKey?: string): void {
    for (const { delivery, dueAt } of this.clear(apiKey)) {
      if (dueAt <= this.#now(delivery)) this.add(delivery, Math.min(dueAt, newTime(delivery.apiKey)));
      else this.#fail(delivery, RESTORED);
    }
  }

  /** Removes and returns the waiting deliveries, of one workspace or of all. Attempts in progress are not retried. */
  clear(apiKey?: string): ScheduledDelivery[] {
    const queues = this.#queuesOf(apiKey);
    const scheduled = queues.flatMap((queue) => queue.clear());
    for (const { delivery } of scheduled) this.#uncount(delivery);
    for (const queue of queues) this.#deleteIfUnused(queue);
    return scheduled;
  }

  #queuesOf(apiKey: string | undefined): DeliveryQueue[] {
    return [...this.#queues.values()].filter((queue) => (apiKey ?? queue.apiKey) === queue.apiKey);
  }

  #now({ apiKey }: { readonly apiKey: string }): number {
    return this.#deps.times.now(apiKey);
  }

  #isFull(): boolean {
    const { waitingDeliveries, waitingDeliveriesSize } = assumptions;
    return this.#waiting >= waitingDeliveries.value || this.#waitingSize >= waitingDeliveriesSize.value;
  }

  #dropOldestRetry(): void {
    const most = assumptions.waitingRetries.value;
    const [oldest] = this.#retries;
    if (!oldest || this.#retries.size <= most) return;
    const [delivery, queue] = oldest;
    queue.remove(delivery);
    this.#deleteIfUnused(queue);
    this.#uncount(delivery);
    this.#fail(delivery, `Not retried: ${most} other deliveries are waiting for a retry.`);
  }

  #deleteIfUnused(queue: DeliveryQueue): void {
    if (queue.isEmpty && !this.#running.has(queue)) this.#queues.delete(queue.name);
  }

  #queueFor({ apiKey, webhookId, scheduledAttempts }: DeliveryState): DeliveryQueue {
    const name = `${webhookId} ${scheduledAttempts === 0 ? 'first attempts' : 'retries'}`;
    const queue = this.#queues.get(name) ?? new DeliveryQueue(name, apiKey);
    this.#queues.set(name, queue);
    return queue;
  }

  #start(queue: DeliveryQueue): void {
    if (this.#running.has(queue)) return;
    if (queue.dueAt <= this.#now(queue)) this.#running.set(queue, this.#run(queue));
    else this.#wakeFor(queue);
  }

  async #run(queue: DeliveryQueue): Promise<void> {
    // Wait for a microtask, because the caller may still move the clock, which determines the attempt's time.
    await Promise.resolve();
    for (let next = queue.takeDue(this.#now(queue)); next; next = queue.takeDue(this.#now(queue))) {
      await this.#attempt(queue, next.delivery, next.at);
    }
    this.#running.delete(queue);
    this.#deleteIfUnused(queue);
    this.#wakeFor(queue);
  }

  async #attempt(queue: DeliveryQueue, delivery: DeliveryState, at: number): Promise<void> {
    this.#uncount(delivery);
    // A redelivery succeeded while this attempt was waiting.
    if (delivery.status !== 'pending') return;
    const { endedAt, retryAt } = await makeScheduledAttempt(delivery, at, this.#deps);
    const isCurrent = queue.release(endedAt);
    if (retryAt === null) this.#deps.onChange(delivery);
    else if (isCurrent) this.add(delivery, retryAt);
    // Do not retry, because a restore or a reset has cleared the queue.
    else this.#fail(delivery, RESTORED);
  }

  #fail(delivery: DeliveryState, reason: string): void {
    fail(delivery, reason);
    this.#deps.onChange(delivery);
  }

  #uncount(delivery: DeliveryState): void {
    this.#waiting -= 1;
    this.#waitingSize -= delivery.body.length;
    this.#retries.delete(delivery);
    delivery.nextAttemptAt = null;
  }

  #wakeFor(queue: DeliveryQueue): void {
    const dueAt = this.#deps.times.mockTime(queue.dueAt, queue.apiKey);
    if (dueAt >= this.#nextDue) return;
    this.#nextDue = dueAt;
    this.#alarm.set(dueAt);
  }
}
