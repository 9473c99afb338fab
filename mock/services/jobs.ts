import { jobView } from './job-view.ts';
import type { Service } from './service.ts';

export const listJobs: Service<'jobs.list'> = ({ path }, context) => {
  const jobs = context.workspace.jobsOf(context.workspace.project(path.projectId));
  for (const job of jobs) context.pollJob(job);
  return { jobs: jobs.map((job) => jobView(job, context)) };
};

export const retrieveJob: Service<'jobs.retrieve'> = ({ path }, context) => {
  const job = context.workspace.job(path.jobId);
  context.pollJob(job);
  return jobView(job, context);
};

export const cancelJob: Service<'jobs.cancel'> = ({ path }, context) => {
  const job = context.workspace.job(path.jobId);
  context.cancelJob(job);
  return jobView(job, context);
};
