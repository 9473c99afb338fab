import type { Job } from '../../src/contract/job.ts';
import type { Project } from '../../src/contract/project.ts';
import type { DeepRequired } from '../http/response.ts';
import type { TimelineItemState } from './timeline-types.ts';

/** A workspace, and how much is in it. */
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

/** A project as the API returns it, and how much is in it. */
export interface ListedProject extends DeepRequired<Project> {
  readonly items: number;
  readonly captions: number;
  readonly words: number;
  readonly jobs: number;
}

/** A job as the API returns it, and when it is due. */
export interface ListedJob extends DeepRequired<Job> {
  /** Mock time, ISO 8601; null if the job has ended, or is held until it is ended. */
  readonly due_at: string | null;
}

/** The timeline and the captions of a project. Times are in units. */
export interface ProjectContent {
  readonly project: ListedProject;
  /** The number of changes in the workspace so far: as long as it stays the same, so does the project. */
  readonly revision: number;
  /** The workspace, by a digest of its API key. */
  readonly workspace: string;
  /** What the project was seeded with; null if it was created by a request, or comes from a snapshot. */
  readonly seeded: SeededContent | null;
  /** How many units make a second. */
  readonly unitsPerSecond: number;
  readonly items: readonly TimelineItemState[];
  /** In the order of their first words. */
  readonly captions: readonly CaptionContent[];
}

/** What a project was seeded with, beside its name and its description. */
export interface SeededContent {
  /** The WebVTT or SRT file; null if there was none. */
  readonly captions: string | null;
  /** The number of changes that there were in the workspace before. */
  readonly revision: number;
}

/** A caption of a project. */
export interface CaptionContent {
  readonly id: string;
  /** The id of its timeline item. */
  readonly itemId: string;
  readonly words: readonly WordContent[];
}

/** A word of a caption, as a list, since a project can have tens of thousands. Times are in units. */
export type WordContent = readonly [id: string, word: string, start: number, end: number, emphasis: boolean];
