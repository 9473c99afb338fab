import { jobView } from '../jobs.ts';
import type { Service } from './service.ts';

export const listJobs: Service<'jobs.list'> = ({ path }, context) => {
  const jobs = context.workspace.jobsOf(context.workspace.project(path.projectId));
  for (const job of jobs) context.look(job);
  return { jobs: jobs.map((job) => jobView(job, context)) };
};
