import { eventTypes, type KnownEventType, type WebhookEvent } from '../src/contract/event.ts';
import { signWebhook } from '../src/webhooks/sign.ts';
import { assumptions } from './assumptions.ts';
import type { Clock } from './clock.ts';
import { isoTime } from './context.ts';
import { unknownId } from './problem.ts';
import { type Filtering, type Recorded, recorded } from './recorded.ts';
import { Ring } from './ring.ts';
import type { WebhookState } from './state.ts';

/** How a delivery reaches its receiver; `fetch` unless the mock's `deliver` option says otherwise. */
export type Deliver = (request: Request) => Promise<Response> | Response;

/** One event on its way to one webhook. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  /** The exact text that was signed and sent. */
  readonly body: string;
  /** `pending` until the first attempt has ended; then how the last one ended. */
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
}

/** One time that a delivery was sent. */
export interface DeliveryAttempt {
  /** ISO 8601. */
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly response: { readonly status: number; readonly body: string } | null;
  /** Why it failed; null if it did not. */
  readonly reason: string | null;
}

/** Which deliveries are looked for: those for which every field that is given holds. */
export interface DeliveryFilter {
  /** The event's type. */
  readonly type?: KnownEventType;
  /** The event's data: objects may have more fields than these, lists have exactly these items. */
  readonly data?: object;
  readonly webhookId?: string;
  readonly status?: Delivery['status'];
  /** Whose webhooks; everybody's if left out. */
  readonly apiKey?: string;
}

const filtering: Filtering<Delivery> = {
  fieldsOf: ({ event: { type, data }, webhookId, status }) => ({ type, data, webhookId, status }),
  fields: ['type', 'data', 'webhookId', 'status', 'apiKey'] satisfies (keyof DeliveryFilter)[],
  values: { type: eventTypes, status: ['pending', 'delivered', 'failed'] satisfies Delivery['status'][] },
  objects: ['data'],
};

interface OpenDelivery extends Omit<Delivery, 'status' | 'attempts'> {
  status: Delivery['status'];
  readonly attempts: DeliveryAttempt[];
}

interface Entry {
  readonly apiKey: string;
  readonly secret: string;
  readonly delivery: OpenDelivery;
}

/** How much of an answer is kept. */
const MAX_ANSWER_LENGTH = 1000;

/** Sends events to webhooks, those of one webhook in order, and keeps what came of it. */
export class Deliveries {
  readonly #clock: Clock;
  readonly #deliver: Deliver;
  readonly #entries: Ring<Entry>;
  /** The last delivery of each webhook: the next waits for it. */
  readonly #queues = new Map<string, Promise<void>>();
  /** Aborts what is on its way once it is cleared. */
  #cleared = new AbortController();
  #count = 0;

  /** @param length How many deliveries are kept. */
  constructor(clock: Clock, deliver: Deliver, length: number) {
    this.#clock = clock;
    this.#deliver = deliver;
    this.#entries = new Ring(length, assumptions.logSize.value);
  }

  send(apiKey: string, webhook: WebhookState, event: WebhookEvent): void {
    this.#count += 1;
    const body = JSON.stringify(event);
    const entry: Entry = {
      apiKey,
      secret: webhook.secret,
      delivery: {
        id: `delivery-${this.#count}`,
        webhookId: webhook.id,
        url: webhook.url,
        // As it is sent: what the caller does with the event later changes nothing.
        event: JSON.parse(body) as WebhookEvent,
        body,
        status: 'pending',
        attempts: [],
      },
    };
    this.#entries.push(entry, body.length);
    this.#enqueue(entry);
  }

  /** The newest deliveries, oldest first; of one workspace, if it is named. */
  list(apiKey?: string): Recorded<Delivery, DeliveryFilter> {
    const entries = this.#entries.entries().filter((entry) => apiKey === undefined || entry.apiKey === apiKey);
    return recorded(
      entries.map((entry) => ({ apiKey: entry.apiKey, item: structuredClone(entry.delivery) })),
      filtering,
    );
  }

  /**
   * Sends a delivery again; resolves once it was answered or has failed.
   *
   * @throws HttpProblem 404 where there is none.
   */
  async resend(id: string): Promise<Delivery> {
    const entry = this.#entries.entries().find(({ delivery }) => delivery.id === id);
    if (!entry) throw unknownId('id', 'delivery', id);
    await this.#enqueue(entry);
    return structuredClone(entry.delivery);
  }

  /** Resolves once nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
  }

  /** Forgets all deliveries, and sends none that has not arrived. */
  clear(): void {
    this.#entries.clear();
    this.#queues.clear();
    this.#cleared.abort();
    this.#cleared = new AbortController();
  }

  #enqueue(entry: Entry): Promise<void> {
    const { webhookId } = entry.delivery;
    const { signal } = this.#cleared;
    const turn = (this.#queues.get(webhookId) ?? Promise.resolve()).then(() => this.#attempt(entry, signal));
    this.#queues.set(webhookId, turn);
    return turn.then(() => {
      if (this.#queues.get(webhookId) === turn) this.#queues.delete(webhookId);
    });
  }

  async #attempt({ delivery, secret }: Entry, cleared: AbortSignal): Promise<void> {
    if (cleared.aborted) return;
    const now = this.#clock.wallNow();
    const { body, url } = delivery;
    const signed = await signWebhook({ body, secret, timestamp: Math.floor(now / 1000) });
    const headers = { 'content-type': 'application/json', ...signed };
    const outcome = await this.#post(url, { body, headers, signal: cleared });
    delivery.attempts.push({ at: isoTime(now), headers, ...outcome });
    delivery.status = outcome.reason === null ? 'delivered' : 'failed';
  }

  async #post(url: string, init: { body: string; headers: Record<string, string>; signal: AbortSignal }) {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(assumptions.deliverySeconds.value * 1000), init.signal]);
      signal.throwIfAborted();
      // A redirect would carry the signed event to an address that nobody registered.
      const request = new Request(url, { ...init, method: 'POST', signal, redirect: 'manual' });
      // Raced: a receiver in process may not look at the signal.
      const response = await Promise.race([this.#exchange(request), aborted(signal)]);
      const reason =
        response.status >= 200 && response.status < 300 ? null : `The receiver answered ${response.status}.`;
      return { response, reason };
    } catch (error) {
      return { response: null, reason: `The receiver did not answer: ${explain(error)}.` };
    }
  }

  async #exchange(request: Request): Promise<{ status: number; body: string }> {
    const answer = await this.#deliver(request);
    return { status: answer.status, body: await startOf(answer) };
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The first part of an answer; the rest is not waited for. */
async function startOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= MAX_ANSWER_LENGTH) break;
  }
  return text.slice(0, MAX_ANSWER_LENGTH);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // `fetch failed` says nothing; its cause does.
  return error.cause instanceof Error ? error.cause.message : error.message;
}
