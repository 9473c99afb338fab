import type { Delivery, ListedJob, ListedProject } from 'clipwright/mock';
import type { View } from '../app/route.ts';

/** Something that can be opened. */
export interface Related {
  readonly title: string;
  readonly view: View;
  readonly id: string;
}

/** What a delivery is about, as far as the mock has it. */
export function linksOf(
  { requestId, event }: Delivery,
  projects: readonly ListedProject[],
  jobs: readonly ListedJob[],
): Related[] {
  // Cast: of the events' types, each has data of its own.
  const { project_id, job_id, export_id } = event.data as Readonly<Record<string, unknown>>;
  const project = projects.find(({ id }) => id === project_id);
  const job = jobs.find((each) => each.job_id === job_id || (each.export_id !== null && each.export_id === export_id));
  return [
    ...(requestId === null ? [] : [{ title: 'Caused by', view: 'requests' as const, id: requestId }]),
    ...(job ? [{ title: 'Job', view: 'jobs' as const, id: job.job_id }] : []),
    ...(project ? [{ title: 'Project', view: 'projects' as const, id: project.id }] : []),
  ];
}
