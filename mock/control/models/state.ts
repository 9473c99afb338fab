import { nullable, optional, tuple, unknown, type ZodMiniType } from 'zod/mini';
import { array, fieldsOf, object, oneOf, record } from '../../../src/contract/collections.ts';
import { job } from '../../../src/contract/job.ts';
import { flag, model, nonEmpty, number, text, timestamp, url } from '../../../src/contract/model.ts';
import { project } from '../../../src/contract/project.ts';
import type { JobOutcome } from '../../jobs/outcomes.ts';
import type { SeedProjectOptions } from '../../state/seed-options.ts';
import { effectState, mediaState, timelineItemState } from '../../state/snapshot-schema.ts';
import type { MockSnapshot } from '../../state/snapshot-types.ts';
import type * as views from '../../state/views.ts';

export { effectState, mediaState, timelineItemState };

// Cast: `restore` checks the whole snapshot.
export const mockSnapshot = record(unknown()) as ZodMiniType as ZodMiniType<MockSnapshot>;

export const listedWorkspace = model<views.ListedWorkspace>({
  apiKey: text,
  now: timestamp,
  projects: number,
  jobs: number,
  webhooks: number,
});

/** The workspaces that the mock has stored, oldest first. */
export interface WorkspaceList {
  workspaces: readonly views.ListedWorkspace[];
}

export const workspaceList = model<WorkspaceList>({ workspaces: array(listedWorkspace) });

export const listedWebhook = model<views.ListedWebhook>({ id: text, url, events: array(text), created_at: timestamp });

/** The webhooks, oldest first. */
export interface WebhookList {
  webhooks: readonly views.ListedWebhook[];
}

export const webhookList = model<WebhookList>({ webhooks: array(listedWebhook) });

export const listedProject = extending<views.ListedProject>(project, {
  items: number,
  captions: number,
  words: number,
  jobs: number,
});

/** The projects, oldest first. */
export interface ProjectList {
  projects: readonly views.ListedProject[];
}

export const projectList = model<ProjectList>({ projects: array(listedProject) });

export const listedJob = extending<views.ListedJob>(job, { due_at: nullable(timestamp) });

/** The jobs, oldest first. */
export interface ListedJobs {
  jobs: readonly views.ListedJob[];
}

export const listedJobs = model<ListedJobs>({ jobs: array(listedJob) });

export const wordContent: ZodMiniType<views.WordContent> = tuple([text, text, number, number, flag]);

export const captionContent = model<views.CaptionContent>({ id: text, itemId: text, words: array(wordContent) });

export const seededContent = model<views.SeededContent>({ captions: nullable(text), revision: number });

export const projectContent = model<views.ProjectContent>({
  project: listedProject,
  revision: number,
  workspace: text,
  seeded: nullable(seededContent),
  unitsPerSecond: number,
  items: array(timelineItemState),
  captions: array(captionContent),
});

function extending<T extends object>(
  model: ZodMiniType,
  fields: Readonly<Record<string, ZodMiniType>>,
): ZodMiniType<T> {
  // Cast: the interface also requires the optional fields of the model, because the mock sets them all.
  return object({ ...fieldsOf(model), ...fields }) as ZodMiniType as ZodMiniType<T>;
}

/** An OpenAPI 3.1 document. */
export type OpenApiObject = Readonly<Record<string, unknown>>;

export const openApiObject: ZodMiniType<OpenApiObject> = record(unknown());

/** The project to create. */
export interface SeedProjectParams extends Omit<SeedProjectOptions, 'apiKey'> {}

export const seedProjectParams = model<SeedProjectParams>({
  name: nonEmpty,
  description: optional(text),
  captions: optional(text),
});

/** The outcome of the next job that starts. */
export interface NextJobParams extends Omit<JobOutcome, 'apiKey'> {}

export const nextJobParams = model<NextJobParams>({
  status: oneOf(['completed', 'failed', 'held', 'review']),
  error: optional(text),
  seconds: optional(number),
  times: optional(number),
});

/** The outcomes of the jobs that start next, in order. */
export interface NextJobList {
  outcomes: readonly NextJobParams[];
}

export const nextJobList = model<NextJobList>({ outcomes: array(nextJobParams) });

/** The change to make to a job. */
export interface JobParams {
  /** `held` stops the job's progress. */
  status: 'completed' | 'failed' | 'cancelled' | 'held';
  /** The job's error. For `failed` only. */
  error?: string | undefined;
  /** The duration of `held` in seconds of mock time, 0 to 1,000,000,000; unlimited if omitted. */
  seconds?: number | undefined;
}

export const jobParams = model<JobParams>({
  status: oneOf(['completed', 'failed', 'cancelled', 'held']),
  error: optional(text),
  seconds: optional(number),
});
