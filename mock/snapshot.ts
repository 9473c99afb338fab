import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import { MAX_TIME } from './clock.ts';
import { emptyWorkspace, type WorkspaceState } from './state.ts';

/** A mock's state at one moment, as plain JSON. Its insides are the mock's own affair. */
export interface MockSnapshot {
  readonly clipwright: 'mock-state';
  readonly version: typeof VERSION;
  readonly now: number;
  readonly workspaces: readonly SavedWorkspace[];
}

const VERSION = 2;

const collections = ['projects', 'jobs', 'batches', 'audio', 'logos', 'webhooks', 'idempotency'] as const;
type Collection = (typeof collections)[number];

type SavedWorkspace = Omit<WorkspaceState, Collection> & {
  readonly [Name in Collection]: readonly (readonly unknown[])[];
};

export function takeSnapshot(now: number, states: readonly WorkspaceState[]): MockSnapshot {
  return structuredClone({ clipwright: 'mock-state', version: VERSION, now, workspaces: states.map(saved) });
}

/** @throws ConfigurationError when the value is no snapshot, or one of another version. */
export function readSnapshot(snapshot: MockSnapshot): { now: number; states: WorkspaceState[] } {
  if (snapshot?.clipwright !== 'mock-state') throw new ConfigurationError('snapshot', 'is not a state of this mock.');
  if (snapshot.version !== VERSION) {
    throw new ConfigurationError(
      'snapshot',
      `has version ${String(snapshot.version)}; this mock reads version ${VERSION}.`,
    );
  }
  const { now, workspaces } = structuredClone(snapshot);
  requireIntact(Number.isFinite(now) && now >= 0 && now <= MAX_TIME, 'now');
  requireIntact(Array.isArray(workspaces), 'workspaces');
  return { now, states: workspaces.map(restored) };
}

function requireIntact(holds: boolean, path: string): void {
  if (!holds) throw new ConfigurationError('snapshot', `is damaged: ${path} is missing or not what it was.`);
}

function saved(state: WorkspaceState): SavedWorkspace {
  const entries = collections.map((name) => [name, [...state[name]]]);
  // A boundary: `fromEntries` forgets which collection is which.
  return { ...state, ...Object.fromEntries(entries) } as SavedWorkspace;
}

function restored(workspace: SavedWorkspace, at: number): WorkspaceState {
  requireIntact(typeof workspace?.apiKey === 'string', `workspaces[${at}].apiKey`);
  for (const name of ['idCount', 'txid'] as const) {
    requireIntact(Number.isSafeInteger(workspace[name]), `workspaces[${at}].${name}`);
  }
  for (const name of collections) requireIntact(isListOfPairs(workspace[name]), `workspaces[${at}].${name}`);
  const entries = collections.map((name) => [name, new Map(workspace[name] as [string, unknown][])]);
  // The same boundary, the other way.
  return { ...emptyWorkspace(workspace.apiKey), ...workspace, ...Object.fromEntries(entries) } as WorkspaceState;
}

function isListOfPairs(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => Array.isArray(entry) && entry.length === 2);
}
