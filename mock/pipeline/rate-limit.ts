import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import { HttpError } from '../http/errors.ts';

interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

interface Plan extends RateLimit {
  readonly name: string;
}

/** Counts each workspace's requests in fixed windows of time. */
export class RateLimiter {
  readonly #plans: readonly Plan[];
  readonly #limit: RateLimit | undefined;
  readonly #now: (apiKey: string) => number;
  /** The latest window of each API key, oldest first. */
  readonly #windows = new Map<string, { readonly endsAt: number; count: number }>();

  /** @param limit The limit of keys without a plan, such as `60/60s`; no limit if undefined. */
  constructor(limit: string | undefined, plans: Readonly<Record<string, string>>, now: (apiKey: string) => number) {
    this.#plans = readPlans(plans);
    this.#limit = limit === undefined ? undefined : parseRateLimit('rateLimit', limit);
    this.#now = now;
  }

  /** @throws HttpError 429 with `Retry-After` once the window's requests are used up. */
  take(apiKey: string): void {
    const limit = this.#limitOf(apiKey);
    if (!limit) return;
    const now = this.#now(apiKey);
    const window = this.#windowOf(apiKey, now, limit);
    window.count += 1;
    if (window.count <= limit.requests) return;
    const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    const message = `Too many requests: this API key may send ${limit.requests} in ${limit.windowMs / 1000} s. Send the next one in ${seconds} s.`;
    throw new HttpError(429, 'rate_limited', message, { headers: { 'retry-after': String(seconds) } });
  }

  reset(apiKey?: string): void {
    if (apiKey === undefined) this.#windows.clear();
    else this.#windows.delete(apiKey);
  }

  /**
   * Removes the windows that have ended, of all keys or of one. Call this before the time is set back; otherwise the
   * earlier time would reopen these windows.
   */
  dropEnded(apiKey?: string): void {
    for (const [key, { endsAt }] of this.#windows) {
      if ((apiKey ?? key) === key && endsAt <= this.#now(key)) this.#windows.delete(key);
    }
  }

  #limitOf(apiKey: string): RateLimit | undefined {
    return this.#plans.find(({ name }) => isOnPlan(apiKey, name)) ?? this.#limit;
  }

  #windowOf(apiKey: string, now: number, { windowMs }: RateLimit) {
    const open = this.#windows.get(apiKey);
    // If the clock was set back to before the window, the window no longer applies.
    if (open && now < open.endsAt && now >= open.endsAt - windowMs) return open;
    // Delete the window first, so that the new one comes last in the map's insertion order.
    this.#windows.delete(apiKey);
    const window = { endsAt: now + windowMs, count: 0 };
    this.#windows.set(apiKey, window);
    this.#dropOldest();
    return window;
  }

  /** Drops the oldest windows. Stops at the first window to keep, because checking all windows would take too long. */
  #dropOldest(): void {
    for (const [apiKey, { endsAt }] of this.#windows) {
      if (endsAt > this.#now(apiKey) && this.#windows.size <= assumptions.rateLimitWindows.value) return;
      this.#windows.delete(apiKey);
    }
  }
}

/** Sorts the plans so that the longest matching name is found first. */
function readPlans(plans: Readonly<Record<string, string>>): Plan[] {
  if (typeof plans !== 'object' || plans === null || Array.isArray(plans)) {
    throw new ConfigurationError('plans', 'must be an object of rate limits by name.');
  }
  return Object.entries(plans)
    .map(([name, text]) => ({ name: planName(name), ...parseRateLimit(`plans.${name}`, text) }))
    .sort((one, other) => other.name.length - one.name.length);
}

function planName(name: string): string {
  if (/^\S+$/.test(name)) return name;
  throw new ConfigurationError('plans', `must have names without whitespace, not "${name}".`);
}

function isOnPlan(apiKey: string, name: string): boolean {
  return apiKey === name || (apiKey.startsWith(name) && /[_.:-]/.test(apiKey.charAt(name.length)));
}

function parseRateLimit(option: string, text: unknown): RateLimit {
  const [, requests, seconds] = (typeof text === 'string' && /^([1-9]\d*)\/([1-9]\d*)s$/.exec(text)) || [];
  if (requests && seconds) return { requests: Number(requests), windowMs: Number(seconds) * 1000 };
  throw new ConfigurationError(
    option,
    'must have the form "<requests>/<seconds>s" with whole numbers above 0, such as "60/60s".',
  );
}
