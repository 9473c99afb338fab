import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { signWebhook } from '../../src/webhooks/index.ts';

interface Outcome {
  /** The HTTP status, or `none` if the connection failed. */
  readonly status: number | 'none';
  readonly retryAfterSeconds?: number | undefined;
}

/** Sends events to a fleet of receivers, as a service does. */
export class Sender {
  /** The number of responses with each status. */
  readonly responses: Record<Outcome['status'], number> = { none: 0 };
  readonly #startedAt = performance.now();
  readonly #ports: readonly number[];
  readonly #secret: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #queue: (() => void)[] = [];
  #freeSlots = 100;

  constructor(ports: readonly number[], secret: string) {
    this.#ports = ports;
    this.#secret = secret;
  }

  /**
   * Sends an event to `firstPort`, and retries with random receivers until one responds with 200, up to a hundred attempts.
   * Each retry waits for the delay in `Retry-After`, or for an increasing delay.
   */
  async deliver(event: object, firstPort = this.#anyPort()): Promise<void> {
    const body = JSON.stringify(event);
    const headers = await signWebhook({ body, secret: this.#secret });
    for (let attempt = 0, port = firstPort; attempt < 100; attempt++, port = this.#anyPort()) {
      const { status, retryAfterSeconds } = await this.#inSlot(attempt > 0, () => this.#post(port, body, headers));
      this.responses[status] = (this.responses[status] ?? 0) + 1;
      if (status === 200) return;
      const delay = retryAfterSeconds === undefined ? Math.min(50 * 2 ** attempt, 2000) : retryAfterSeconds * 1000;
      await sleep(delay * (1 + Math.random() / 4));
    }
    throw new Error(`No attempt of a hundred got a 200 for ${body}.`);
  }

  /** Resolves when this many deliveries got a 200. */
  async untilDelivered(count: number): Promise<void> {
    while ((this.responses[200] ?? 0) < count) await sleep(5);
  }

  /** Waits for all deliveries, and prints their results below the title. */
  async complete(title: string, deliveries: readonly Promise<void>[]): Promise<void> {
    await Promise.all(deliveries);
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1);
    console.log(`\n${title}`);
    console.log(`${deliveries.length} deliveries in ${seconds} s.`);
    console.log('Responses, where none is a failed connection:', this.responses);
  }

  close(): void {
    this.#agent.destroy();
  }

  #anyPort(): number {
    return this.#ports[Math.floor(Math.random() * this.#ports.length)] ?? 0;
  }

  /** Sends a limited number of requests at a time. Retries take precedence over first attempts. */
  async #inSlot(isRetry: boolean, send: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#freeSlots > 0) this.#freeSlots--;
    else await new Promise<void>((resolve) => (isRetry ? this.#queue.unshift(resolve) : this.#queue.push(resolve)));
    const response = await send();
    const next = this.#queue.shift();
    if (next) next();
    else this.#freeSlots++;
    return response;
  }

  #post(port: number, body: string, headers: Record<string, string>): Promise<Outcome> {
    return new Promise((resolve) => {
      const fail = () => resolve({ status: 'none' });
      const options = { host: '127.0.0.1', port, method: 'POST', headers, agent: this.#agent };
      const outgoing = request(options, (response) => {
        const { statusCode = 0, headers } = response;
        const retryAfter = headers['retry-after'];
        const outcome = { status: statusCode, retryAfterSeconds: retryAfter ? Number(retryAfter) : undefined };
        response
          .on('error', fail)
          .on('end', () => resolve(outcome))
          .resume();
      });
      outgoing.on('error', fail).end(body);
    });
  }
}
