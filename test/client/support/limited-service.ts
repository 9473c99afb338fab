import { Clipwright, type ClipwrightOptions } from 'clipwright';
import { apiKey, baseUrl, errorResponse, json, project } from './stub.ts';

/** A request that a service received. */
export interface Arrival {
  readonly name: string;
  /** A `performance.now()` timestamp. */
  readonly at: number;
  readonly status: number;
}

/** Decides about each request: returns the headers of a 429, or undefined to accept the request. */
export type Limiter = (now: number) => Record<string, string> | undefined;

/** The one-way delay of requests and responses in milliseconds. */
const LATENCY = 2;

/** Returns a client of a rate-limited service, and the requests that arrive at the service. */
export function limitedService(limiter: Limiter, options: ClipwrightOptions = {}) {
  const arrivals: Arrival[] = [];
  const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
    await elapsed(LATENCY, init.signal);
    const headers = limiter(performance.now());
    const status = headers === undefined ? 200 : 429;
    arrivals.push({ name: JSON.parse(String(init.body)).name, at: performance.now(), status });
    await elapsed(LATENCY, init.signal);
    return headers === undefined ? json(project) : errorResponse(429, 'rate_limited', headers);
  };
  return { client: new Clipwright({ apiKey, baseUrl, fetch, ...options }), arrivals };
}

/** Makes concurrent calls. Each call creates a project whose name is the index of the call. */
export function callAtOnce(client: Clipwright, count: number): Promise<unknown>[] {
  return Array.from({ length: count }, async (_, call) => client.projects.create({ name: `${call}` }));
}

/** Limits the requests per window. A window starts with the first request after the previous window, as in the mock. */
export function fixedWindows(requests: number, milliseconds: number, toHeaders = retryAfterInSeconds): Limiter {
  let [endsAt, count] = [0, 0];
  return (now) => {
    if (now >= endsAt) [endsAt, count] = [now + milliseconds, 0];
    count += 1;
    return count > requests ? toHeaders(endsAt - now) : undefined;
  };
}

/** Allows at most `requests` in any period of `milliseconds`. */
export function slidingWindow(requests: number, milliseconds: number): Limiter {
  const accepted: number[] = [];
  return (now) => {
    const oldest = accepted.at(-requests);
    if (oldest !== undefined && now < oldest + milliseconds) return retryAfterInSeconds(oldest + milliseconds - now);
    accepted.push(now);
    return undefined;
  };
}

/** Limits the requests by a bucket of tokens that starts full and is refilled continuously. */
export function tokenBucket(capacity: number, perSecond: number, headers: Record<string, string>): Limiter {
  let [tokens, filledAt] = [capacity, performance.now()];
  return (now) => {
    tokens = Math.min(capacity, tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    if (tokens < 1) return headers;
    tokens -= 1;
    return undefined;
  };
}

export function retryAfterInSeconds(milliseconds: number): Record<string, string> {
  return { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) };
}

function elapsed(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
