import { createHmac } from 'node:crypto';
import type { Context } from './context.ts';
import { eventTypes, webhookSecret } from './endpoints/webhooks.ts';
import { writeJson } from './response.ts';
import type { EventRecord } from './state.ts';
import { timestamp } from './wire/timestamp.ts';

/** A function that sends a delivery, such as `fetch` or a webhook handler. */
export type Send = (request: Request) => Promise<Response>;

export class Deliveries {
  /** The events that a receiver has accepted. */
  readonly accepted: EventRecord[] = [];
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Sends the pending events to the webhooks that are registered for them, and events of unlisted types to all webhooks. */
  async send(send: Send): Promise<void> {
    await this.#check(send);
    const events = this.#context.events.splice(0);
    for (const event of this.#context.choices['event.order'] === 'reversed' ? events.toReversed() : events)
      for (const { url, events: types } of this.#context.webhooks)
        if (types.includes(event.type) || !eventTypes.includes(event.type)) await this.#deliver(event, url, send);
  }

  /** Sends a request to each webhook's URL if the service checks URLs. Ignores the responses. */
  async #check(send: Send): Promise<void> {
    const check = this.#context.choices['event.check'];
    if (check === 'none') return;
    const [method = ''] = check.split(' ');
    for (const { url } of this.#context.webhooks)
      await send(new Request(url, { method, ...(method === 'POST' && { body: '{"type":"check"}' }) }));
  }

  /** Returns the event as it is sent. */
  envelope({ id, type, createdAt, data }: EventRecord): object {
    const more = this.#context.pick('event.moreFields', {
      none: {},
      some: { api_version: '1', attempt: 1, data_2: null },
    });
    const all = { id, type, created_at: timestamp(this.#context, createdAt), data: this.#data(type, data), ...more };
    const nulls = this.#context.pick('event.nulls', {
      none: {},
      created_at: { created_at: null },
      data: { data: null },
    });
    return { ...all, ...nulls };
  }

  copiesOf(event: EventRecord): readonly EventRecord[] {
    return this.#context.pick('event.copies', {
      once: [event],
      twice: [event, event],
      'twice at the same time': [event, event],
      'twice, with another id': [event, { ...event, id: `${event.id}-2` }],
    });
  }

  async #deliver(event: EventRecord, url: string, send: Send): Promise<void> {
    const at = this.#context.now();
    const attempts = this.copiesOf(event).map((copy) => () => this.#attempt(copy, url, at, send));
    if (this.#context.choices['event.copies'] === 'twice at the same time')
      await Promise.all(attempts.map((start) => start()));
    else for (const start of attempts) await start();
  }

  async #attempt(event: EventRecord, url: string, first: Date, send: Send): Promise<void> {
    const retries = this.#context.pick('event.retries', { yes: 2, never: 1 });
    for (let attempt = 0; attempt < retries; attempt += 1) {
      const isOriginal = attempt === 0 || this.#context.choices['event.retryTimestamp'] === 'original';
      const response = await send(this.request(event, url, isOriginal ? first : this.#context.now()));
      await response.body?.cancel();
      if (response.ok) {
        this.accepted.push(event);
        return;
      }
    }
  }

  /** Returns a signed delivery of the event. */
  request(event: EventRecord, url: string, at: Date): Request {
    const body = writeJson(this.#context.choices['event.layout'], this.envelope(event));
    const sent = this.#timestamp(at);
    const key = this.#context.pick('event.secretKey', {
      'bytes of its text': webhookSecret,
      'decoded from base64': Buffer.from(webhookSecret, 'base64'),
    });
    const signature = createHmac('sha256', key).update(`${sent}.${body}`).digest('hex');
    const headers = {
      'x-service-signature': signature,
      'x-service-timestamp': sent,
      ...this.#contentType(),
    };
    // The body is bytes, because `Request` adds a Content-Type for a string.
    return new Request(url, {
      method: this.#context.choices['event.method'],
      headers,
      body: new TextEncoder().encode(body),
    });
  }

  #data(type: string, data: Record<string, unknown>): Record<string, unknown> {
    if (type === 'export.ready') return data;
    if (type === 'transcription.complete' && this.#context.choices['event.size'] === 'over 1 MiB')
      return { text: 'x'.repeat(1024 * 1024) };
    return this.#context.pick('event.data', {
      identifiers: data,
      empty: {},
      nested: { object: data, previous: [null] },
    });
  }

  #contentType(): Record<string, string> {
    return this.#context.pick('event.contentType', {
      'application/json': { 'content-type': 'application/json' },
      'with charset': { 'content-type': 'application/json;charset=utf-8' },
      vendor: { 'content-type': 'application/cloudevents+json' },
      absent: {},
    });
  }

  #timestamp(at: Date): string {
    const milliseconds = at.getTime();
    const iso = at.toISOString();
    return this.#context.pick('event.timestamp', {
      seconds: String(Math.floor(milliseconds / 1000)),
      'seconds with fraction': (milliseconds / 1000).toFixed(6),
      milliseconds: String(milliseconds),
      'milliseconds with fraction': `${milliseconds}.125`,
      'ISO 8601': iso,
      'ISO 8601 with offset': new Date(milliseconds + 2 * 3_600_000).toISOString().replace('Z', '+02:00'),
      'without zone': iso.replace('Z', ''),
      'comma before the fraction': iso.replace('.', ','),
      'HTTP date': at.toUTCString(),
      'ISO 8601 basic': iso.replace(/[-:]|\.\d+/g, ''),
    });
  }
}
