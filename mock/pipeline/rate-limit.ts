import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import { HttpError } from '../http/errors.ts';

/** How many requests a window may have. */
interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

interface Plan {
  readonly name: string;
  readonly limit: RateLimit;
}

/** Counts each workspace's requests in fixed windows of real time, or of the workspace's under a manual clock. */
export class RateLimiter {
  readonly #plans: readonly Plan[];
  readonly #limit: RateLimit | undefined;
  readonly #now: (apiKey: string) => number;
  /** The oldest first. */
  readonly #windows = new Map<string, { readonly endsAt: number; count: number }>();

  /**
   * @param limit Such as `60/60s`, for keys that are on no plan; no limit if undefined.
   * @param plans The limits of the plans, by name.
   * @param now The time of a workspace, by which its windows end.
   * @throws ConfigurationError that names the limit that is not valid.
   */
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

  /** Forgets all windows, or that of one key. */
  reset(apiKey?: string): void {
    if (apiKey === undefined) this.#windows.clear();
    else this.#windows.delete(apiKey);
  }

  /**
   * Forgets the windows that have ended, before a restore sets times back into them; of one key if given. Otherwise it would
   * depend on the requests of other keys whether an ended window still counts.
   */
  dropEnded(apiKey?: string): void {
    for (const [key, { endsAt }] of this.#windows) {
      if ((apiKey ?? key) === key && endsAt <= this.#now(key)) this.#windows.delete(key);
    }
  }

  #limitOf(apiKey: string): RateLimit | undefined {
    return this.#plans.find(({ name }) => isOnPlan(apiKey, name))?.limit ?? this.#limit;
  }

  #windowOf(apiKey: string, now: number, { windowMs }: RateLimit) {
    const open = this.#windows.get(apiKey);
    // After the clock was set back, the earlier window does not apply any more.
    if (open && now < open.endsAt && now >= open.endsAt - windowMs) return open;
    // Deleted first: a map iterates in insertion order.
    this.#windows.delete(apiKey);
    const window = { endsAt: now + windowMs, count: 0 };
    this.#windows.set(apiKey, window);
    this.#dropOldest();
    return window;
  }

  /** Stops at the first window that is to be kept: to look at all of them would slow down every request of a new key. */
  #dropOldest(): void {
    for (const [apiKey, { endsAt }] of this.#windows) {
      if (endsAt > this.#now(apiKey) && this.#windows.size <= assumptions.rateLimitWindows.value) return;
      this.#windows.delete(apiKey);
    }
  }
}

/** Longest name first, since the longest one that matches wins. */
function readPlans(plans: Readonly<Record<string, string>>): Plan[] {
  if (typeof plans !== 'object' || plans === null || Array.isArray(plans)) {
    throw new ConfigurationError('plans', 'must be an object of rate limits by name.');
  }
  return Object.entries(plans)
    .map(([name, text]) => ({ name: planName(name), limit: parseRateLimit(`plans.${name}`, text) }))
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
