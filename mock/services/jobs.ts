import { assumptions } from '../assumptions.ts';
import type { JobOutcome } from '../jobs/outcomes.ts';
import type { JobHold, JobKind, JobState } from '../state/types.ts';
import { jobView } from '../state/views.ts';
import type { Context, Service } from './context.ts';

export const listJobs: Service<'jobs.list'> = ({ path }, context) => {
  const { workspace } = context;
  const jobs = workspace.project(path.projectId).jobIds.map((id) => workspace.job(id));
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

interface NewJob extends Pick<JobState, 'kind' | 'projectId' | 'mediaId' | 'fileSeconds'> {
  readonly exportId?: string | undefined;
  /** See {@link JobState.steps}. Default: `assumptions.clockSteps`. */
  readonly steps?: number | undefined;
}

const durationSeconds: Readonly<Record<JobKind, number>> = {
  export: assumptions.exportSeconds.value,
  clip: assumptions.clipSeconds.value,
  sound: assumptions.soundSeconds.value,
};

/** Creates a job, which runs once the request is accepted. */
export function startJob(details: NewJob, { workspace, now, runJob, nextJobOutcome }: Context): JobState {
  const outcome = nextJobOutcome();
  const job: JobState = {
    id: workspace.newId(),
    ...details,
    exportId: details.exportId ?? null,
    createdAt: now,
    duration: durationSeconds[details.kind] * 1000,
    steps: details.steps ?? assumptions.clockSteps.value,
    polls: 0,
    failure: outcome.status === 'failed' ? (outcome.error ?? 'The job was configured to fail.') : null,
    held: 0,
    hold: holdOf(outcome, now),
    end: null,
  };
  workspace.addJob(job);
  runJob(job);
  return job;
}

function holdOf({ status, seconds }: JobOutcome, now: number): JobHold | null {
  if (status !== 'held' && status !== 'review') return null;
  return { from: now, until: seconds === undefined ? null : now + seconds * 1000, review: status === 'review' };
}
