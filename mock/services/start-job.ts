import { assumptions } from '../assumptions.ts';
import type { JobOutcome } from '../jobs/outcomes.ts';
import type { JobHold, JobKind, JobState } from '../state/types.ts';
import type { Context } from './context.ts';

/** What a job is made of. */
export interface NewJob {
  readonly kind: JobKind;
  readonly projectId: string;
  readonly mediaId: string;
  readonly exportId?: string;
  readonly fileSeconds: number;
}

const secondsOf: Readonly<Record<JobKind, number>> = {
  export: assumptions.exportSeconds.value,
  clip: assumptions.clipSeconds.value,
  sound: assumptions.soundSeconds.value,
};

/** Makes a job, which starts to run once the request is accepted. */
export function startJob(fresh: NewJob, { workspace, now, begin, nextOutcome }: Context): JobState {
  const outcome = nextOutcome();
  const job: JobState = {
    id: workspace.newId(),
    kind: fresh.kind,
    projectId: fresh.projectId,
    exportId: fresh.exportId ?? null,
    mediaId: fresh.mediaId,
    createdAt: now,
    duration: secondsOf[fresh.kind] * 1000,
    polls: 0,
    fileSeconds: fresh.fileSeconds,
    failure: outcome.status === 'failed' ? (outcome.error ?? 'The job was told to fail.') : null,
    held: 0,
    hold: holdOf(outcome, now),
    end: null,
  };
  workspace.addJob(job);
  begin(job);
  return job;
}

function holdOf({ status, seconds }: JobOutcome, now: number): JobHold | null {
  if (status !== 'held' && status !== 'review') return null;
  return { from: now, until: seconds === undefined ? null : now + seconds * 1000, review: status === 'review' };
}
