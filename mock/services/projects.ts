import type { AspectRatio } from '../../src/contract/project.ts';
import { assumptions } from '../assumptions.ts';
import { Captions } from '../state/captions.ts';
import { Items } from '../state/items.ts';
import type { ProjectState } from '../state/types.ts';
import { projectView } from '../state/views.ts';
import type { Context, Service } from './context.ts';

export const createProject: Service<'projects.create'> = ({ body }, context) =>
  projectView(startProject({ name: body.name, description: body.description }, context), context);

export interface NewProject {
  readonly name: string;
  readonly description?: string | undefined;
  readonly aspectRatio?: AspectRatio | undefined;
  /** The media asset that the project is made from; a new one if omitted. */
  readonly assetId?: string | undefined;
}

/** Creates an empty project and emits `project.created`. */
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
  workspace.state.projects.set(project.id, project);
  context.emit('project.created', { project_id: project.id });
  return project;
}
