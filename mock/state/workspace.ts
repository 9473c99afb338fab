import { unknownId } from '../api/http-error.ts';
import { overlaps, type Span } from '../words/timing.ts';
import { nthId } from './ids.ts';
import type {
  AudioState,
  BatchState,
  CaptionState,
  JobState,
  ProjectState,
  TimelineItemState,
  WebhookState,
  WordState,
  WorkspaceState,
} from './types.ts';

export interface WordLocation {
  readonly caption: CaptionState;
  readonly word: WordState;
  /** In its caption. */
  readonly index: number;
}

/** The state of one API key, and the operations of the services on it. */
export class Workspace {
  readonly state: WorkspaceState;
  readonly #seed: string;
  /** By the ids of their exports and clips. */
  readonly #jobIds = new Map<string, string>();

  constructor(state: WorkspaceState, seed: string) {
    this.state = state;
    this.#seed = seed;
    for (const job of state.jobs.values()) this.#indexJob(job);
    for (const batch of state.batches.values()) this.#indexClips(batch);
  }

  newId(): string {
    this.state.idCount += 1;
    return nthId(this.#seed, this.state.apiKey, this.state.idCount);
  }

  /** Counted separately: the time of an event must not change the ids of what requests create. */
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

  newestProject(): ProjectState | undefined {
    return [...this.state.projects.values()].at(-1);
  }

  addProject(project: ProjectState): void {
    this.state.projects.set(project.id, project);
  }

  /** @throws HttpError 404 if there is no such job. */
  job(id: string): JobState {
    const job = this.state.jobs.get(id);
    if (!job) throw unknownId('jobId', 'job', id);
    return job;
  }

  /** @param id That of the job, of its export or of its clip. */
  findJob(id: string): JobState | undefined {
    return this.state.jobs.get(this.#jobIds.get(id) ?? id);
  }

  jobsOf(project: ProjectState): JobState[] {
    return project.jobIds.map((id) => this.job(id));
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

  importedAudio(provider: string, externalId: string): AudioState | undefined {
    return this.state.audio.get(audioKey(provider, externalId));
  }

  addAudio(audio: AudioState): void {
    this.state.audio.set(audioKey(audio.provider, audio.externalId), audio);
  }

  addWebhook(webhook: WebhookState): void {
    this.state.webhooks.set(webhook.id, webhook);
  }

  #indexJob({ id, exportId }: JobState): void {
    if (exportId !== null) this.#jobIds.set(exportId, id);
  }

  #indexClips({ clips }: BatchState): void {
    for (const { id, jobId } of clips) this.#jobIds.set(id, jobId);
  }
}

export function findItem(project: ProjectState, id: string): TimelineItemState | undefined {
  return project.items.find((item) => item.id === id);
}

/** @throws HttpError 404 if there is no such item. */
export function requireItem(project: ProjectState, timelineItemId: string): TimelineItemState {
  const item = findItem(project, timelineItemId);
  if (!item) throw unknownId('timelineItemId', 'timeline item', timelineItemId);
  return item;
}

/** Returns a lookup by id, which throws HttpError 404 about `param` if there is no such word. */
export function indexWords(project: ProjectState): (id: string, param: string) => WordLocation {
  const locationsIn = (caption: CaptionState) =>
    caption.words.map((word, index) => [word.id, { caption, word, index }] as const);
  const locations = new Map(project.captions.flatMap(locationsIn));
  return (id, param) => {
    const location = locations.get(id);
    if (!location) throw unknownId(param, 'word', id);
    return location;
  };
}

/** In units: the end of the last item. */
export function projectLength(project: ProjectState): number {
  return project.items.reduce((length, item) => Math.max(length, item.end), 0);
}

/** The first layer from `lowest` up that is free during the span; `except` does not count. */
export function firstFreeLayer(project: ProjectState, span: Span, lowest: number, except?: TimelineItemState): number {
  const occupied = new Set(
    project.items.filter((item) => item !== except && overlaps(item, span)).map((item) => item.layer),
  );
  let layer = lowest;
  while (occupied.has(layer)) layer += 1;
  return layer;
}

export function captionSpan(caption: CaptionState): Span {
  return { start: caption.words[0]?.start ?? 0, end: caption.words.at(-1)?.end ?? 0 };
}

export function captionText(caption: CaptionState): string {
  return caption.words.map(({ word }) => word).join(' ');
}

/** After a change of words: removes empty captions, updates the spans and labels of their items, and restores their order. */
export function normalizeCaptions(project: ProjectState): void {
  const items = new Map(project.items.map((item) => [item.id, item]));
  const empty = new Set(project.captions.filter(({ words }) => words.length === 0).map(({ itemId }) => itemId));
  project.items = project.items.filter(({ id }) => !empty.has(id));
  project.captions = project.captions.filter(({ itemId }) => !empty.has(itemId));
  for (const caption of project.captions) {
    const item = items.get(caption.itemId);
    if (item) Object.assign(item, captionSpan(caption), { label: captionText(caption) });
  }
  const layerOf = ({ itemId }: CaptionState) => items.get(itemId)?.layer ?? 0;
  project.captions.sort((a, b) => captionSpan(a).start - captionSpan(b).start || layerOf(a) - layerOf(b));
}

/** The key of an imported track in {@link WorkspaceState.audio}. */
export function audioKey(provider: string, externalId: string): string {
  return JSON.stringify([provider, externalId]);
}
