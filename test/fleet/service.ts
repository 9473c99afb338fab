import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clipwright, type GenerateClipsParams } from 'clipwright';
import { createMock, type Mock } from 'clipwright/mock';
import { toNodeListener } from 'clipwright/webhooks';

const secret = 'whsec_fleet';

/** A mock service that counts requests, ends each job after 5 to 9 s, and loses, repeats and delays events. */
export class Service {
  /** The URLs of the receivers. Each attempt to deliver an event goes to a random receiver. */
  receivers: readonly string[] = [];
  requests = 0;
  /** The request for a batch with one clip. */
  readonly params: GenerateClipsParams = { source: { video_site_url: video }, export: { auto_export: true } };
  readonly #mock: Mock;
  readonly #server: Server;
  #sent = 0;
  #lost = 0;
  #doubled = 0;

  static async start(): Promise<Service> {
    const service = new Service();
    await once(service.#server.listen(0, '127.0.0.1'), 'listening');
    await service
      .client()
      .webhooks.register({ url: 'http://receiver.test/', events: ['export.ready', 'export.failed'] });
    service.requests = 0;
    return service;
  }

  private constructor() {
    this.#mock = createMock({
      clock: 'realtime',
      webhookSecret: secret,
      transcripts: { [video]: 'WEBVTT\n\n00:00.000 --> 00:30.000\nOne short talk makes one clip.' },
      deliver: (request) => this.#deliver(request),
    });
    this.#server = createServer(toNodeListener((request) => this.#respond(request)));
  }

  get env(): Readonly<Record<string, string>> {
    return {
      CLIPWRIGHT_BASE_URL: this.#baseUrl,
      CLIPWRIGHT_API_KEY: 'test',
      CLIPWRIGHT_WEBHOOK_SECRET: secret,
    };
  }

  client(): Clipwright {
    return new Clipwright({ apiKey: 'test', baseUrl: this.#baseUrl, wait: { interval: 200, maxInterval: 2000 } });
  }

  describe(): string {
    return `Deliveries: ${this.#sent}, of which ${this.#lost} were lost and ${this.#doubled} doubled.`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  get #baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v1`;
  }

  async #respond(request: Request): Promise<Response> {
    this.requests += 1;
    const { pathname } = new URL(request.url);
    const isStart = request.method === 'POST' && pathname.endsWith('/clips');
    const response = await this.#mock.fetch(this.#mock.baseUrl + pathname.replace('/api/v1', ''), {
      method: request.method,
      headers: request.headers,
      ...(request.method === 'GET' ? {} : { body: await request.text() }),
    });
    if (isStart && response.ok) {
      const { batch } = await response.clone().json();
      for (const { project_id } of batch.clips) void this.#hold(project_id);
    }
    return response;
  }

  /** Makes each job of a project take up to 4 s longer than its usual 5 s. */
  async #hold(projectId: string): Promise<void> {
    const headers = { authorization: 'Bearer test' };
    const response = await this.#mock.fetch(`${this.#mock.baseUrl}/projects/${projectId}/jobs`, { headers });
    const { jobs } = await response.json();
    for (const { job_id } of jobs) this.#mock.jobs.hold(job_id, Math.random() * 4);
  }

  /** Responds immediately, because the mock waits for the response before it sends the next events. */
  async #deliver(request: Request): Promise<Response> {
    const { headers } = request;
    const body = await request.text();
    this.#sent += 1;
    const chance = Math.random();
    if (chance < 0.3) this.#lost += 1;
    else void this.#send(headers, body);
    if (chance > 0.7) this.#doubled += 1;
    if (chance > 0.7) void this.#send(headers, body);
    return new Response();
  }

  /** Sends an event up to ten times, until a receiver accepts it. Each attempt goes to a random receiver after up to 1 s. */
  async #send(headers: Headers, body: string): Promise<void> {
    for (let attempt = 0; attempt < 10; attempt++) {
      await sleep(Math.random() * 1000);
      const url = this.receivers[Math.floor(Math.random() * this.receivers.length)] ?? '';
      const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
      if (response?.ok) return;
    }
  }
}

const video = 'https://video.example.com/talk';
