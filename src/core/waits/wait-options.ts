import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { aBoolean, aFunction, type Checks } from '../options/checks.ts';
import { aSignal, waitDefaultChecks } from '../options/option-checks.ts';
import type { WaitDefaults } from '../options/options.ts';
import type { BatchProgress } from './batch-state.ts';
import type { JobRuleOptions } from './job-state.ts';

/** Options of a wait. Times are in milliseconds. What is omitted is as the client's option `wait` says. */
export interface WaitOptions<State> extends WaitDefaults, JobRuleOptions {
  /** Aborts the wait, which then rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the state after each poll, and awaited, but not beyond `timeout`. What it throws or rejects with goes to
   * the client's logger, or to `console.error` without one, and does not end the wait: abort `signal` for that.
   */
  readonly onProgress?: ((state: State) => unknown) | undefined;
  /**
   * Whether an abort of the wait also cancels the work, before the wait rejects. That is not subject to `timeout`: it takes
   * as long as its calls may, each at most the client's `totalTimeout`. Jobs that are known are canceled first, then
   * those of the clips whose project's jobs have to be listed first. Default false.
   */
  readonly cancelOnAbort?: boolean | undefined;
}

/** Options of a wait for the clips of a batch. */
export interface ClipWaitOptions extends WaitOptions<BatchProgress> {
  /**
   * Which of its project's jobs makes a clip that has no `export_id`; undefined if none does. Called with each poll until
   * the clip is final. Default: none, so that the batch cannot be followed to its end.
   */
  readonly jobOf?: ((clip: Clip, jobs: readonly Job[]) => Job | undefined) | undefined;
}

/** Not `was not sent`: a wait is no request. */
export const refusedWait = { outcome: 'did not start' } as const;

export const waitChecks: Checks<WaitOptions<never>> = {
  ...waitDefaultChecks,
  signal: aSignal,
  onProgress: aFunction,
  isFinal: aFunction,
  outcome: aFunction,
  cancelOnAbort: aBoolean,
};

export const clipWaitChecks: Checks<ClipWaitOptions> = { ...waitChecks, jobOf: aFunction };
