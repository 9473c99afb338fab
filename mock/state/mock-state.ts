import { aNonEmptyString, type Check, requireValue } from '../../src/core/options/checks.ts';
import { misuse, unknownId } from '../http/errors.ts';
import { keyDigest, keyOf, type MockScope } from '../scope.ts';
import { isoTime } from '../time/clock.ts';
import type { Times } from '../time/times.ts';
import type { CaptionState } from './captions.ts';
import type { Store } from './store.ts';
import type { ProjectState } from './types.ts';
import {
  type CaptionContent,
  type ListedJob,
  type ListedProject,
  type ListedWebhook,
  type ListedWorkspace,
  listedJob,
  type ProjectContent,
  projectView,
} from './views.ts';
import type { Workspace } from './workspace.ts';

export interface StateDeps {
  readonly store: Store;
  readonly times: Times;
  readonly unitsPerSecond: number;
  readonly anAcceptedKey: Check;
  origin(): string;
}

/**
 * Reads the state of the mock. Lists begin with the oldest entry. Reads are not recorded and do not poll jobs.
 *
 * @example
 * ```ts
 * const [project] = mock.state.projects();
 * ```
 */
export class MockState {
  readonly #deps: StateDeps;

  /** @internal */
  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  /** Returns the workspaces that the mock has stored. */
  workspaces(scope: MockScope = {}): ListedWorkspace[] {
    return this.#workspaces(scope).map(({ state: { apiKey, projects, jobs, webhooks } }) => {
      const now = isoTime(this.#deps.times.now(apiKey));
      return { apiKey, now, projects: projects.size, jobs: jobs.size, webhooks: webhooks.size };
    });
  }

  /** Returns the projects of all workspaces, or of the given one. */
  projects(scope: MockScope = {}): ListedProject[] {
    const workspaces = this.#workspaces(scope);
    return workspaces.flatMap(({ state }) => [...state.projects.values()].map((each) => this.#projectView(each)));
  }

  /**
   * Returns the timeline and the captions of a project.
   *
   * @throws ConfigurationError when there is no such project, or it is not in the given workspace.
   */
  project(id: string, scope: MockScope = {}): ProjectContent {
    requireValue('id', id, aNonEmptyString);
    const workspace = this.#workspaces(scope).find(({ state }) => state.projects.has(id));
    const project = workspace?.state.projects.get(id);
    if (!workspace || !project) {
      throw misuse('id', 'is not known', unknownId('id', 'project', id), ' `mock.state.projects()` lists them.');
    }
    return {
      project: this.#projectView(project),
      revision: workspace.state.txid,
      workspace: keyDigest(workspace.state.apiKey),
      seeded: workspace.seeded.get(id) ?? null,
      unitsPerSecond: this.#deps.unitsPerSecond,
      items: [...project.items],
      captions: [...project.captions].map(captionContent),
    };
  }

  /** Returns the jobs of all workspaces, or of the given one. */
  jobs(scope: MockScope = {}): ListedJob[] {
    const { times, origin } = this.#deps;
    return this.#workspaces(scope).flatMap(({ state }) => {
      const context = { now: times.now(state.apiKey), origin: origin() };
      return [...state.jobs.values()].map((job) => listedJob(job, context));
    });
  }

  /** Returns the webhooks of all workspaces, or of the given one. */
  webhooks(scope: MockScope = {}): ListedWebhook[] {
    const webhooks = this.#workspaces(scope).flatMap(({ state }) => [...state.webhooks.values()]);
    return webhooks.map(({ id, url, events, createdAt }) => {
      return { id, url, events: [...events], created_at: isoTime(createdAt) };
    });
  }

  #workspaces(scope: MockScope): Workspace[] {
    const { store, anAcceptedKey } = this.#deps;
    return store.workspaces(keyOf(scope, anAcceptedKey));
  }

  #projectView(project: ProjectState): ListedProject {
    const { captions, words } = project.captions.totals;
    const counts = { items: [...project.items].length, captions, words, jobs: project.jobIds.length };
    return { ...projectView(project, { origin: this.#deps.origin() }), ...counts };
  }
}

function captionContent({ id, itemId, words }: CaptionState): CaptionContent {
  return {
    id,
    itemId,
    words: words.map((word) => [word.id, word.word, word.start, word.end, word.emphasis]),
  };
}
