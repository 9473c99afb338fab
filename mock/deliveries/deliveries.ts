import type { KnownWebhookEvent } from '../../src/contract/event.ts';
import { unknownId } from '../api/http-error.ts';
import { assumptions } from '../assumptions.ts';
import type { Faults } from '../faults/faults.ts';
import { type Recorded, recorded } from '../records/recorded.ts';
import { RingBuffer } from '../records/ring-buffer.ts';
import type { WebhookState } from '../state/types.ts';
import type { Clock } from '../time/clock.ts';
import { isoTime } from '../time/clock.ts';
import { type Outcome, post, signedHeaders } from './attempt.ts';
import {
  type Deliver,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryFilter,
  deliveryFiltering,
  deliveryView,
  newDelivery,
  type OpenDelivery,
} from './delivery.ts';
import { Schedule } from './schedule.ts';

const RESTORED = 'Nothing more is sent, for the state was restored.';

/** Sends events to webhooks as often as it takes, and keeps what came of it. */
export class Deliveries {
  readonly #clock: Clock;
  readonly #deliver: Deliver;
  readonly #schedule: Schedule;
  readonly #faults: Faults;
  readonly #log: RingBuffer<OpenDelivery>;
  readonly #byHand = new Set<Promise<void>>();
  /** Aborts what is on its way from a workspace. */
  readonly #aborts = new Map<string, AbortController>();
  /** A new one for each workspace that was put back: what was begun before has no moment to be sent again at. */
  readonly #timelines = new Map<string, object>();
  #count = 0;

  /** @param length How many deliveries are kept. */
  constructor(clock: Clock, deliver: Deliver, faults: Faults, length: number) {
    this.#clock = clock;
    this.#deliver = deliver;
    this.#faults = faults;
    this.#log = new RingBuffer(length, assumptions.logSize.value);
    this.#schedule = new Schedule(clock, (delivery, at) => this.#attemptAsPlanned(delivery, at));
  }

  /** Sends an event to a webhook; the first attempt is due at `at`, or now if that is yet to come. */
  send(apiKey: string, webhook: WebhookState, event: KnownWebhookEvent, at: number): void {
    const fault = this.#faults.takeForEvent({ type: event.type, webhookId: webhook.id, apiKey });
    const dueAt = Math.min(at, this.#clock.now()) + (fault?.delay ?? 0);
    const body = JSON.stringify(event);
    for (let copies = 0; copies <= (fault?.duplicate ?? 0); copies += 1) {
      this.#count += 1;
      const id = `delivery-${this.#count}`;
      const delivery = newDelivery({ apiKey, id, webhook, body, lostBy: fault?.drop ? fault.id : null });
      this.#log.push(delivery, body.length);
      this.#plan(delivery, dueAt);
    }
  }

  /** The newest deliveries, oldest first; of one workspace, if it is named. */
  list(apiKey?: string): Recorded<Delivery, DeliveryFilter> {
    const entries = this.#logged(apiKey).map((logged) => ({ apiKey: logged.apiKey, item: deliveryView(logged) }));
    return recorded(entries, deliveryFiltering);
  }

  /**
   * Sends a delivery once more, at once and whatever is planned; if it is accepted, nothing is planned any more. Resolves
   * once it was answered or has failed.
   *
   * @throws HttpError 404 where there is none, or none of the workspace that is named.
   */
  async resend(id: string, apiKey?: string): Promise<Delivery> {
    const delivery = this.#logged(apiKey).find((logged) => logged.id === id);
    if (!delivery) throw unknownId('id', 'delivery', id);
    const sent = this.#attempt(delivery, this.#clock.now(), this.#unwanted(delivery.apiKey), null);
    this.#byHand.add(sent);
    await sent;
    this.#byHand.delete(sent);
    return deliveryView(delivery);
  }

  /** Begins to send what is due. */
  sendDue(): void {
    this.#schedule.sendDue();
  }

  /** Resolves once nothing is on its way; what is planned for later is not. */
  async settled(): Promise<void> {
    for (;;) {
      this.sendDue();
      const running = [...this.#schedule.running(), ...this.#byHand];
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /**
   * Gives up what is planned for later, of one workspace if it is named, as mock time is about to be set to `now`. What is
   * due is still sent.
   */
  dropPlanned(now: number, apiKey?: string): void {
    if (apiKey === undefined) this.#timelines.clear();
    else this.#timelines.delete(apiKey);
    const before = this.#clock.now();
    for (const { delivery, dueAt } of this.#schedule.takeAll(apiKey)) {
      if (dueAt <= before) this.#plan(delivery, Math.min(dueAt, now));
      else giveUp(delivery, RESTORED);
    }
  }

  /** Forgets all deliveries, of one workspace if it is named, and sends none that has not arrived. */
  clear(apiKey?: string): void {
    if (apiKey === undefined) this.#count = 0;
    this.#log.remove((delivery) => (apiKey ?? delivery.apiKey) === delivery.apiKey);
    this.#schedule.takeAll(apiKey);
    for (const [key, abort] of this.#aborts) {
      if ((apiKey ?? key) !== key) continue;
      this.#aborts.delete(key);
      abort.abort(new Error('the mock was reset'));
    }
  }

  #logged(apiKey: string | undefined): OpenDelivery[] {
    return this.#log.entries().filter((delivery) => (apiKey ?? delivery.apiKey) === delivery.apiKey);
  }

  #plan(delivery: OpenDelivery, dueAt: number): void {
    if (this.#schedule.isFull)
      giveUp(delivery, `Nothing more is sent, for ${this.#schedule.waiting} others wait already.`);
    else this.#schedule.plan(delivery, dueAt);
  }

  /** Gives the time at which the attempt ended. */
  async #attemptAsPlanned(delivery: OpenDelivery, at: number): Promise<number> {
    // Sent by hand in the meantime.
    if (delivery.status !== 'pending') return at;
    const timeline = this.#timelineOf(delivery.apiKey);
    const elapsed = this.#clock.trackElapsed();
    const unwanted = this.#unwanted(delivery.apiKey);
    delivery.planned += 1;
    await this.#attempt(delivery, at, unwanted, delivery.planned === 1 ? delivery.lostBy : null);
    const endedAt = at + elapsed();
    if (delivery.status !== 'pending' || unwanted.aborted) return endedAt;
    if (timeline === this.#timelineOf(delivery.apiKey)) this.#planNext(delivery, endedAt);
    else giveUp(delivery, RESTORED);
    return endedAt;
  }

  #planNext(delivery: OpenDelivery, endedAt: number): void {
    const pause = assumptions.retrySeconds.value[delivery.planned - 1];
    if (pause === undefined) delivery.status = 'failed';
    else this.#plan(delivery, endedAt + pause * 1000);
  }

  async #attempt(delivery: OpenDelivery, at: number, unwanted: AbortSignal, lostBy: string | null): Promise<void> {
    const headers = await signedHeaders(delivery, this.#clock.wallNow());
    const outcome = lostBy === null ? await post(delivery, headers, this.#deliver, unwanted) : lost(lostBy);
    record(delivery, { at: isoTime(at), headers, ...outcome });
  }

  #timelineOf(apiKey: string): object {
    const timeline = this.#timelines.get(apiKey) ?? {};
    this.#timelines.set(apiKey, timeline);
    return timeline;
  }

  #unwanted(apiKey: string): AbortSignal {
    const abort = this.#aborts.get(apiKey) ?? new AbortController();
    this.#aborts.set(apiKey, abort);
    return abort.signal;
  }
}

function lost(lostBy: string): Outcome {
  return { response: null, reason: `It was lost on its way, as ${lostBy} told the mock.` };
}

function record(delivery: OpenDelivery, attempt: DeliveryAttempt): void {
  delivery.attempts.push(attempt);
  if (delivery.status === 'delivered') return;
  delivery.reason = attempt.reason;
  if (attempt.reason === null) Object.assign(delivery, { status: 'delivered', nextAttemptAt: null });
}

function giveUp(delivery: OpenDelivery, reason: string): void {
  if (delivery.status !== 'pending') return;
  delivery.reason = delivery.reason === null ? reason : `${delivery.reason} ${reason}`;
  delivery.status = 'failed';
}
