import { addProject } from '../content.ts';
import { Refusal } from '../refusal.ts';
import { fields } from '../wire/fields.ts';
import { sentStatus } from '../wire/status.ts';
import { timestamp } from '../wire/timestamp.ts';
import { type Endpoint, stringIn } from './call.ts';

export const createProject: Endpoint = ({ context, body }) => {
  const name = stringIn(body, 'name');
  const stored = context.pick('project.name', {
    'as sent': name,
    'made unique': `${name} (${context.projects.size + 1})`,
  });
  const isTaken = [...context.projects.values()].some((project) => project.name === name);
  if (isTaken && context.choices['project.duplicate'] === '409')
    throw new Refusal('duplicate', 'There is a project of this name', 'name');
  const project = addProject(context, stored);
  return fields(context, 'project', {
    id: project.id,
    name: stored,
    description: '',
    aspect_ratio: context.choices['project.aspectRatio'],
    status: sentStatus(context.choices['project.status']),
    thumbnail_url: `${context.origin}/files/thumbnail.png`,
    created_at: timestamp(context, project.createdAt),
    updated_at: timestamp(context, project.createdAt),
  });
};
