import { addProject } from '../content.ts';
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
