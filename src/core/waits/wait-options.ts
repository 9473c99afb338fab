import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { aBoolean, aFunction, aSignal, type Checks, mustBe } from '../options/checks.ts';
import { waitDefaultChecks } from '../options/option-checks.ts';
import type { CheckOptions, JobRuleOptions, WaitDefaults, WaitEvents } from '../options/options.ts';
import type { BatchProgress } from '../results/checks.ts';

/** Options of a wait. Times are in milliseconds. Omitted options default to the client's `wait` option. */
export interface WaitOptions<State> extends WaitDefaults, JobRuleOptions {
  /** Aborts the wait, which then rejects with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with each state that a poll finds. The wait awaits the callback, but not beyond `timeout`. Errors of the
   * callback go to the client's logger, or to `console.error`. To end the wait, abort `signal`.
   */
  readonly onProgress?: ((state: State) => unknown) | undefined;
  /**
   * Whether aborting the wait also cancels the work before the wait rejects. Canceling is not subject to `timeout`:
   * each call to cancel can take up to the client's `totalTimeout`. Known jobs are canceled first, then the jobs of
   * clips whose project's jobs have to be listed. Default false.
   */
  readonly cancelOnAbort?: boolean | undefined;
  /**
   * Webhook events, from `memoryEvents()` or `redisEvents(redis)`. An event that names the work causes a poll. With
   * events, `interval` defaults to 30,000 and `maxInterval` to 60,000, in case an event is lost. Default: none.
   */
  readonly events?: WaitEvents | undefined;
}

/** Options of a check of a batch of clips. */
export interface ClipCheckOptions extends CheckOptions, Pick<ClipWaitOptions, 'jobOf'> {}

/** Options of a wait for the clips of a batch. */
export interface ClipWaitOptions extends WaitOptions<BatchProgress> {
  /**
   * Returns the job that makes a clip without an `export_id`, out of the jobs of the clip's project; undefined if no
   * listed job makes the clip. Called on each poll until the clip is final. Without this option, a batch that has a
   * clip without an `export_id` cannot be followed to its end, unless a handle contains the clip's job.
   */
  readonly jobOf?: ((clip: Clip, jobs: readonly Job[]) => Job | undefined) | undefined;
}

/** Makes error messages say that a wait "did not start", not that a request "was not sent". */
export const refusedWait = { outcome: 'did not start' } as const;

export const waitChecks: Checks<WaitOptions<never>> = {
  ...waitDefaultChecks,
  signal: aSignal,
  onProgress: aFunction,
  isFinal: aFunction,
  outcome: aFunction,
  cancelOnAbort: aBoolean,
  events: mustBe('memoryEvents() or redisEvents(redis)', (value) => typeof Object(value).subscribe === 'function'),
};

export const clipWaitChecks: Checks<ClipWaitOptions> = { ...waitChecks, jobOf: aFunction };
