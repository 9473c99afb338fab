import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import {
  aFunction,
  aNonEmptyString,
  anObject,
  aPositiveNumber,
  aPositiveWholeNumber,
  type Checks,
  mustBe,
  oneOf,
  requireFields,
  unchecked,
} from '../src/core/options/checks.ts';
import { assumptions } from './assumptions.ts';
import { anAcceptedKey, anApiKey } from './checks.ts';
import type { Deliver } from './deliveries/delivery.ts';
import type { ClockMode } from './time/clock.ts';

/** The speech of a video: WebVTT or SRT, or why it cannot be transcribed. */
export type Transcript = string | { readonly failure: string };

/** Options of {@link createMock}. */
export interface MockOptions {
  /**
   * The same seed and the same calls give the same identifiers, and with a stepped or manual clock the same times.
   * `'clipwright'` by default.
   */
  readonly seed?: string | number | undefined;
  /** How time passes. `'stepped'` by default: each poll of a job takes it a quarter of the way to its end. */
  readonly clock?: ClockMode | undefined;
  /** How many times faster than real time a `'realtime'` clock runs, above 0. 1 by default. Other clocks refuse it. */
  readonly speed?: number | undefined;
  /**
   * The API keys that requests and the methods of the mock may use; any non-empty one if omitted. Each key is a workspace
   * of its own.
   */
  readonly apiKeys?: readonly string[] | undefined;
  /**
   * The rate limit of each workspace whose key is on no plan: `'60/60s'` is 60 requests in 60 s. No limit if omitted. It
   * counts real seconds, in which clients wait, unless the clock is `'manual'`.
   */
  readonly rateLimit?: string | undefined;
  /**
   * The rate limits of plans by name, such as `{ free: '60/60s', pro: '600/60s' }`. The prefix of an API key
   * selects its plan: `free` itself, or `free` followed by `_`, `-`, `.` or `:`. The longest name wins.
   */
  readonly plans?: Readonly<Record<string, string>> | undefined;
  /** The secret that signs all deliveries; each webhook has a secret of its own if omitted. */
  readonly webhookSecret?: string | undefined;
  /** Sends deliveries to their receivers, in process for example; the global `fetch` if omitted. */
  readonly deliver?: Deliver | undefined;
  /** The speech of the videos at these URLs; all others have a built-in speech. */
  readonly transcripts?: Readonly<Record<string, Transcript>> | undefined;
  /** How many units make a second of a timeline, a whole number. 1000 by default. */
  readonly unitsPerSecond?: number | undefined;
  /** The largest request body, in bytes. 1 MiB by default. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * How many of the newest requests, and of the newest deliveries, of each workspace are kept: 1 or more. Of all workspaces
   * together, ten times as many are kept. 1000 by default.
   */
  readonly logLength?: number | undefined;
}

/** Options with their defaults, checked. */
export type MockSettings = ReturnType<typeof readOptions>;

const clocks = ['stepped', 'manual', 'realtime'] as const satisfies ClockMode[];

const checks: Checks<MockOptions> = {
  seed: mustBe('a string or a number', (value) => typeof value === 'string' || typeof value === 'number'),
  clock: oneOf(clocks),
  speed: aPositiveNumber,
  apiKeys: mustBe(
    'a list of API keys without whitespace, at least one',
    (value) => Array.isArray(value) && value.length > 0 && value.every(isKey),
  ),
  rateLimit: unchecked,
  plans: unchecked,
  webhookSecret: aNonEmptyString,
  deliver: aFunction,
  transcripts: anObject,
  unitsPerSecond: aPositiveWholeNumber,
  maxBodyBytes: aPositiveWholeNumber,
  logLength: aPositiveWholeNumber,
};

/** @throws ConfigurationError that names the option that cannot be used. */
export function readOptions(options: MockOptions) {
  requireFields(options, checks);
  requireRunningClock(options);
  const { clock = 'stepped', speed = 1, apiKeys, webhookSecret } = options;
  const { unitsPerSecond = assumptions.unitsPerSecond.value, maxBodyBytes = assumptions.maxBodyBytes.value } = options;
  const { logLength = assumptions.logLength.value } = options;
  return {
    seed: String(options.seed ?? 'clipwright'),
    clock,
    speed,
    apiKeys,
    anAcceptedKey: anAcceptedKey(apiKeys),
    rateLimit: options.rateLimit,
    plans: options.plans ?? {},
    webhookSecret,
    deliver: options.deliver,
    transcripts: options.transcripts ?? {},
    unitsPerSecond,
    maxBodyBytes,
    logLength,
  };
}

function requireRunningClock({ clock = 'stepped', speed }: MockOptions): void {
  if (speed === undefined || clock === 'realtime') return;
  throw new ConfigurationError(
    'speed',
    `is for clock: 'realtime', and the clock is ${clock}: it does not run by itself.`,
  );
}

function isKey(key: unknown): boolean {
  return anApiKey(key) === undefined && !/\s/.test(String(key));
}
