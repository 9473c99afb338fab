import { ConfigurationError } from '../src/core/errors/configuration-error.ts';

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

const completed: JobOutcome = { status: 'completed' };

/** How the jobs to come will go, in the order in which that was asked for. */
export class JobOutcomes {
  #waiting: { readonly outcome: JobOutcome; left: number }[] = [];

  /** @throws ConfigurationError when the outcome contradicts itself. */
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

function requireOutcome({ status, error, seconds, times }: JobOutcome): void {
  requireThat(statuses.includes(status), 'status', `must be one of ${statuses.join(', ')}.`);
  requireThat(error === undefined || status === 'failed', 'error', 'is for the status "failed" only.');
  requireThat(
    seconds === undefined || status === 'held' || status === 'review',
    'seconds',
    'is for the status "held" or "review" only.',
  );
  requireHoldSeconds('job.seconds', seconds);
  requireThat(
    times === undefined || (Number.isSafeInteger(times) && times > 0),
    'times',
    'must be a whole number above 0.',
  );
}

/** @throws ConfigurationError when a job cannot be held for so long. */
export function requireHoldSeconds(option: string, seconds: number | undefined): void {
  if (seconds === undefined || (seconds >= 0 && seconds <= MAX_HOLD_SECONDS)) return;
  throw new ConfigurationError(option, `must be a number from 0 to ${MAX_HOLD_SECONDS}.`);
}

function requireThat(holds: boolean, option: string, message: string): void {
  if (!holds) throw new ConfigurationError(`job.${option}`, message);
}
