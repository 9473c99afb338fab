import { enum as enumeration, extend, nullable, tuple, unknown, type ZodMiniObject, type ZodMiniType } from 'zod/mini';
import { array, record } from '../../../src/contract/collections.ts';
import { job } from '../../../src/contract/job.ts';
import { flag, model, number, text, timestamp, url } from '../../../src/contract/model.ts';
import { type Project, project } from '../../../src/contract/project.ts';
import type { DeepRequired } from '../../http/response.ts';
import type { MockSnapshot } from '../../state/snapshot-types.ts';
import type {
  CaptionContent,
  ListedJob,
  ListedProject,
  ListedWebhook,
  ListedWorkspace,
  ProjectContent,
  WordContent,
} from '../../state/state-views.ts';
import type { EffectState, MediaState, TimelineItemState } from '../../state/timeline-types.ts';
import { values } from './shared.ts';

// Cast: `restore` checks all of it.
export const mockSnapshot: ZodMiniType<MockSnapshot> = record(unknown()) as ZodMiniType as ZodMiniType<MockSnapshot>;

// Cast: the mock's projects have all fields.
export const wholeProject = project as ZodMiniType as ZodMiniType<DeepRequired<Project>>;

export const listedWorkspace: ZodMiniType<ListedWorkspace> = model<ListedWorkspace>({
  apiKey: text,
  now: timestamp,
  projects: number,
  jobs: number,
  webhooks: number,
});

/** The workspaces in which something was created, oldest first. */
export interface WorkspaceList {
  workspaces: readonly ListedWorkspace[];
}

export const workspaceList: ZodMiniType<WorkspaceList> = model<WorkspaceList>({ workspaces: array(listedWorkspace) });

export const listedWebhook: ZodMiniType<ListedWebhook> = model<ListedWebhook>({
  id: text,
  url,
  events: array(text),
  created_at: timestamp,
});

/** The webhooks, oldest first. */
export interface WebhookList {
  webhooks: readonly ListedWebhook[];
}

export const webhookList: ZodMiniType<WebhookList> = model<WebhookList>({ webhooks: array(listedWebhook) });

export const listedProject = extending<ListedProject>(project, {
  items: number,
  captions: number,
  words: number,
  jobs: number,
});

/** The projects, oldest first. */
export interface ProjectList {
  projects: readonly ListedProject[];
}

export const projectList: ZodMiniType<ProjectList> = model<ProjectList>({ projects: array(listedProject) });

export const listedJob = extending<ListedJob>(job, { due_at: nullable(timestamp) });

/** The jobs, oldest first. */
export interface ListedJobs {
  jobs: readonly ListedJob[];
}

export const listedJobs: ZodMiniType<ListedJobs> = model<ListedJobs>({ jobs: array(listedJob) });

export const mediaState: ZodMiniType<MediaState> = model<MediaState>({
  positionX: number,
  positionY: number,
  widthPx: number,
  heightPx: number,
  opacity: number,
  volume: number,
  keepAspectRatio: flag,
  blurredBackground: flag,
});

export const effectState: ZodMiniType<EffectState> = model<EffectState>({
  id: text,
  type: enumeration(['colorgrade', 'zoom']),
  fields: values,
});

export const timelineItemState: ZodMiniType<TimelineItemState> = model<TimelineItemState>({
  id: text,
  type: enumeration(['video', 'audio', 'caption']),
  label: text,
  layer: number,
  start: number,
  end: number,
  trimStart: number,
  trimEnd: number,
  mediaAssetId: text,
  contentItemId: text,
  media: mediaState,
  effects: array(effectState),
});

export const wordContent: ZodMiniType<WordContent> = tuple([text, text, number, number, flag]);

export const captionContent: ZodMiniType<CaptionContent> = model<CaptionContent>({
  id: text,
  itemId: text,
  words: array(wordContent),
});

export const projectContent: ZodMiniType<ProjectContent> = model<ProjectContent>({
  project: listedProject,
  revision: number,
  unitsPerSecond: number,
  items: array(timelineItemState),
  captions: array(captionContent),
});

/** A model of the API with further fields. The mock's objects have all fields. */
function extending<T extends object>(
  model: ZodMiniType,
  fields: Readonly<Record<string, ZodMiniType>>,
): ZodMiniType<T> {
  // Casts: the models of the API are objects, and the type of the whole is that of the interface.
  return extend(model as ZodMiniObject, fields) as ZodMiniType as ZodMiniType<T>;
}

/** An OpenAPI 3.1 document. */
export type OpenApiObject = Readonly<Record<string, unknown>>;

export const openApiObject: ZodMiniType<OpenApiObject> = record(unknown());
