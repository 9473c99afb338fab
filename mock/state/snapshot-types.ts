import type { CaptionState } from './captions.ts';
import type { TimelineItemState } from './items.ts';
import type { ProjectState, WorkspaceState } from './types.ts';

/** The state of a mock as plain JSON. Its fields are internal: they may change with every version. */
export interface MockSnapshot {
  readonly clipwright: 'mock-state';
  readonly version: number;
  /** The mock's time or, in a snapshot of one workspace, the workspace's time, in milliseconds since 1970. */
  readonly now: number;
  readonly workspaces: readonly SavedWorkspace[];
}

/** A workspace with arrays instead of maps. Each entry contains its key. */
export interface SavedWorkspace extends Pick<WorkspaceState, 'apiKey' | 'idCount' | 'eventCount' | 'txid'> {
  /** The workspace's time, in milliseconds since 1970. */
  readonly now: number;
  readonly projects: readonly SavedProject[];
  readonly jobs: readonly Entry<'jobs'>[];
  readonly batches: readonly Entry<'batches'>[];
  readonly audio: readonly Entry<'audio'>[];
  readonly logos: readonly SavedLogo[];
  readonly webhooks: readonly Entry<'webhooks'>[];
  readonly idempotency: readonly SavedIdempotencyRecord[];
}

export interface SavedProject extends Omit<ProjectState, 'items' | 'captions'> {
  readonly items: readonly TimelineItemState[];
  readonly captions: readonly CaptionState[];
}

export interface SavedLogo {
  readonly profileId: string;
  readonly storageKey: string;
}

/** The remembered response for an Idempotency-Key. */
export interface SavedIdempotencyRecord extends Entry<'idempotency'> {
  readonly key: string;
}

type Entry<Name extends keyof WorkspaceState> = WorkspaceState[Name] extends Map<string, infer Value> ? Value : never;
