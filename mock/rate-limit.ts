import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import { HttpProblem } from './problem.ts';

/** So many requests a window. */
interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** How many workspaces' windows are remembered before those that have ended are dropped. */
const MANY_WINDOWS = 1000;

/** Counts each workspace's requests in fixed windows of wall time. */
export class RateLimiter {
  readonly #limit: RateLimit | undefined;
  readonly #windows = new Map<string, { readonly endsAt: number; count: number }>();

  /** @param limit As in `60/60s`; no limit if left out. */
  constructor(limit: string | undefined) {
    this.#limit = limit === undefined ? undefined : parseRateLimit(limit);
  }

  /** @throws HttpProblem 429 with `Retry-After` once the window's requests are spent. */
  take(apiKey: string, now: number): void {
    if (!this.#limit) return;
    const window = this.#windowOf(apiKey, now, this.#limit);
    window.count += 1;
    if (window.count <= this.#limit.requests) return;
    const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    throw new HttpProblem(429, 'rate_limited', `Too many requests. Send the next in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }

  reset(): void {
    this.#windows.clear();
  }

  #windowOf(apiKey: string, now: number, { windowMs }: RateLimit) {
    const open = this.#windows.get(apiKey);
    // A clock that was set back is in none of the windows that it had.
    if (open && now < open.endsAt && now >= open.endsAt - windowMs) return open;
    if (this.#windows.size > MANY_WINDOWS) this.#dropEnded(now);
    const window = { endsAt: now + windowMs, count: 0 };
    this.#windows.set(apiKey, window);
    return window;
  }

  #dropEnded(now: number): void {
    for (const [apiKey, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(apiKey);
  }
}

function parseRateLimit(text: string): RateLimit {
  const [, requests, seconds] = /^([1-9]\d*)\/([1-9]\d*)s$/.exec(text) ?? [];
  if (!requests || !seconds) {
    throw new ConfigurationError(
      'rateLimit',
      `must be requests per seconds as in "60/60s", not ${JSON.stringify(text)}.`,
    );
  }
  return { requests: Number(requests), windowMs: Number(seconds) * 1000 };
}
