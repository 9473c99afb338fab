import type { Job } from '../../src/contract/job.ts';
import type { Project } from '../../src/contract/project.ts';
import { API_PATH, assumptions } from '../assumptions.ts';
import type { DeepRequired } from '../http/response.ts';
import { jobFileUrl, urls } from '../http/urls.ts';
import { isoTime } from '../time/clock.ts';
import type { TimelineItemState } from './items.ts';
import { dueAt, isHeld, progressAt } from './job.ts';
import type { JobKind, JobState, ProjectState } from './types.ts';

/** A workspace, with the numbers of its projects, jobs and webhooks. */
export interface ListedWorkspace {
  readonly apiKey: string;
  /** Mock time, ISO 8601. */
  readonly now: string;
  readonly projects: number;
  readonly jobs: number;
  readonly webhooks: number;
}

/** A webhook, without its secret. */
export interface ListedWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** Mock time, ISO 8601. */
  readonly created_at: string;
}

/** A project as the API returns it, with the numbers of its items, captions, words and jobs. */
export interface ListedProject extends DeepRequired<Project> {
  readonly items: number;
  readonly captions: number;
  readonly words: number;
  readonly jobs: number;
}

/** A job as the API returns it, with its due time. */
export interface ListedJob extends DeepRequired<Job> {
  /** Mock time, ISO 8601; null if the job has ended, or is on hold without a time limit. */
  readonly due_at: string | null;
}

/** The timeline and the captions of a project. Times are in units. */
export interface ProjectContent {
  readonly project: ListedProject;
  /** The number of changes in the workspace so far. Until it changes, only a reset or a restore changes the project. */
  readonly revision: number;
  /** A digest of the API key of the project's workspace. */
  readonly workspace: string;
  /** The content that the project was seeded with; null if a request or a restore created it. */
  readonly seeded: SeededContent | null;
  /** The number of units per second. */
  readonly unitsPerSecond: number;
  readonly items: readonly TimelineItemState[];
  /** The captions, in the order of their first words. */
  readonly captions: readonly CaptionContent[];
}

/** The content that a project was seeded with, except its name and description. */
export interface SeededContent {
  /** The WebVTT or SRT file; null if there was none. */
  readonly captions: string | null;
  /** The number of changes in the workspace before the project was seeded. */
  readonly revision: number;
}

/** A caption of a project. */
export interface CaptionContent {
  readonly id: string;
  /** The id of the caption's timeline item. */
  readonly itemId: string;
  readonly words: readonly WordContent[];
}

/** A word of a caption: a tuple, because a project can have tens of thousands of words. Times are in units. */
export type WordContent = readonly [id: string, word: string, start: number, end: number, emphasis: boolean];

export function projectView(project: ProjectState, { origin }: Pick<ViewContext, 'origin'>): DeepRequired<Project> {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    aspect_ratio: project.aspectRatio,
    status: assumptions.projectStatus.value,
    thumbnail_url: urls.thumbnail(origin, project.id),
    created_at: isoTime(project.createdAt),
    updated_at: isoTime(project.updatedAt),
  };
}

interface ViewContext {
  /** The workspace's time. */
  readonly now: number;
  /** The origin of the URLs in the view. */
  readonly origin: string;
}

export function jobView(job: JobState, { now, origin }: ViewContext) {
  const done = job.end?.status === 'completed';
  const downloadUrl = done ? jobFileUrl(job, origin) : null;
  const progress = job.end?.progress ?? progressAt(job, now);
  return {
    job_id: job.id,
    type: jobTypes[job.kind],
    kind: job.kind,
    status: job.end?.status ?? openStatus(job, progress, now),
    progress,
    status_url: `${origin}${API_PATH}${jobPath(job)}`,
    cancel_url: `${origin}${API_PATH}${jobPath(job)}/cancel`,
    project_id: job.projectId,
    export_id: job.exportId,
    media_id: job.mediaId,
    download_url: downloadUrl,
    estimated_credits: (job.duration / 1000) * assumptions.creditsPerSecond.value,
    created_at: isoTime(job.createdAt),
    completed_at: job.end ? isoTime(job.end.at) : null,
    error: job.end?.error ?? null,
    next_actions: job.end ? [] : nextActions(job),
    result: done ? { media_id: job.mediaId, download_url: downloadUrl, duration_seconds: job.fileSeconds } : null,
  } satisfies DeepRequired<Job>;
}

export function listedJob(job: JobState, context: ViewContext): ListedJob {
  const due = job.end ? Number.POSITIVE_INFINITY : dueAt(job);
  return { ...jobView(job, context), due_at: Number.isFinite(due) ? isoTime(due) : null };
}

const jobTypes: Readonly<Record<JobKind, string>> = {
  export: 'export_project',
  clip: 'render_clip',
  sound: 'generate_sound',
};

function openStatus(job: JobState, progress: number, now: number): string {
  if (job.hold?.review && isHeld(job, now)) return 'review';
  return progress === 0 ? 'queued' : 'running';
}

function jobPath(job: JobState): string {
  return `/jobs/${job.id}`;
}

function nextActions(job: JobState): { method: string; path: string; reason: string }[] {
  return [
    { method: 'GET', path: jobPath(job), reason: 'Check the progress of the job.' },
    { method: 'POST', path: `${jobPath(job)}/cancel`, reason: 'Cancel the job.' },
  ];
}
