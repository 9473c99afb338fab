import type { Job } from '../../contract/job.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { oneOf } from '../options/checks.ts';
import type { JobOutcome, JobRuleOptions } from '../options/options.ts';

/** A function that returns how a job ended; undefined if it has not ended. */
export type JobRule = (job: Job) => JobOutcome | undefined;

/** Returns the rule of a wait. `name`: the client's method, for messages. */
export function jobRule({ name, options }: { readonly name: string; readonly options: JobRuleOptions }): JobRule {
  const { isFinal, outcome } = options;
  if (isFinal === undefined && outcome === undefined) return defaultRule;
  return (job) => {
    const own = requireOutcome(name, outcome?.(job));
    if (isFinal === undefined) return own;
    return isFinal(job) ? (own ?? defaultOutcome(job)) : undefined;
  };
}

/** Returns the outcome for a status, ignoring case; undefined if the status is unknown or not final. */
export function statusOutcome(status: string): JobOutcome | undefined {
  // A stored job may lack its status, and a service may send a status of any type.
  return typeof status === 'string' ? outcomeByStatus.get(status.toLowerCase()) : undefined;
}

/** Whether a status says that someone has to review the work, such as `review` or `in_review`. */
export function isInReview(status: unknown): boolean {
  return typeof status === 'string' && /(?:^|[^a-z])review(?:$|[^a-z])/i.test(status);
}

function defaultRule(job: Job): JobOutcome | undefined {
  const { completed_at, status } = job;
  const hasEnded = typeof completed_at === 'string' && completed_at !== '' && !noDate.test(completed_at);
  return hasEnded ? defaultOutcome(job) : statusOutcome(status);
}

// Some services send a date in year 1 (or 0, after a time zone shift) instead of omitting the date.
const noDate = /^000[01]/;

function defaultOutcome({ status, error, result, download_url }: Job): JobOutcome {
  const hasResult = Boolean(result) || Boolean(download_url);
  return statusOutcome(status) ?? (error || !hasResult ? 'failed' : 'succeeded');
}

function requireOutcome(name: string, outcome: JobOutcome | undefined): JobOutcome | undefined {
  const problem = outcome === undefined ? undefined : anOutcome(outcome);
  if (problem !== undefined)
    throw invalidArgument(name, 'options.outcome', `returned a value that ${problem}`, { outcome: 'stopped' });
  return outcome;
}

const outcomes = ['succeeded', 'failed', 'canceled'] as const;
const anOutcome = oneOf(outcomes);

// The specification names only `queued`. These are the usual final statuses of similar services.
const finalStatuses: Readonly<Record<JobOutcome, string>> = {
  succeeded: 'complete completed completed_with_warnings succeeded success done ready finished available rendered',
  failed: 'failed failure error errored rejected aborted expired timed_out timeout',
  canceled: 'cancelled canceled',
};

const outcomeByStatus: ReadonlyMap<string, JobOutcome> = new Map(
  outcomes.flatMap((outcome) => finalStatuses[outcome].split(' ').map((status) => [status, outcome] as const)),
);
