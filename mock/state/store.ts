import { assumptions } from '../assumptions.ts';
import { HttpError } from '../http/errors.ts';
import type { TimeOffsets } from '../time/times.ts';
import { emptyWorkspace, type JobState, type WorkspaceState } from './types.ts';
import { Workspace } from './workspace.ts';

/** All workspaces of a mock, by API key. */
export class Store implements TimeOffsets {
  readonly #seed: string;
  readonly #workspaces = new Map<string, Workspace>();
  #changes = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** The number of calls of `add` and `countChange`: how often the state has changed, or may have changed. */
  get changes(): number {
    return this.#changes;
  }

  countChange(): void {
    this.#changes += 1;
  }

  /** Returns the workspace of a key. Does not store a new workspace, so that a rejected request changes nothing. */
  workspace(apiKey: string): Workspace {
    return this.#workspaces.get(apiKey) ?? new Workspace(emptyWorkspace(apiKey), this.#seed);
  }

  /** @throws HttpError 503 when a new workspace would exceed the limit. */
  requireRoomFor({ state: { apiKey } }: Workspace): void {
    const most = assumptions.workspaces.value;
    if (this.#workspaces.size < most || this.#workspaces.has(apiKey)) return;
    throw new HttpError(
      503,
      'too_many_workspaces',
      `The mock has ${most} workspaces, one for each API key, and makes no more. ` +
        'Use fewer keys, or reset the mock: POST /_mock/reset, or mock.reset().',
    );
  }

  add(workspace: Workspace): void {
    this.requireRoomFor(workspace);
    this.#workspaces.set(workspace.state.apiKey, workspace);
    this.countChange();
  }

  timeOffset(apiKey: string): number {
    return this.#workspaces.get(apiKey)?.state.timeOffset ?? 0;
  }

  largestTimeOffset(): number {
    return this.#workspaces.values().reduce((largest, { state }) => Math.max(largest, state.timeOffset), 0);
  }

  setTimeOffset(apiKey: string, timeOffset: number): void {
    const workspace = this.workspace(apiKey);
    this.add(workspace);
    workspace.state.timeOffset = timeOffset;
  }

  /** Returns all workspaces, or only the API key's workspace; an empty array if the key has none. */
  workspaces(apiKey?: string): Workspace[] {
    if (apiKey === undefined) return [...this.#workspaces.values()];
    const workspace = this.#workspaces.get(apiKey);
    return workspace ? [workspace] : [];
  }

  /** Returns the first result of `findIn` in any workspace. Used for files, whose requests have no API key. */
  find<Result>(findIn: (state: WorkspaceState) => Result | undefined): Result | undefined {
    const results = this.#workspaces.values().map(({ state }) => findIn(state));
    return results.find((result) => result !== undefined);
  }

  /** @param id The id of the job, of its export or of its clip. */
  findJob(id: string, apiKey?: string): { workspace: Workspace; job: JobState } | undefined {
    for (const workspace of this.workspaces(apiKey)) {
      const job = workspace.findJob(id);
      if (job) return { workspace, job };
    }
    return undefined;
  }

  /** Replaces all workspaces. With an API key, replaces only its workspace, and `states` has no other workspace. */
  replace(states: readonly WorkspaceState[], apiKey?: string): void {
    const seeded = new Map(this.workspaces(apiKey).map((replaced) => [replaced.state.apiKey, replaced.seeded]));
    if (apiKey === undefined) this.#workspaces.clear();
    else this.#workspaces.delete(apiKey);
    for (const state of states) {
      this.#workspaces.set(state.apiKey, new Workspace(state, this.#seed, seeded.get(state.apiKey)));
    }
  }
}
