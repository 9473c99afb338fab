import { enum as enumeration, optional, type ZodMiniType } from 'zod/mini';
import { array } from '../../../src/contract/collections.ts';
import { model, number, text } from '../../../src/contract/model.ts';
import type { JobOutcome } from '../../jobs/outcomes.ts';

/** The outcome of the next job that starts. */
export interface NextJobParams extends Omit<JobOutcome, 'apiKey'> {}

export const nextJobParams: ZodMiniType<NextJobParams> = model<NextJobParams>({
  status: enumeration(['completed', 'failed', 'held', 'review']),
  error: optional(text),
  seconds: optional(number),
  times: optional(number),
});

/** The outcomes of the jobs that start next, in order. */
export interface NextJobList {
  outcomes: readonly NextJobParams[];
}

export const nextJobList: ZodMiniType<NextJobList> = model<NextJobList>({ outcomes: array(nextJobParams) });

/** What to do with a job. */
export interface JobParams {
  /** `held` stops its progress. */
  status: 'completed' | 'failed' | 'cancelled' | 'held';
  /** The job's error. For `failed` only. */
  error?: string | undefined;
  /** How long it is held, in seconds of mock time, 0 to 1,000,000,000; until it is ended if omitted. For `held` only. */
  seconds?: number | undefined;
}

export const jobParams: ZodMiniType<JobParams> = model<JobParams>({
  status: enumeration(['completed', 'failed', 'cancelled', 'held']),
  error: optional(text),
  seconds: optional(number),
});
