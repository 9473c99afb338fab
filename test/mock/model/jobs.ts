import fc from 'fast-check';
import { expect } from 'vitest';
import { action, place } from './action.ts';
import { at, type Job } from './state.ts';
import type { Place, Turn } from './turn.ts';

const seconds = { export: 5, clip: 4, sound: 2 } as const;

const listJobs = action('listJobs', place, async (turn, which) => {
  const { id, project } = turn.target(which);
  const { status, body } = await turn.read('jobs.list', { path: { projectId: id } });
  if (!project) {
    expect(status).toBe(404);
    return;
  }
  for (const job of project.jobs) poll(turn, job);
  expect(body).toMatchObject({ jobs: project.jobs.map((job) => expectedJob(turn, job)) });
});

const retrieveJob = action('retrieveJob', place, async (turn, which) => {
  const { id, job } = target(turn, which);
  const { status, body } = await turn.read('jobs.retrieve', { path: { jobId: id } });
  if (!job) {
    expect(status).toBe(404);
    return;
  }
  poll(turn, job);
  expect(body).toMatchObject(expectedJob(turn, job));
});

const cancelJob = action('cancelJob', place, async (turn, which) => {
  const { id, job } = target(turn, which);
  const response = await turn.change('jobs.cancel', { path: { jobId: id } }, { refusals: job ? [] : [404] });
  if (!response || !job) return;
  end(turn, job, 'cancelled', turn.world.now);
  expect(response).toMatchObject(expectedJob(turn, job));
});

/** Advances the clock for all workspaces, and ends the jobs that are due. */
export const advance = action(
  'advance',
  fc.constantFrom(0, 0.49, 0.5, 1, 1.99, 2, 5, 86_399, 86_400),
  async (turn, by) => {
    await turn.mock.clock.advance(by);
    turn.world.now += by * 1000;
    for (const workspace of turn.world.workspaces) {
      for (const job of workspace.projects.flatMap(({ jobs }) => jobs)) settle(turn, job, workspace);
    }
  },
);

export const endByHand = action(
  'endByHand',
  fc.record({ job: place, status: fc.constantFrom('completed' as const, 'failed' as const) }),
  async (turn, { job: which, status }) => {
    const { job } = target(turn, which);
    if (!job) return;
    if (status === 'completed') await turn.mock.jobs.complete(job.id);
    else await turn.mock.jobs.fail(job.id, 'by hand');
    end(turn, job, status, turn.world.now, status === 'failed' ? 'by hand' : null);
  },
);

function target(turn: Turn, { place, stray }: Place): { readonly id: string; readonly job: Job | undefined } {
  const jobs = turn.workspace.projects.flatMap((project) => project.jobs);
  const others = turn.world.workspaces.filter((other) => other !== turn.workspace);
  const foreign = at(
    others.flatMap(({ projects }) => projects.flatMap((project) => project.jobs)),
    place,
  );
  if (stray === 0 && foreign) return { id: foreign.id, job: undefined };
  const job = stray === 1 ? undefined : at(jobs, place);
  return { id: job?.id ?? 'none', job };
}

/** Advances a job by one of its steps, as each poll does. */
function poll(turn: Turn, job: Job): void {
  if (job.end) return;
  job.polls += 1;
  settle(turn, job, turn.workspace);
}

function settle(turn: Turn, job: Job, workspace = turn.workspace): void {
  if (!job.end && elapsed(turn, job) >= durationOf(job))
    end(turn, job, 'completed', job.createdAt + durationOf(job), null, workspace);
}

/** Returns how far time and polls have advanced the job, in milliseconds. */
function elapsed(turn: Turn, job: Job): number {
  return turn.world.now - job.createdAt + (job.polls * durationOf(job)) / job.steps;
}

function durationOf(job: Job): number {
  return seconds[job.kind] * 1000;
}

function end(
  turn: Turn,
  job: Job,
  status: string,
  endedAt: number,
  error: string | null = null,
  workspace = turn.workspace,
): void {
  if (job.end) return;
  job.end = { status, at: endedAt, progress: status === 'completed' ? 100 : percent(turn, job), error };
  if (status === 'cancelled') return;
  const types = status === 'completed' ? ['export.ready', 'job.complete'] : ['export.failed', 'job.failed'];
  for (const type of types.slice(job.exportId === null ? 1 : 0)) {
    for (const { url, events } of workspace.webhooks) {
      if (events.includes(type))
        workspace.expectedEvents.push(`${url} ${type} ${type.startsWith('job') ? job.id : job.exportId}`);
    }
  }
}

function percent(turn: Turn, job: Job): number {
  return Math.min(99, Math.floor((100 * elapsed(turn, job)) / durationOf(job)));
}

function expectedJob(turn: Turn, job: Job) {
  const progress = job.end?.progress ?? percent(turn, job);
  const done = job.end?.status === 'completed';
  return {
    job_id: job.id,
    kind: job.kind,
    status: job.end?.status ?? (progress === 0 ? 'queued' : 'running'),
    progress,
    project_id: job.projectId,
    export_id: job.exportId,
    download_url: done ? expect.any(String) : null,
    result: done ? expect.any(Object) : null,
    created_at: new Date(job.createdAt).toISOString(),
    completed_at: job.end ? new Date(job.end.at).toISOString() : null,
    error: job.end?.error ?? null,
  };
}

export const calls = {
  'jobs.list': { weight: 2, arbitrary: listJobs },
  'jobs.retrieve': { weight: 2, arbitrary: retrieveJob },
  'jobs.cancel': { weight: 2, arbitrary: cancelJob },
};
