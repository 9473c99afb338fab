import { unknownId } from '../http/errors.ts';
import { nthId } from './ids.ts';
import type { BatchState, JobState, ProjectState, WorkspaceState } from './types.ts';
import type { SeededContent } from './views.ts';

/** The state of one API key, and the operations that services perform on it. */
export class Workspace {
  readonly state: WorkspaceState;
  /** The content that each project was seeded with, by project id. Not part of snapshots. */
  readonly seeded: Map<string, SeededContent>;
  readonly #seed: string;
  /** The ids of jobs, by the ids of their exports and clips. Like jobs and batches, entries are never removed. */
  readonly #jobIds = new Map<string, string>();
  #id: string | undefined;

  /** @param seeded The content of seeded projects, taken from the workspace that this one replaces, if any. */
  constructor(state: WorkspaceState, seed: string, seeded: ReadonlyMap<string, SeededContent> = new Map()) {
    this.state = state;
    this.seeded = new Map([...seeded].filter(([id]) => state.projects.has(id)));
    this.#seed = seed;
    for (const job of state.jobs.values()) this.#indexJob(job);
    for (const batch of state.batches.values()) this.#indexClips(batch);
  }

  /** An id of the workspace for places where its API key must not be shown. */
  get id(): string {
    // `newId` starts at 1, so the number 0 is free.
    this.#id ??= nthId(this.#seed, this.state.apiKey, 0);
    return this.#id;
  }

  newId(): string {
    this.state.idCount += 1;
    return nthId(this.#seed, this.state.apiKey, this.state.idCount);
  }

  /** Returns a new event id. Events have their own count, so that they do not change the ids of created resources. */
  newEventId(): string {
    this.state.eventCount += 1;
    return nthId(this.#seed, `${this.state.apiKey}\nevents`, this.state.eventCount);
  }

  /** @throws HttpError 404 about `param` if there is no such project. */
  project(id: string, param = 'projectId'): ProjectState {
    const project = this.state.projects.get(id);
    if (!project) throw unknownId(param, 'project', id);
    return project;
  }

  /** @throws HttpError 404 if there is no such job. */
  job(id: string): JobState {
    const job = this.state.jobs.get(id);
    if (!job) throw unknownId('jobId', 'job', id);
    return job;
  }

  /** @param id The id of the job, of its export or of its clip. */
  findJob(id: string): JobState | undefined {
    return this.state.jobs.get(this.#jobIds.get(id) ?? id);
  }

  addJob(job: JobState): void {
    this.state.jobs.set(job.id, job);
    this.project(job.projectId).jobIds.push(job.id);
    this.#indexJob(job);
  }

  addBatch(batch: BatchState): void {
    this.state.batches.set(batch.id, batch);
    this.#indexClips(batch);
  }

  #indexJob({ id, exportId }: JobState): void {
    if (exportId !== null) this.#jobIds.set(exportId, id);
  }

  #indexClips({ clips }: BatchState): void {
    for (const { id, jobId } of clips) this.#jobIds.set(id, jobId);
  }
}

/** Returns the key of an imported track in {@link WorkspaceState.audio}. */
export function audioKey(provider: string, externalId: string): string {
  return JSON.stringify([provider, externalId]);
}
