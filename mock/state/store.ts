import { emptyWorkspace, type JobState, type WorkspaceState } from './types.ts';
import { Workspace } from './workspace.ts';

/** All workspaces of a mock, by API key. */
export class Store {
  readonly #seed: string;
  readonly #workspaces = new Map<string, Workspace>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** The workspace of a key; one that has made nothing yet is not kept until it does. */
  workspace(apiKey: string): Workspace {
    return this.#workspaces.get(apiKey) ?? new Workspace(emptyWorkspace(apiKey), this.#seed);
  }

  keep(workspace: Workspace): void {
    this.#workspaces.set(workspace.state.apiKey, workspace);
  }

  workspaces(): Iterable<Workspace> {
    return this.#workspaces.values();
  }

  /** The workspace that holds what `find` finds; media are served to whoever knows an address. */
  search<Found>(find: (state: WorkspaceState) => Found | undefined): Found | undefined {
    for (const { state } of this.#workspaces.values()) {
      const found = find(state);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  findJob(id: string): { workspace: Workspace; job: JobState } | undefined {
    for (const workspace of this.#workspaces.values()) {
      const job = workspace.state.jobs.get(id);
      if (job) return { workspace, job };
    }
    return undefined;
  }

  /** The job of this id, of this export, or of this clip; of one workspace, if its key is named. */
  findJobOf(id: string, apiKey?: string): { workspace: Workspace; job: JobState } | undefined {
    for (const workspace of this.#workspaces.values()) {
      const job = apiKey === undefined || workspace.state.apiKey === apiKey ? workspace.jobOf(id) : undefined;
      if (job) return { workspace, job };
    }
    return undefined;
  }

  /** All workspaces, or the one of a key. */
  save(apiKey?: string): WorkspaceState[] {
    const states = [...this.#workspaces.values()].map(({ state }) => state);
    return states.filter((state) => (apiKey ?? state.apiKey) === state.apiKey);
  }

  /** Puts these in the place of all workspaces, or the one of a key in the place of what it had. */
  load(states: readonly WorkspaceState[], apiKey?: string): void {
    if (apiKey === undefined) this.#workspaces.clear();
    else this.#workspaces.delete(apiKey);
    for (const state of states) {
      if ((apiKey ?? state.apiKey) === state.apiKey) this.keep(new Workspace(state, this.#seed));
    }
  }
}
