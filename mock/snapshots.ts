import type { MockParts } from './assemble.ts';
import { fromSaved, readSnapshot, takeSnapshot } from './state/snapshot.ts';
import type { MockSnapshot } from './state/snapshot-types.ts';
import { emptyWorkspace, type WorkspaceState } from './state/types.ts';
import { EPOCH } from './time/clock.ts';

/** Takes, restores and resets the state and the time of all workspaces, or of one workspace. */
export class Snapshots {
  readonly #parts: MockParts;
  /** Maps each API key to the state that a reset restores, so that a reset of one workspace reads only one snapshot. */
  #resetPoint: ReadonlyMap<string, MockSnapshot> = new Map();

  constructor(parts: MockParts) {
    this.#parts = parts;
  }

  take(apiKey?: string): MockSnapshot {
    const { times, store } = this.#parts;
    return takeSnapshot(
      times.clock.now(),
      store.workspaces(apiKey),
      apiKey === undefined ? 0 : store.timeOffset(apiKey),
    );
  }

  /** @throws ConfigurationError when the value is not a snapshot that can be restored. Nothing changes in that case. */
  restore(snapshot: MockSnapshot, apiKey?: string): void {
    const saved = readSnapshot(snapshot, apiKey);
    const { times, limiter, deliveries } = this.#parts;
    limiter.dropEnded(apiKey);
    deliveries.attempts.cancelScheduled(timeIn(saved), apiKey);
    if (apiKey === undefined) times.clock.set(saved.now);
    this.#load(statesIn(saved, apiKey === undefined ? saved.now : times.clock.now(), apiKey), apiKey);
    this.#parts.changes.tell(apiKey, () => ({ type: 'reset' }));
  }

  reset(apiKey?: string): void {
    const { times, mockJobs, limiter, log, deliveries, faults, changes, openRequests } = this.#parts;
    openRequests.end(apiKey);
    if (apiKey === undefined) times.clock.set(times.clock.mode === 'realtime' ? Date.now() : EPOCH);
    this.#load(this.#readResetPoint(apiKey), apiKey);
    mockJobs.clearNext({ apiKey });
    limiter.reset(apiKey);
    log.clear(apiKey);
    deliveries.clear(apiKey);
    faults.reset({ apiKey });
    changes.tell(apiKey, () => ({ type: 'reset' }));
  }

  setResetPoint(): void {
    const apiKeys = this.#parts.store.workspaces().map(({ state }) => state.apiKey);
    this.#resetPoint = new Map(apiKeys.map((apiKey) => [apiKey, this.take(apiKey)]));
  }

  /** Returns the states that a reset restores. Their workspaces have the mock's time, like new workspaces. */
  #readResetPoint(apiKey: string | undefined): WorkspaceState[] {
    const snapshots = apiKey === undefined ? this.#resetPoint.values() : [this.#resetPoint.get(apiKey)];
    return [...snapshots].flatMap((snapshot) =>
      snapshot ? readSnapshot(snapshot).workspaces.map((workspace) => fromSaved(workspace, workspace.now)) : [],
    );
  }

  #load(states: readonly WorkspaceState[], apiKey: string | undefined): void {
    const { store, jobs } = this.#parts;
    jobs.untrack(store.workspaces(apiKey));
    store.replace(states, apiKey);
    for (const workspace of store.workspaces(apiKey)) jobs.track(workspace, workspace.state.jobs.values());
  }
}

/** Returns a function for the time of a workspace in a snapshot. A workspace that is not listed had the mock's time. */
function timeIn({ now, workspaces }: MockSnapshot): (apiKey: string) => number {
  const times = new Map(workspaces.map(({ apiKey, now }) => [apiKey, now]));
  return (apiKey) => times.get(apiKey) ?? now;
}

/** Returns the states to restore. For the snapshot of one workspace that was still empty, restores only its time. */
function statesIn({ now, workspaces }: MockSnapshot, mockTime: number, apiKey?: string): WorkspaceState[] {
  if (apiKey === undefined || workspaces.length > 0)
    return workspaces.map((workspace) => fromSaved(workspace, mockTime));
  return now === mockTime ? [] : [{ ...emptyWorkspace(apiKey), timeOffset: now - mockTime }];
}
