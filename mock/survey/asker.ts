import { setTimeout as sleep } from 'node:timers/promises';
import { openScope, untilAborted } from '../../src/core/async/cancellation.ts';
import { readRetryAfter } from '../../src/core/call/retry.ts';
import type { Redactor } from '../../src/core/redaction/redactor.ts';
import { explainNoResponse } from '../deliveries/receiver-response.ts';
import { type ApiName, api } from '../http/api.ts';
import { at } from '../points/values.ts';
import { type Purpose, purposes } from './purposes.ts';

/** A request of the check and the service's response. */
export interface Exchange {
  /** The method and the path, such as `GET /projects/{projectId}/jobs`, or the field of the URL: `POST cancel_url`. */
  readonly request: string;
  readonly name: ApiName;
  readonly baseUrl: string;
  readonly query: Ask['query'];
  readonly sent: unknown;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  /** The statuses of the redirects before this response. */
  readonly redirects: readonly number[];
  /** The origin of a redirect that was not followed, because the API key must not be sent there. */
  readonly untrusted?: string;
}

/** Whether a request succeeded. A service may reject a request with the status 200, and say so only in the body. */
export function isSuccess({ status, body }: Exchange): boolean {
  return status < 300 && at(body, 'error.code') === undefined;
}

/** Ends the check. Nothing more is asked. */
export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
  readonly isUnreachable: boolean;

  constructor(message: string, isUnreachable: boolean) {
    super(message);
    this.isUnreachable = isUnreachable;
  }
}

/** Where and how the check sends its requests. */
export interface AskerOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly redactor: Redactor;
  /** Makes the names and keys of this survey differ from those of earlier surveys. */
  readonly run: string;
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Waits for some milliseconds. Default: a timer. */
  readonly pause?: ((milliseconds: number) => unknown) | undefined;
}

export interface Ask {
  /** The values of the path’s parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** The body as JSON, if its whitespace matters. */
  readonly json?: string;
  readonly idempotencyKey?: string;
  /** Replaces the user’s API key. */
  readonly apiKey?: string;
}

const maxRequests = 150;
const timeoutMs = 30_000;
const maxBytes = 10 * 1024 * 1024;
const maxRedirects = 3;
/** How often a request is repeated after a 429, and the longest pause before each repetition, in seconds. */
const maxRefusals = 3;
const longestPause = 60;

interface RequestLine {
  readonly name: ApiName;
  readonly request: string;
  readonly method: string;
}

/** The identifier of no project and no other object. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** Sends requests one after the other, at most {@link maxRequests}. */
export class Asker {
  // Cast: `Object.fromEntries` types the names as strings.
  readonly seen = Object.fromEntries(Object.keys(purposes).map((name) => [name, [] as Exchange[]])) as Record<
    Purpose,
    Exchange[]
  >;
  requests = 0;
  readonly run: string;
  readonly #options: AskerOptions;
  readonly #base: URL;

  constructor(options: AskerOptions) {
    this.#options = options;
    this.run = options.run;
    this.#base = new URL(options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`);
  }

  /** Calls an endpoint, and keeps the exchange. */
  async ask(purpose: Purpose, name: ApiName, ask: Ask = {}): Promise<Exchange> {
    const exchange = await this.call(name, ask);
    this.seen[purpose].push(exchange);
    return exchange;
  }

  /**
   * Calls an endpoint.
   *
   * @throws CheckStopped when the service cannot be reached, refuses the API key, or got {@link maxRequests} requests.
   */
  async call(name: ApiName, ask: Ask = {}): Promise<Exchange> {
    const { method, path: template } = api[name];
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) =>
      encodeURIComponent(ask.path?.[parameter] ?? ''),
    );
    const url = new URL(this.#base.href + path.slice(1));
    for (const [parameter, value] of Object.entries(ask.query ?? {})) url.searchParams.set(parameter, String(value));
    return this.#send({ name, request: `${method} ${template}`, method }, url, ask);
  }

  /** Sends a request to the URL of a job. Returns undefined if there is no URL, or the key must not be sent to it. */
  async open(name: 'jobs.retrieve' | 'jobs.cancel', reference: unknown, method = api[name].method) {
    if (typeof reference !== 'string' || reference === '') return undefined;
    const url = URL.parse(reference, this.#base);
    const request = `${method} ${name === 'jobs.cancel' ? 'cancel_url' : 'status_url'}`;
    return url?.origin === this.#base.origin ? this.#send({ name, request, method }, url, {}) : undefined;
  }

  async pause(milliseconds: number): Promise<void> {
    await (this.#options.pause ?? sleep)(milliseconds);
  }

  /** Sends a request, and follows redirects to the origin of the base URL. */
  async #send(line: RequestLine, url: URL, ask: Ask, redirects: readonly number[] = []): Promise<Exchange> {
    const exchange = await this.#patiently(line, url, ask, redirects);
    const { status, headers } = exchange;
    const location = status >= 300 && status < 400 ? headers.get('location') : null;
    const target = location === null ? null : URL.parse(location, url);
    if (target === null || redirects.length === maxRedirects) return exchange;
    if (target.origin !== this.#base.origin) return { ...exchange, untrusted: target.origin };
    const method = status === 307 || status === 308 ? line.method : 'GET';
    return this.#send({ ...line, method }, target, ask, [...redirects, status]);
  }

  /** Sends a request again after a 429. */
  async #patiently(line: RequestLine, url: URL, ask: Ask, redirects: readonly number[]): Promise<Exchange> {
    for (let refusals = 0; ; refusals += 1) {
      const exchange = await this.#once(line, url, ask, redirects);
      const { status, headers } = exchange;
      if (status === 401 && ask.apiKey === undefined)
        throw new CheckStopped(`The service refused the API key: ${line.request} responded with 401.`, true);
      if (status !== 429) return exchange;
      this.seen.limited.push(exchange);
      if (refusals === maxRefusals) return exchange;
      await this.pause(1000 * Math.min(longestPause, readRetryAfter(headers) || 1));
    }
  }

  async #once(
    { name, request, method }: RequestLine,
    url: URL,
    { body, json, query, idempotencyKey, apiKey = this.#options.apiKey }: Ask,
    redirects: readonly number[],
  ): Promise<Exchange> {
    const baseUrl = this.#base.href.slice(0, -1);
    if (this.requests === maxRequests)
      throw new CheckStopped(`The check sends at most ${maxRequests} requests.`, false);
    this.requests += 1;
    const text = json ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${apiKey}` });
    if (text !== undefined) headers.set('content-type', 'application/json');
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    const sent: unknown = text === undefined ? undefined : JSON.parse(text);
    const scope = openScope(undefined, timeoutMs);
    const init = { method, headers, redirect: 'manual', signal: scope.signal, body: text ?? null } as const;
    const receive = async () => {
      const response = await (this.#options.fetch ?? fetch)(new Request(url, init));
      return { status: response.status, headers: response.headers, ...(await readText(response)) };
    };
    try {
      // The signal of the request is not enough, because Node forgets it if the request is garbage-collected.
      const received = await untilAborted(receive(), scope.signal);
      return { name, request, baseUrl, query, sent, ...received, redirects };
    } catch (error) {
      const reason = scope.signal.aborted ? `it took longer than ${timeoutMs / 1000} s` : explainNoResponse(error);
      throw new CheckStopped(this.#options.redactor.text(`${request} got no response: ${reason}`), true);
    } finally {
      scope.release();
    }
  }
}

/** Reads a body and parses it. @throws Error if it is too large. */
export async function readText({ body }: Request | Response): Promise<Pick<Exchange, 'text' | 'body'>> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > maxBytes) throw new Error(`the body has more than ${maxBytes} characters.`);
  }
  return { text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
