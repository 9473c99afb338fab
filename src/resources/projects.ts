import type { CreateProjectParams, Project } from '../contract/project.ts';
import type { Api } from '../core/call/api.ts';
import type { IdempotentCallOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';

/** Projects, each with one timeline. */
export class Projects {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Creates a project.
   *
   * @example
   * ```ts
   * const project = await client.projects.create({ name: 'Talk' });
   * ```
   */
  create(params: CreateProjectParams, options: IdempotentCallOptions = {}): ApiCall<Project> {
    return this.#api.call('projects.create', { body: params }, options);
  }
}
