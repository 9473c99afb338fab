import { aString, type Check, requireValue } from '../../src/core/options/checks.ts';
import { misuse, unknownId } from '../http/errors.ts';
import { keyOf, type MockScope } from '../scope.ts';
import type { Store } from '../state/store.ts';
import type { JobEnd } from '../state/types.ts';
import { aHold, aJobId, type JobOutcome, requireOutcome } from './outcomes.ts';
import type { JobRunner } from './runner.ts';

/**
 * Makes jobs fail, puts them on hold, or ends them early. Each `id` is the id of a job, its export or its clip. A job
 * that has already ended does not change.
 *
 * @example
 * ```ts
 * import { createMock } from 'clipwright/mock';
 *
 * const mock = createMock();
 * // In the next batch, the second clip fails and the third waits for approval.
 * mock.jobs.next({ status: 'completed' });
 * mock.jobs.next({ status: 'failed', error: 'No face in view.' });
 * mock.jobs.next({ status: 'review' });
 * ```
 */
export class MockJobs {
  readonly #store: Store;
  readonly #runner: JobRunner;
  readonly #keyCheck: Check;
  /** The outcomes of the jobs that start next, first in, first out. */
  #planned: { readonly outcome: JobOutcome; remaining: number }[] = [];

  /** @internal */
  constructor(store: Store, runner: JobRunner, anAcceptedKey: Check) {
    this.#store = store;
    this.#runner = runner;
    this.#keyCheck = anAcceptedKey;
  }

  /**
   * Completes a job. This approves a job that is under review.
   *
   * @throws ConfigurationError when `id` is not a string, or when there is no such job.
   */
  complete(id: string, scope: MockScope = {}): void {
    this.#end(id, 'completed', null, scope);
  }

  /**
   * Makes a job fail now.
   *
   * @param reason The job's error.
   * @throws ConfigurationError when `id` or `reason` is not a string, or when there is no such job.
   */
  fail(id: string, reason = 'The job was failed manually.', scope: MockScope = {}): void {
    requireValue('reason', reason, aString);
    this.#end(id, 'failed', reason, scope);
  }

  /**
   * Cancels a job. No event is emitted.
   *
   * @throws ConfigurationError when `id` is not a string, or when there is no such job.
   */
  cancel(id: string, scope: MockScope = {}): void {
    this.#end(id, 'cancelled', null, scope);
  }

  /**
   * Stops a job's progress, no matter how often it is polled.
   *
   * @param seconds The duration in seconds of mock time, 0 to 1,000,000,000; unlimited if omitted. 0 ends a hold.
   * @throws ConfigurationError when `id` or `seconds` is not valid, or when there is no such job.
   */
  hold(id: string, seconds?: number, scope: MockScope = {}): void {
    if (seconds !== undefined) requireValue('seconds', seconds, aHold);
    const { workspace, job } = this.#find(id, scope);
    this.#runner.hold(workspace, job, seconds);
  }

  /**
   * Sets the outcome of the next job that starts, for any API key unless `apiKey` is given. Further calls set the
   * outcomes of the jobs that start later. The clips of a batch start one job each, in order.
   *
   * @throws ConfigurationError that names the field that is unknown, not valid, or contradicts the status.
   */
  next(outcome: JobOutcome): void {
    requireOutcome(outcome, this.#keyCheck);
    this.#planned.push({ outcome, remaining: outcome.times ?? 1 });
  }

  /** Returns the outcomes of the jobs that start next, in order. With an API key, returns only those set for this key. */
  listNext(scope: MockScope = {}): Omit<JobOutcome, 'apiKey'>[] {
    const key = keyOf(scope, this.#keyCheck);
    const planned = this.#planned.filter(({ outcome }) => key === undefined || outcome.apiKey === key);
    return planned.map(({ outcome: { apiKey: _, ...outcome }, remaining }) => ({ ...outcome, times: remaining }));
  }

  /** Clears the outcomes that {@link next} has set. With an API key, clears only those set for this key. */
  clearNext(scope: MockScope = {}): void {
    const key = keyOf(scope, this.#keyCheck);
    this.#planned = this.#planned.filter(({ outcome }) => key !== undefined && outcome.apiKey !== key);
  }

  /**
   * Returns the outcome of the job that this API key starts now, and counts it as used.
   *
   * @internal
   */
  takeNext(apiKey: string): JobOutcome {
    const next = this.#planned.find(({ outcome }) => (outcome.apiKey ?? apiKey) === apiKey);
    if (!next) return { status: 'completed' };
    next.remaining -= 1;
    if (next.remaining === 0) this.#planned = this.#planned.filter((other) => other !== next);
    return next.outcome;
  }

  #end(id: string, status: JobEnd['status'], error: string | null, scope: MockScope): void {
    const { workspace, job } = this.#find(id, scope);
    this.#runner.endNow(workspace, job, status, error);
  }

  #find(id: string, scope: MockScope) {
    requireValue('id', id, aJobId);
    const found = this.#store.findJob(id, keyOf(scope, this.#keyCheck));
    if (found) return found;
    const advice = ' `client.jobs.list(projectId)` lists those of a project.';
    throw misuse('id', 'is not known', unknownId('id', 'job', id), advice);
  }
}
