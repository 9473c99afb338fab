import { validate } from '../../src/contract/validate.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { requireIntegrity } from './snapshot-integrity.ts';
import { mockSnapshot } from './snapshot-schema.ts';
import type { MockSnapshot, SavedWorkspace } from './snapshot-types.ts';
import { SNAPSHOT_VERSION, type WorkspaceState } from './types.ts';
import { audioKey } from './workspace.ts';

export function takeSnapshot(now: number, states: readonly WorkspaceState[]): MockSnapshot {
  return structuredClone({ clipwright: 'mock-state', version: SNAPSHOT_VERSION, now, workspaces: states.map(saved) });
}

/**
 * @param apiKey The workspace that alone may be in it.
 * @throws ConfigurationError that names the place when the value is no snapshot, one of another version, or damaged.
 */
export function readSnapshot(snapshot: MockSnapshot, apiKey?: string): { now: number; states: WorkspaceState[] } {
  if (typeof snapshot === 'string')
    throw new ConfigurationError('snapshot', 'is a text. Parse it first, with JSON.parse.');
  if (snapshot?.clipwright !== 'mock-state') throw new ConfigurationError('snapshot', 'is not a state of this mock.');
  if (snapshot.version !== SNAPSHOT_VERSION) {
    throw new ConfigurationError(
      'snapshot',
      `has version ${JSON.stringify(snapshot.version)}; this mock reads version ${SNAPSHOT_VERSION}.`,
    );
  }
  const copy = plainCopy(snapshot);
  const [issue] = validate(mockSnapshot, copy);
  if (issue) throw damaged(issue.path, issue.message);
  requireIntegrity(copy.workspaces, damaged);
  if (apiKey !== undefined) requireNoOther(copy.workspaces, apiKey);
  return { now: copy.now, states: copy.workspaces.map(restored) };
}

/** What cannot be written as JSON could not be kept in a file, either. */
function plainCopy(snapshot: MockSnapshot): MockSnapshot {
  try {
    return JSON.parse(JSON.stringify(snapshot)) as MockSnapshot;
  } catch (cause) {
    throw new ConfigurationError('snapshot', 'is not plain JSON.', { cause });
  }
}

function requireNoOther(workspaces: readonly SavedWorkspace[], apiKey: string): void {
  const at = workspaces.findIndex((workspace) => workspace.apiKey !== apiKey);
  if (at === -1) return;
  throw new ConfigurationError(
    'snapshot',
    `holds another key's workspace: workspaces[${at}]. Take one of this key alone.`,
  );
}

function damaged(path: string, message: string): ConfigurationError {
  return new ConfigurationError('snapshot', `is damaged: ${path === '' ? 'it' : path} ${message}.`);
}

function saved(state: WorkspaceState): SavedWorkspace {
  return {
    apiKey: state.apiKey,
    idCount: state.idCount,
    eventCount: state.eventCount,
    txid: state.txid,
    projects: [...state.projects.values()],
    jobs: [...state.jobs.values()],
    batches: [...state.batches.values()],
    audio: [...state.audio.values()],
    logos: [...state.logos].map(([profileId, storageKey]) => ({ profileId, storageKey })),
    webhooks: [...state.webhooks.values()],
    idempotency: [...state.idempotency].map(([key, answer]) => ({ key, ...answer })),
  };
}

function restored(workspace: SavedWorkspace): WorkspaceState {
  return {
    apiKey: workspace.apiKey,
    idCount: workspace.idCount,
    eventCount: workspace.eventCount,
    txid: workspace.txid,
    projects: byId(workspace.projects),
    jobs: byId(workspace.jobs),
    batches: byId(workspace.batches),
    audio: new Map(workspace.audio.map((audio) => [audioKey(audio.provider, audio.externalId), audio])),
    logos: new Map(workspace.logos.map(({ profileId, storageKey }) => [profileId, storageKey])),
    webhooks: byId(workspace.webhooks),
    idempotency: new Map(workspace.idempotency.map(({ key, ...answer }) => [key, answer])),
  };
}

function byId<Value extends { readonly id: string }>(values: readonly Value[]): Map<string, Value> {
  return new Map(values.map((value) => [value.id, value]));
}
