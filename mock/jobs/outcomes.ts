import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import {
  aNonEmptyString,
  aPositiveWholeNumber,
  aString,
  type Check,
  type Checks,
  mustBe,
  oneOf,
  requireFields,
  requireValue,
} from '../../src/core/options/checks.ts';

/**
 * How a job that is yet to start will go.
 *
 * - `completed`: as every job does that nobody interferes with.
 * - `failed`: it runs its time, and fails.
 * - `held`: it gets no further than its start, until somebody ends it or its `seconds` are over.
 * - `review`: as `held`; the job says `review`, and so does the clip that it is for, which its batch counts.
 */
export interface JobOutcome {
  readonly status: (typeof statuses)[number];
  /** Why it fails. Of `failed` only. */
  readonly error?: string;
  /** For how many seconds of mock time it is held, 0 to 1,000,000,000; until somebody ends it if left out. Of `held` and `review` only. */
  readonly seconds?: number;
  /** How many jobs go like this, a whole number; 1 if left out. */
  readonly times?: number;
  /** Whose jobs; everybody's if left out. */
  readonly apiKey?: string;
}

const statuses = ['completed', 'failed', 'held', 'review'] as const;

/** Some thirty years: what ends after that still has a date. */
const MAX_HOLD_SECONDS = 1_000_000_000;

export const aHold: Check = mustBe(
  `a number from 0 to ${MAX_HOLD_SECONDS}`,
  (value) => typeof value === 'number' && value >= 0 && value <= MAX_HOLD_SECONDS,
);

const completed: JobOutcome = { status: 'completed' };

/** How the jobs to come will go, in the order in which that was asked for. */
export class JobOutcomes {
  #waiting: { readonly outcome: JobOutcome; left: number }[] = [];

  /** @throws ConfigurationError that names the field that is unknown, unfit, or contradicts the status. */
  add(outcome: JobOutcome): void {
    requireOutcome(outcome);
    this.#waiting.push({ outcome, left: outcome.times ?? 1 });
  }

  /** How the job goes that this key starts now. */
  take(apiKey: string): JobOutcome {
    const next = this.#waiting.find(({ outcome }) => (outcome.apiKey ?? apiKey) === apiKey);
    if (!next) return completed;
    next.left -= 1;
    if (next.left === 0) this.#waiting = this.#waiting.filter((other) => other !== next);
    return next.outcome;
  }

  /** Forgets them all, or those of one key. */
  clear(apiKey?: string): void {
    this.#waiting = this.#waiting.filter(({ outcome }) => apiKey !== undefined && outcome.apiKey !== apiKey);
  }
}

const checks: Checks<JobOutcome> = {
  status: oneOf(statuses),
  error: aString,
  seconds: aHold,
  times: aPositiveWholeNumber,
  apiKey: aNonEmptyString,
};

function requireOutcome(outcome: JobOutcome): void {
  requireFields(outcome, checks, 'job', 'a field of an outcome');
  requireValue('job.status', outcome.status, checks.status);
  const { status, error, seconds } = outcome;
  if (error !== undefined && status !== 'failed') {
    throw new ConfigurationError('job.error', 'is for the status "failed" only.');
  }
  if (seconds !== undefined && status !== 'held' && status !== 'review') {
    throw new ConfigurationError('job.seconds', 'is for the status "held" or "review" only.');
  }
}
