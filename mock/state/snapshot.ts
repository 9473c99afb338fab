import { validate } from '../../src/contract/validate.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { timeAt } from '../time/times.ts';
import { Captions } from './captions.ts';
import { Items } from './items.ts';
import { plainSnapshot } from './plain-snapshot.ts';
import { findDamage } from './snapshot-integrity.ts';
import { mockSnapshot } from './snapshot-schema.ts';
import type { MockSnapshot, SavedProject, SavedWorkspace } from './snapshot-types.ts';
import { type ProjectState, SNAPSHOT_VERSION, type WorkspaceState } from './types.ts';
import { audioKey, type Workspace } from './workspace.ts';

/** @param timeOffset The workspace's time offset, for a snapshot of one workspace. */
export function takeSnapshot(mockTime: number, workspaces: readonly Workspace[], timeOffset = 0): MockSnapshot {
  const now = timeAt(mockTime, timeOffset);
  const saved = workspaces.map(({ state }) => toSaved(state, mockTime));
  return structuredClone({ clipwright: 'mock-state', version: SNAPSHOT_VERSION, now, workspaces: saved });
}

/**
 * Checks and copies a snapshot.
 *
 * @param apiKey If given, the snapshot may only contain this key's workspace.
 * @throws ConfigurationError when the value is not a snapshot, has another version, or is damaged.
 */
export function readSnapshot(snapshot: MockSnapshot, apiKey?: string): MockSnapshot {
  const copy = plainSnapshot(snapshot);
  if (copy.version !== SNAPSHOT_VERSION) {
    throw new ConfigurationError(
      'snapshot',
      `has version ${JSON.stringify(copy.version)}; this mock reads version ${SNAPSHOT_VERSION}.`,
    );
  }
  const [issue] = validate(mockSnapshot, copy);
  const [damage] = issue ? [[issue.path, issue.message]] : findDamage(copy.workspaces);
  if (damage) throw new ConfigurationError('snapshot', `is damaged: ${damage[0] || 'it'} ${damage[1]}.`);
  if (apiKey !== undefined) requireOnlyWorkspace(copy.workspaces, apiKey);
  return copy;
}

/** Converts a saved workspace, to be loaded when the mock's time is `mockTime`. */
export function fromSaved(workspace: SavedWorkspace, mockTime: number): WorkspaceState {
  const { now, ...saved } = workspace;
  return {
    ...saved,
    timeOffset: now - mockTime,
    projects: byId(workspace.projects.map(fromSavedProject)),
    jobs: byId(workspace.jobs),
    batches: byId(workspace.batches),
    audio: new Map(workspace.audio.map((audio) => [audioKey(audio.provider, audio.externalId), audio])),
    logos: new Map(workspace.logos.map(({ profileId, storageKey }) => [profileId, storageKey])),
    webhooks: byId(workspace.webhooks),
    idempotency: new Map(workspace.idempotency.map(({ key, ...record }) => [key, record])),
  };
}

function requireOnlyWorkspace(workspaces: readonly SavedWorkspace[], apiKey: string): void {
  const index = workspaces.findIndex((workspace) => workspace.apiKey !== apiKey);
  if (index === -1) return;
  throw new ConfigurationError(
    'snapshot',
    `contains the workspace of another API key: workspaces[${index}]. Pass a snapshot of this key only.`,
  );
}

function toSaved(state: WorkspaceState, mockTime: number): SavedWorkspace {
  const { timeOffset, ...rest } = state;
  return {
    ...rest,
    now: timeAt(mockTime, timeOffset),
    projects: [...state.projects.values()].map((project) => {
      return { ...project, items: [...project.items], captions: [...project.captions] };
    }),
    jobs: [...state.jobs.values()],
    batches: [...state.batches.values()],
    audio: [...state.audio.values()],
    logos: [...state.logos].map(([profileId, storageKey]) => ({ profileId, storageKey })),
    webhooks: [...state.webhooks.values()],
    idempotency: [...state.idempotency].map(([key, record]) => ({ key, ...record })),
  };
}

function fromSavedProject(project: SavedProject): ProjectState {
  const items = new Items(project.items);
  const captions = new Captions();
  for (const caption of project.captions) captions.put(caption, items.get(caption.itemId)?.layer ?? 0);
  return { ...project, items, captions };
}

function byId<Value extends { readonly id: string }>(values: readonly Value[]): Map<string, Value> {
  return new Map(values.map((value) => [value.id, value]));
}
