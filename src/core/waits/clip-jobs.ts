import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import type { JobRules } from './job-state.ts';

/** Finds the job that shows how a clip gets on, among the jobs of its project; undefined if none can be told to be it. */
export function findClipJob(
  clip: Clip,
  jobs: readonly Job[],
  clips: readonly Clip[],
  rules: JobRules,
): Job | undefined {
  if (clip.export_id)
    return mostTelling(
      jobs.filter(({ export_id }) => export_id === clip.export_id),
      rules,
    );
  const withoutExport = jobs.filter(({ export_id }) => !export_id);
  const named = withoutExport.filter(isNamedAfterClip);
  const own = named.length > 0 || withoutExport.length > 1 ? named : withoutExport;
  const job = mostTelling([...own, ...newExports(clip, jobs, clips)], rules);
  // Another job may have failed at something that is none of the clip's business.
  return job === undefined || isNamedAfterClip(job) || !hasFailed(job, rules) ? job : undefined;
}

function isNamedAfterClip({ type, kind }: Job): boolean {
  return /clip|render/i.test(`${type} ${kind}`);
}

/** The exports of a project that began after its clip was listed without one. */
function newExports({ clip_id, project_id }: Clip, jobs: readonly Job[], clips: readonly Clip[]): Job[] {
  const others = clips.filter((clip) => clip.project_id === project_id && clip.clip_id !== clip_id);
  if (others.some(({ export_id }) => !export_id)) return [];
  return jobs.filter(({ export_id }) => export_id && others.every((other) => other.export_id !== export_id));
}

/** The job that is not final, or else one that succeeded, or else the newest: work that failed may be done again. */
function mostTelling(jobs: readonly Job[], { isFinal, outcome }: JobRules): Job | undefined {
  return (
    jobs.find((job) => !isFinal(job)) ?? jobs.find((job) => outcome(job) === 'succeeded') ?? jobs.reduce(newer, jobs[0])
  );
}

// Of the same age, or of an unknown one, the last in the list.
function newer(one: Job | undefined, other: Job): Job {
  return one !== undefined && createdAt(one) > createdAt(other) ? one : other;
}

function createdAt({ created_at }: Job): number {
  return Date.parse(created_at ?? '') || 0;
}

function hasFailed(job: Job, { isFinal, outcome }: JobRules): boolean {
  return isFinal(job) && outcome(job) !== 'succeeded';
}
