import { aString, mustBe, requireValue } from '../../src/core/options/checks.ts';
import { unknownId } from '../api/http-error.ts';
import { keyOf, type MockScope } from '../scope.ts';
import type { Store } from '../state/store.ts';
import type { JobEnd } from '../state/types.ts';
import { aHold, type JobOutcome, type JobOutcomes } from './outcomes.ts';
import type { JobRunner } from './runner.ts';

const aJobId = mustBe('a string: the id of a job, of its export or of its clip', (value) => typeof value === 'string');

/**
 * Makes jobs fail, stall or end before their time. An `id` is a job's, its export's or that of the clip that it is for.
 * A job that has ended stays as it is.
 *
 * @example
 * ```ts
 * import { createMock } from 'clipwright/mock';
 *
 * const mock = createMock();
 * // Of the next batch the second clip fails, and the third waits for approval.
 * mock.jobs.next({ status: 'completed' });
 * mock.jobs.next({ status: 'failed', error: 'No face in view.' });
 * mock.jobs.next({ status: 'review' });
 * ```
 */
export class MockJobs {
  readonly #store: Store;
  readonly #runner: JobRunner;
  readonly #outcomes: JobOutcomes;

  /** @internal */
  constructor(store: Store, runner: JobRunner, outcomes: JobOutcomes) {
    this.#store = store;
    this.#runner = runner;
    this.#outcomes = outcomes;
  }

  /**
   * Completes a job; of one that is under review, that is the approval.
   *
   * @throws HttpError when there is no such job.
   */
  complete(id: string, scope: MockScope = {}): void {
    this.#end(id, 'completed', null, scope);
  }

  /**
   * Lets a job fail now.
   *
   * @throws ConfigurationError when `reason` is not a string, HttpError when there is no such job.
   */
  fail(id: string, reason = 'The job was failed by hand.', scope: MockScope = {}): void {
    requireValue('reason', reason, aString);
    this.#end(id, 'failed', reason, scope);
  }

  /**
   * Cancels a job; no event tells of it.
   *
   * @throws HttpError when there is no such job.
   */
  cancel(id: string, scope: MockScope = {}): void {
    this.#end(id, 'cancelled', null, scope);
  }

  /**
   * Keeps a job as far as it is, however often one looks.
   *
   * @param seconds Of mock time, 0 to 1,000,000,000; then it goes on. Until somebody ends it if left out. 0 takes a hold back.
   * @throws ConfigurationError when `seconds` is no such number, HttpError when there is no such job.
   */
  hold(id: string, seconds?: number, scope: MockScope = {}): void {
    if (seconds !== undefined) requireValue('seconds', seconds, aHold);
    this.#runner.hold(this.#find(id, scope).job, seconds);
  }

  /**
   * Says how the next job goes that starts, whoever starts it unless `apiKey` is given. Each call is for the job after
   * the one that the last call was for. The clips of a batch start one job each, in their order.
   *
   * @throws ConfigurationError that names the field that is unknown, unfit, or contradicts the status.
   */
  next(outcome: JobOutcome): void {
    this.#outcomes.add(outcome);
  }

  #end(id: string, status: JobEnd['status'], error: string | null, scope: MockScope): void {
    const { workspace, job } = this.#find(id, scope);
    this.#runner.force(workspace, job, status, error);
  }

  #find(id: string, scope: MockScope) {
    requireValue('id', id, aJobId);
    const found = this.#store.findJobOf(id, keyOf(scope));
    if (!found) throw unknownId('id', 'job', id);
    return found;
  }
}
