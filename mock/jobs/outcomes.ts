import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import {
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
 * The outcome of a job that has not started yet.
 *
 * - `completed`: the default.
 * - `failed`: the job runs for its usual time, then fails.
 * - `held`: the job makes no progress until it is ended, or until `seconds` have passed.
 * - `review`: like `held`, but with the status `review`. The batch counts the clip in `review_count`.
 */
export interface JobOutcome {
  readonly status: (typeof statuses)[number];
  /** The error of a job that fails. For `failed` only. */
  readonly error?: string | undefined;
  /** The duration of `held` or `review` in seconds of mock time, 0 to 1,000,000,000; unlimited if omitted. */
  readonly seconds?: number | undefined;
  /** The number of jobs with this outcome, a whole number above 0; 1 if omitted. */
  readonly times?: number | undefined;
  /** The API key whose next jobs have this outcome; any key if omitted. */
  readonly apiKey?: string | undefined;
}

const statuses = ['completed', 'failed', 'held', 'review'] as const;

/** About thirty years, so that a hold that starts at the latest mock time still ends at a valid date. */
const MAX_HOLD_SECONDS = 1_000_000_000;

export const aHold: Check = mustBe(
  `a number from 0 to ${MAX_HOLD_SECONDS}`,
  (value) => typeof value === 'number' && value >= 0 && value <= MAX_HOLD_SECONDS,
);

export const aJobId: Check = mustBe(
  'a string: the id of a job, of its export or of its clip',
  (value) => typeof value === 'string',
);

const checks: Omit<Checks<JobOutcome>, 'apiKey'> = {
  status: oneOf(statuses),
  error: aString,
  seconds: aHold,
  times: aPositiveWholeNumber,
};

/** @throws ConfigurationError that names the field that is unknown, not valid, or contradicts the status. */
export function requireOutcome(outcome: JobOutcome, anAcceptedKey: Check): void {
  requireFields(outcome, { ...checks, apiKey: anAcceptedKey }, 'outcome', 'a field of an outcome');
  requireValue('outcome.status', outcome.status, checks.status);
  const { status, error, seconds } = outcome;
  if (error !== undefined && status !== 'failed') {
    throw new ConfigurationError('outcome.error', 'is for the status "failed" only.');
  }
  if (seconds !== undefined && status !== 'held' && status !== 'review') {
    throw new ConfigurationError('outcome.seconds', 'is for the status "held" or "review" only.');
  }
}
