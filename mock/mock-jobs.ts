import type { JobRunner } from './job-runner.ts';
import { unknownId } from './problem.ts';
import type { JobEnd } from './state.ts';
import type { Store } from './store.ts';

/** Ends jobs before their time. A job that has ended stays as it is. */
export class MockJobs {
  readonly #store: Store;
  readonly #runner: JobRunner;

  /** @internal */
  constructor(store: Store, runner: JobRunner) {
    this.#store = store;
    this.#runner = runner;
  }

  /** @throws HttpProblem when there is no such job. */
  complete(id: string): void {
    this.#end(id, 'completed', null);
  }

  /** @throws HttpProblem when there is no such job. */
  fail(id: string, reason = 'The job was failed by hand.'): void {
    this.#end(id, 'failed', reason);
  }

  /** @throws HttpProblem when there is no such job. */
  cancel(id: string): void {
    this.#end(id, 'cancelled', null);
  }

  #end(id: string, status: JobEnd['status'], error: string | null): void {
    const found = this.#store.findJob(id);
    if (!found) throw unknownId('id', 'job', id);
    this.#runner.force(found.workspace, found.job, status, error);
  }
}
