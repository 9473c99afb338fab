import type { WorkspaceState } from './types.ts';

/** A mock's state at one moment, as plain JSON. Its insides are the mock's own affair. */
export interface MockSnapshot {
  readonly clipwright: 'mock-state';
  readonly version: number;
  readonly now: number;
  readonly workspaces: readonly SavedWorkspace[];
}

/** A workspace as lists: what it is found by is in its entries. */
export interface SavedWorkspace extends Pick<WorkspaceState, 'apiKey' | 'idCount' | 'eventCount' | 'txid'> {
  readonly projects: readonly Entry<'projects'>[];
  readonly jobs: readonly Entry<'jobs'>[];
  readonly batches: readonly Entry<'batches'>[];
  readonly audio: readonly Entry<'audio'>[];
  readonly logos: readonly SavedLogo[];
  readonly webhooks: readonly Entry<'webhooks'>[];
  readonly idempotency: readonly SavedAnswer[];
}

export interface SavedLogo {
  readonly profileId: string;
  readonly storageKey: string;
}

/** What an Idempotency-Key was answered with. */
export interface SavedAnswer extends Entry<'idempotency'> {
  readonly key: string;
}

type Entry<Name extends keyof WorkspaceState> = WorkspaceState[Name] extends Map<string, infer Value> ? Value : never;
