import type { Context } from './context.ts';
import type { CaptionRecord, ItemRecord, JobRecord, ProjectRecord } from './state.ts';

const lines = [
  'a naïve café and/or',
  'this one is hidden',
  'seven “years” ago our',
  'fathers brought forth on',
  'this continent 🎬 a new',
  'nation conceived in liberty',
];

export function addProject(context: Context, name: string, id = context.ids.next('project')): ProjectRecord {
  const project = { id, name, createdAt: context.now(), items: [], captions: [], jobs: [], listings: 0 };
  context.projects.set(id, project);
  context.emit('project.created', { project_id: id });
  return project;
}

/** Adds a project with a video, and captions on a higher layer. */
export function addFilledProject(context: Context, name: string): ProjectRecord {
  const project = addProject(context, name);
  project.items.push(newItem(context, 0, lines.length * 4, 0));
  for (const [index, line] of lines.entries()) {
    const item = newItem(context, index * 4, 4, 1);
    project.items.push(item);
    project.captions.push(newCaption(context, item, line, index));
  }
  return project;
}

export function addJob(
  context: Context,
  job: Pick<JobRecord, 'work' | 'project' | 'exportId' | 'ending' | 'looks'> & { readonly createdAt?: Date },
): JobRecord {
  // The specification says that the job_id of a started sound is a UUID. It does not say what form other job ids have.
  const isExport =
    context.choices['job.exportId'] === 'null, same as job_id' && context.choices['jobs.attempts'] === 'none';
  const own = job.work === 'sound' ? context.ids.nextUuid() : context.ids.next('job');
  const id = (isExport && job.exportId) || own;
  const record: JobRecord = { createdAt: context.now(), ...job, id, mediaId: context.ids.nextUuid() };
  job.project.jobs.push(record);
  context.jobs.set(id, record);
  return record;
}

export function newItem(context: Context, start: number, duration: number, layer: number): ItemRecord {
  return { id: context.ids.next('item'), contentId: context.ids.next('content'), start, duration, layer };
}

function newCaption(context: Context, item: ItemRecord, line: string, index: number): CaptionRecord {
  const words = line.split(' ').map((text, position) => ({
    id: context.ids.next('word'),
    text,
    start: item.start + position * 0.75,
    end: item.start + position * 0.75 + 0.5,
  }));
  return { id: context.ids.next('caption'), itemId: item.id, isHidden: index === 1, words };
}
