import type { Job } from '../../contract/job.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { oneOf } from '../options/checks.ts';
import { toText } from '../results/json-text.ts';

/** How work ended. */
export type JobOutcome = 'succeeded' | 'failed' | 'canceled';

/** How a job ended; undefined while it has not. */
export type JobRule = (job: Job) => JobOutcome | undefined;

/** The options of a wait that replace the rules. */
export interface JobRuleOptions {
  /**
   * Whether a job is final. By default, it is if `outcome` returns how it ended; without `outcome`, if it has
   * `completed_at`, other than of year 1, or a status that is usually final.
   */
  readonly isFinal?: ((job: Job) => boolean) | undefined;
  /**
   * How a job ended. Undefined means that it has not, whatever its status and `completed_at`; where `isFinal` says that
   * it has, the default applies. By default, a status that is usual says how it ended; a job that is final with another
   * status has failed if it has an `error`, or neither a `result` nor a `download_url`.
   */
  readonly outcome?: ((job: Job) => JobOutcome | undefined) | undefined;
}

/** The rule of a wait. `name`: the client's method, for messages. */
export function jobRule({ name, options }: { readonly name: string; readonly options: JobRuleOptions }): JobRule {
  const { isFinal, outcome } = options;
  if (isFinal === undefined && outcome === undefined) return defaultRule;
  return (job) => {
    const own = requireOutcome(name, outcome?.(job));
    if (isFinal === undefined) return own;
    return isFinal(job) ? (own ?? defaultOutcome(job)) : undefined;
  };
}

/** The outcome that a status means, ignoring case; undefined if the work has not ended, or the status is not known. */
export function statusOutcome(status: string): JobOutcome | undefined {
  // A job that a caller has stored may lack its status, and a service may send one of any type.
  return typeof status === 'string' ? outcomeByStatus.get(status.toLowerCase()) : undefined;
}

/** Whether a status says that someone has to review the work, as in `review` or `in_review`. */
export function isInReview(status: unknown): boolean {
  return typeof status === 'string' && /(?:^|[^a-z])review(?:$|[^a-z])/i.test(status);
}

/** What the service says about a failure; undefined if it says nothing. */
export function errorText(error: unknown): string | undefined {
  return error ? toText(error) || undefined : undefined;
}

function defaultRule(job: Job): JobOutcome | undefined {
  const { completed_at, status } = job;
  const hasEnded = typeof completed_at === 'string' && completed_at !== '' && !noDate.test(completed_at);
  return hasEnded ? defaultOutcome(job) : statusOutcome(status);
}

// Services that cannot omit a date send one of year 1, or in another time zone of year 0.
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

// The specification names only `queued`. These are the final statuses that services of this kind use.
const finalStatuses: Readonly<Record<JobOutcome, string>> = {
  succeeded: 'complete completed completed_with_warnings succeeded success done ready finished available rendered',
  failed: 'failed failure error errored rejected aborted expired timed_out timeout',
  canceled: 'cancelled canceled',
};

const outcomeByStatus: ReadonlyMap<string, JobOutcome> = new Map(
  outcomes.flatMap((outcome) => finalStatuses[outcome].split(' ').map((status) => [status, outcome] as const)),
);
