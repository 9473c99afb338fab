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

/** Where a word is. */
export interface WordPlace {
  readonly caption: CaptionState;
  readonly word: WordState;
  readonly index: number;
}

/** What one API key has made, with the verbs that services change it by. */
export class Workspace {
  readonly state: WorkspaceState;
  readonly #seed: string;

  constructor(state: WorkspaceState, seed: string) {
    this.state = state;
    this.#seed = seed;
  }

  newId(): string {
    this.state.idCount += 1;
    return nthId(this.#seed, this.state.apiKey, this.state.idCount);
  }

  /** Of a count of their own: events come when time has it, and what requests make has the same ids whenever that is. */
  newEventId(): string {
    this.state.eventCount += 1;
    return nthId(this.#seed, `${this.state.apiKey}\nevents`, this.state.eventCount);
  }

  /** @throws HttpError 404 about `param` where there is none. */
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

  /** @throws HttpError 404 where there is none. */
  job(id: string): JobState {
    const job = this.state.jobs.get(id);
    if (!job) throw unknownId('jobId', 'job', id);
    return job;
  }

  /** The job of this id, of this export, or of this clip of a batch. */
  jobOf(id: string): JobState | undefined {
    const { jobs, batches } = this.state;
    const clip = [...batches.values()].flatMap(({ clips }) => clips).find((candidate) => candidate.id === id);
    return jobs.get(clip?.jobId ?? id) ?? [...jobs.values()].find(({ exportId }) => exportId === id);
  }

  jobsOf(project: ProjectState): JobState[] {
    return project.jobIds.map((id) => this.job(id));
  }

  addJob(job: JobState): void {
    this.state.jobs.set(job.id, job);
    this.project(job.projectId).jobIds.push(job.id);
  }

  addBatch(batch: BatchState): void {
    this.state.batches.set(batch.id, batch);
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
}

export function findItem(project: ProjectState, id: string): TimelineItemState | undefined {
  return project.items.find((item) => item.id === id);
}

/** @throws HttpError 404 where there is none. */
export function itemOf(project: ProjectState, timelineItemId: string): TimelineItemState {
  const item = findItem(project, timelineItemId);
  if (!item) throw unknownId('timelineItemId', 'timeline item', timelineItemId);
  return item;
}

/** Finds words by their ids, however many, in one pass; throws HttpError 404 about `param` where there is none. */
export function wordFinder(project: ProjectState): (id: string, param: string) => WordPlace {
  const placesIn = (caption: CaptionState) =>
    caption.words.map((word, index) => [word.id, { caption, word, index }] as const);
  const places = new Map(project.captions.flatMap(placesIn));
  return (id, param) => {
    const place = places.get(id);
    if (!place) throw unknownId(param, 'word', id);
    return place;
  };
}

/** The end of the last item: how long the project is, in units. */
export function projectLength(project: ProjectState): number {
  return project.items.reduce((length, item) => Math.max(length, item.end), 0);
}

/** The lowest layer from `lowest` up on which nothing but `except` is in the way. */
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

/** Brings the timeline in line with its captions' words: items' spans and labels, the captions' order, none that is empty. */
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

/** What tells one imported track from another. */
export function audioKey(provider: string, externalId: string): string {
  return JSON.stringify([provider, externalId]);
}
