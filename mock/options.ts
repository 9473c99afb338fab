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
import { type Answers, Follower } from './answers/answers.ts';
import { assumptions } from './assumptions.ts';
import { anAcceptedKey, anApiKey } from './checks.ts';
import type { Deliver } from './deliveries/delivery.ts';
import type { ClockMode } from './time/clock.ts';

/** The speech of a video as WebVTT or SRT, or the reason why the video cannot be transcribed. */
export type Transcript = string | { readonly failure: string };

/** Options of {@link createMock}. */
export interface MockOptions {
  /**
   * The same seed and the same calls produce the same ids, and with a stepped or manual clock also the same times.
   * Default: `'clipwright'`.
   */
  readonly seed?: string | number | undefined;
  /** How time passes. Default: `'stepped'`: each poll advances the job, and waits take milliseconds. */
  readonly clock?: ClockMode | undefined;
  /**
   * How many times faster than real time a `'realtime'` clock runs, above 0. Default: 1. Not allowed with other clocks.
   */
  readonly speed?: number | undefined;
  /**
   * The API keys that requests and the methods of the mock may use; any non-empty key if omitted. Each key has its own
   * workspace.
   */
  readonly apiKeys?: readonly string[] | undefined;
  /**
   * The rate limit of each API key without a plan: `'60/60s'` is 60 requests per 60 s. Unlimited if omitted. The
   * seconds are real time, because clients really wait; with the clock `'manual'`, they are mock time.
   */
  readonly rateLimit?: string | undefined;
  /**
   * The rate limits of plans by name, such as `{ free: '60/60s', pro: '600/60s' }`. The prefix of an API key selects
   * its plan: `free` itself, or `free` followed by `_`, `-`, `.` or `:`. The longest matching name wins.
   */
  readonly plans?: Readonly<Record<string, string>> | undefined;
  /** The secret that signs all deliveries. If omitted, each webhook has its own secret. */
  readonly webhookSecret?: string | undefined;
  /** Sends deliveries to their receivers, for example in process. Default: the global `fetch`. */
  readonly deliver?: Deliver | undefined;
  /** The speech of the videos at these URLs. All other videos have a built-in speech. */
  readonly transcripts?: Readonly<Record<string, Transcript>> | undefined;
  /** The number of units per second of a timeline, a whole number. Default: 1000. */
  readonly unitsPerSecond?: number | undefined;
  /** The largest accepted request body, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * How many requests and how many deliveries each workspace keeps, 1 or more. The newest are kept. All workspaces
   * together keep at most ten times this number. Default: 1000.
   */
  readonly logLength?: number | undefined;
  /**
   * What happens to a request with a field or query parameter that the mock does not know. Default: `'warn'`: the mock
   * ignores the field, and warns about it in the response if the response has `warnings`. With `'fail'`, the response is
   * a 400 that names the field, and nothing is changed.
   */
  readonly unknownFields?: 'warn' | 'fail' | undefined;
  /**
   * How a service settles what the specification leaves open: the report of `clipwright check --out answers.json`. The
   * mock then responds in the same way, for the points that it can follow. It warns about the others.
   */
  readonly answers?: Answers | undefined;
}

/** The validated options, with defaults. */
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
  answers: unchecked,
  unknownFields: oneOf(['warn', 'fail'] satisfies MockOptions['unknownFields'][]),
};

/** @throws ConfigurationError that names the invalid option. */
export function readOptions(options: MockOptions) {
  requireFields(options, checks);
  const { clock = 'stepped', speed } = options;
  if (speed !== undefined && clock !== 'realtime') {
    throw new ConfigurationError('speed', `is for a realtime clock: a ${clock} clock does not run by itself.`);
  }
  return {
    seed: String(options.seed ?? 'clipwright'),
    clock,
    speed: speed ?? 1,
    apiKeys: options.apiKeys,
    anAcceptedKey: anAcceptedKey(options.apiKeys),
    rateLimit: options.rateLimit,
    plans: options.plans ?? {},
    webhookSecret: options.webhookSecret,
    deliver: options.deliver,
    transcripts: options.transcripts ?? {},
    unitsPerSecond: options.unitsPerSecond ?? assumptions.unitsPerSecond.value,
    maxBodyBytes: options.maxBodyBytes ?? assumptions.maxBodyBytes.value,
    logLength: options.logLength ?? assumptions.logLength.value,
    unknownFields: options.unknownFields ?? 'warn',
    follower: new Follower(options.answers ?? []),
  };
}

function isKey(key: unknown): boolean {
  return anApiKey(key) === undefined && !/\s/.test(String(key));
}
