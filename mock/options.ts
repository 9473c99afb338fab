import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import { assumptions } from './assumptions.ts';
import type { ClockMode } from './clock.ts';
import type { Deliver } from './deliveries/delivery.ts';
import { unknownName } from './known-names.ts';

/** What is said in a video: a WebVTT or SRT text, or why it cannot be transcribed. */
export type Transcript = string | { readonly failure: string };

/** Options of {@link createMock}. */
export interface MockOptions {
  /** The same seed and the same calls give the same identifiers and times. `'clipwright'` by default. */
  readonly seed?: string | number;
  /** How time passes. `'stepped'` by default: each look at a job moves it a quarter of its way. */
  readonly clock?: ClockMode;
  /** How many times faster than the wall's a realtime clock runs, more than 0. 1 by default. */
  readonly speed?: number;
  /** The API keys that are accepted; any non-empty one if left out. Each key is a workspace of its own. */
  readonly apiKeys?: readonly string[];
  /** Requests per seconds and workspace, as in `'60/60s'`, for keys that are on no plan; no limit if left out. */
  readonly rateLimit?: string;
  /**
   * The rate limits of plans by name, as in `{ free: '60/60s', pro: '600/60s' }`. An API key is on the plan that it is
   * named after: `free` itself, or `free` with `_`, `-`, `.` or `:` and anything more after it. The longest name wins.
   */
  readonly plans?: Readonly<Record<string, string>>;
  /** What all deliveries are signed with; each webhook has a secret of its own if left out. */
  readonly webhookSecret?: string;
  /** Takes deliveries to their receivers, in process for one; the global `fetch` if left out. */
  readonly deliver?: Deliver;
  /** What is said in the videos at these addresses; a built-in speech in all others. */
  readonly transcripts?: Readonly<Record<string, Transcript>>;
  /** How many units make a second of a timeline, a whole number. 1000 by default. */
  readonly unitsPerSecond?: number;
  /** The largest request body, in bytes. 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** How many of the newest requests, and how many of the newest deliveries, are kept: 1 or more. 1000 by default. */
  readonly logLength?: number;
}

/** Options with their defaults, checked. */
export type MockSettings = ReturnType<typeof readOptions>;

/** The compiler misses none and takes none too many. */
const known = {
  seed: true,
  clock: true,
  speed: true,
  apiKeys: true,
  rateLimit: true,
  plans: true,
  webhookSecret: true,
  deliver: true,
  transcripts: true,
  unitsPerSecond: true,
  maxBodyBytes: true,
  logLength: true,
} as const satisfies Record<keyof MockOptions, true>;

const clocks: readonly string[] = ['stepped', 'manual', 'realtime'] satisfies ClockMode[];

/** @throws ConfigurationError that names the option that cannot be used. */
export function readOptions(options: MockOptions) {
  requireKnown(options);
  const { clock = 'stepped', speed = 1, apiKeys, webhookSecret } = options;
  const { unitsPerSecond = assumptions.unitsPerSecond.value, maxBodyBytes = assumptions.maxBodyBytes.value } = options;
  const { logLength = assumptions.logLength.value } = options;
  requireThat(clocks.includes(clock), 'clock', `must be one of ${clocks.join(', ')}, not ${JSON.stringify(clock)}.`);
  requireThat(Number.isFinite(speed) && speed > 0, 'speed', 'must be a number above 0.');
  requireThat(
    !apiKeys || (apiKeys.length > 0 && apiKeys.every(isKey)),
    'apiKeys',
    'must list keys without white space, at least one.',
  );
  requireThat(webhookSecret === undefined || webhookSecret !== '', 'webhookSecret', 'must not be empty.');
  requireThat(isCount(unitsPerSecond), 'unitsPerSecond', 'must be a whole number above 0.');
  requireThat(isCount(maxBodyBytes), 'maxBodyBytes', 'must be a whole number above 0.');
  requireThat(isCount(logLength), 'logLength', 'must be a whole number above 0.');
  return {
    seed: String(options.seed ?? 'clipwright'),
    clock,
    speed,
    apiKeys,
    rateLimit: options.rateLimit,
    plans: options.plans ?? {},
    webhookSecret,
    deliver: options.deliver ?? ((request: Request) => fetch(request)),
    transcripts: options.transcripts ?? {},
    unitsPerSecond,
    maxBodyBytes,
    logLength,
  };
}

/** What is mistyped would be ignored in silence. */
function requireKnown(options: MockOptions): void {
  requireThat(typeof options === 'object' && options !== null, 'options', 'must be an object.');
  const unknown = unknownName(options, Object.keys(known));
  if (unknown)
    throw new ConfigurationError(unknown.name, `is no option of a mock; the nearest is "${unknown.nearest}".`);
}

function requireThat(holds: boolean, option: string, message: string): void {
  if (!holds) throw new ConfigurationError(option, message);
}

function isKey(key: string): boolean {
  return /^\S+$/.test(key);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
