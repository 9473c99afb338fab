import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { groupBy } from './group-by.ts';
import type { JobRules } from './job-state.ts';

/** The job that tells how far a clip is; undefined if no job can be attributed to it. */
export type FindClipJob = (clip: Clip) => Job | undefined;

/** Returns a function that finds a clip's job. `clips`: those of the batch in one project; there may be several. */
export function clipJobFinder(jobs: readonly Job[], clips: readonly Clip[], rules: JobRules): FindClipJob {
  const byExport = groupBy(jobs, ({ export_id }) => export_id || null);
  const withoutExport = findWithoutExport(byExport, clips, rules);
  return ({ export_id }) => (export_id ? mostRelevant(byExport.get(export_id) ?? [], rules) : withoutExport);
}

/** The job of the clips without an export. */
function findWithoutExport(
  byExport: ReadonlyMap<string | null, readonly Job[]>,
  clips: readonly Clip[],
  rules: JobRules,
): Job | undefined {
  const withoutExport = byExport.get(null) ?? [];
  const named = withoutExport.filter(mentionsClipOrRender);
  const own = named.length > 0 || withoutExport.length > 1 ? named : withoutExport;
  const job = mostRelevant([...own, ...jobsOfUnclaimedExports(byExport, clips)], rules);
  // Another job may have failed at something that is none of the clip's business.
  return job === undefined || isClipJob(job) || !hasFailed(job, rules) ? job : undefined;
}

function mentionsClipOrRender({ type, kind }: Job): boolean {
  return [type, kind].some((name) => typeof name === 'string' && /clip|render/i.test(name));
}

/** Whether the job makes the clip itself: `clip_thumbnail` does not. */
function isClipJob({ type, kind, export_id }: Job): boolean {
  // Of a text of millions of characters, the pattern would exceed the stack.
  const isName = (name: unknown) =>
    typeof name === 'string' && /^((clips?|render(ing)?)([ _.:-]|$))+$/i.test(name.slice(0, 100));
  return !export_id && (isName(type) || isName(kind));
}

/**
 * The jobs of exports that no clip of the batch names: taken to be those of the one clip without an export. Of several such
 * clips, they cannot be attributed to one.
 */
function jobsOfUnclaimedExports(
  byExport: ReadonlyMap<string | null, readonly Job[]>,
  clips: readonly Clip[],
): readonly Job[] {
  const known = new Set(clips.map(({ export_id }) => export_id || null));
  if (clips.filter(({ export_id }) => !export_id).length !== 1) return [];
  return [...byExport].flatMap(([exportId, jobs]) => (known.has(exportId) ? [] : jobs));
}

/** The job that is not final, or else one that succeeded, or else the newest: work that failed may be done again. */
function mostRelevant(jobs: readonly Job[], { isFinal, outcome }: JobRules): Job | undefined {
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
