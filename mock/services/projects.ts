import type { AspectRatio, Project } from '../../src/contract/project.ts';
import { assumptions } from '../assumptions.ts';
import type { DeepRequired } from '../http/response.ts';
import { urls } from '../http/urls.ts';
import { Captions } from '../state/captions.ts';
import { Items } from '../state/items.ts';
import type { ProjectState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';
import type { Context } from './context.ts';
import type { Service } from './service.ts';

export const createProject: Service<'projects.create'> = ({ body }, context) =>
  projectView(startProject({ name: body.name, description: body.description }, context), context);

export interface NewProject {
  readonly name: string;
  readonly description?: string | undefined;
  readonly aspectRatio?: AspectRatio | undefined;
  /** The media asset that the project is made from; a new one if omitted. */
  readonly assetId?: string | undefined;
}

/** Creates an empty project and emits its event. */
export function startProject(details: NewProject, context: Pick<Context, 'workspace' | 'now' | 'emit'>): ProjectState {
  const { workspace, now } = context;
  const project: ProjectState = {
    id: workspace.newId(),
    name: details.name,
    description: details.description ?? null,
    aspectRatio: details.aspectRatio ?? assumptions.aspectRatio.value,
    createdAt: now,
    updatedAt: now,
    assetId: details.assetId ?? workspace.newId(),
    items: new Items(),
    captions: new Captions(),
    jobIds: [],
  };
  workspace.addProject(project);
  context.emit('project.created', { project_id: project.id });
  return project;
}

export function projectView(project: ProjectState, { origin }: Pick<Context, 'origin'>): DeepRequired<Project> {
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
