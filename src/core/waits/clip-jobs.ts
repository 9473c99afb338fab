import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { toText } from '../results/json-text.ts';
import { groupBy } from './group-by.ts';
import type { JobRules } from './job-state.ts';

/** The job that tells how far a clip is, and another stage of its export that may have the file if that has none. */
export type ClipJobs = readonly [job: Job, stage?: Job];

interface ExportJobs {
  readonly jobs: ClipJobs | undefined;
  /** Whether they make the export, and do no other work. */
  readonly isOwn: boolean;
}

/** What was attributed to clips before. */
export interface KnownJobs {
  readonly jobs: ReadonlyMap<Clip, Job>;
  /** Those that can be read neither in the list nor at their status URLs, by identifier: why. */
  readonly gone: ReadonlyMap<string, unknown>;
  /** Those that are not listed any more, as their status URLs show them. */
  readonly unlisted: ReadonlySet<Job>;
}

/**
 * Returns a function that finds a clip's jobs among these and the unlisted ones; undefined if no job can be attributed
 * to it. `clips`: those of the batch in one project; there may be several.
 */
export function clipJobFinder(
  jobs: readonly Job[],
  clips: readonly Clip[],
  rules: JobRules,
  known: KnownJobs,
): (clip: Clip) => ClipJobs | undefined {
  const exportIds = new Set(clips.flatMap(({ export_id }) => export_id || []));
  const byExport = groupBy([...jobs, ...known.unlisted], exportReader(exportIds, clips, known.jobs));
  const withoutExport = findWithoutExport(byExport, clips, rules, known.jobs);
  // Once for each export: clips may share one, and it may have very many jobs.
  const ofExports = new Map(
    [...exportIds].map((id) => [id, findOfExport(byExport.get(id) ?? [], rules, known.unlisted)]),
  );
  return (clip) => {
    const isGone = known.gone.has(known.jobs.get(clip)?.job_id ?? '');
    if (!clip.export_id) return isGone ? undefined : withoutExport;
    const found = ofExports.get(clip.export_id);
    // In place of its own job, no other work counts.
    return isGone && !found?.isOwn ? undefined : found?.jobs;
  };
}

/** Returns a function that reads of which export a job is; null if of none. */
function exportReader(
  exportIds: ReadonlySet<string>,
  clips: readonly Clip[],
  known: ReadonlyMap<Clip, Job>,
): (job: Job) => string | null {
  const knownExports = new Map<string, string>();
  for (const clip of clips) {
    const job = clip.export_id ? known.get(clip) : undefined;
    if (job !== undefined && clip.export_id) knownExports.set(job.job_id, clip.export_id);
  }
  // A job may lose its export, or get another. What is polled is "a job or export": a service may have one identifier for
  // both.
  return ({ export_id, job_id }) => knownExports.get(job_id) ?? (export_id || (exportIds.has(job_id) ? job_id : null));
}

/** Those of an export, of which there may be others that do work beside it. */
function findOfExport(jobs: readonly Job[], rules: JobRules, unlisted: ReadonlySet<Job>): ExportJobs {
  const own = withoutSuperseded(jobs.filter(isNotOtherWork), rules, unlisted);
  const isOwn = own.length > 0;
  return { jobs: stagesOf(mostRelevant(isOwn ? own : jobs, rules), jobs, rules), isOwn };
}

/** Without the unlisted ones that have not ended, if there is a newer one: they may never end. */
function withoutSuperseded(jobs: readonly Job[], { isFinal }: JobRules, unlisted: ReadonlySet<Job>): readonly Job[] {
  const latest = jobs.reduce((time, job) => Math.max(time, createdAt(job)), 0);
  const isSuperseded = (job: Job) => createdAt(job) > 0 && createdAt(job) < latest && !isFinal(job);
  return jobs.filter((job) => !unlisted.has(job) || !isSuperseded(job));
}

/** `job`: the one of these that tells how far their export is. */
function stagesOf(job: Job | undefined, jobs: readonly Job[], rules: JobRules): ClipJobs | undefined {
  if (job === undefined) return undefined;
  if (job.download_url || rules.outcome(job) !== 'succeeded') return [job];
  // Without a file, the export may have another stage, such as one that burns in captions.
  const stage = mostRelevant(jobs.filter(mayBeStage), rules) ?? job;
  const isListedWhole = job.download_url !== undefined || stage.download_url || !rules.isFinal(stage);
  return isListedWhole || stage === job ? [stage] : [job, stage];
}

/** The job of the clips without an export. */
function findWithoutExport(
  byExport: ReadonlyMap<string | null, readonly Job[]>,
  clips: readonly Clip[],
  rules: JobRules,
  knownJobs: ReadonlyMap<Clip, Job>,
): ClipJobs | undefined {
  const clipsWithout = clips.filter(({ export_id }) => !export_id);
  const knownIds = new Set(clipsWithout.flatMap((clip) => knownJobs.get(clip)?.job_id ?? []));
  const withoutExport = (byExport.get(null) ?? []).filter(isNotOtherWork);
  const named = withoutExport.filter((job) => knownIds.has(job.job_id) || mentionsClipOrRender(job));
  const own = named.length > 0 || withoutExport.length > 1 ? named : withoutExport;
  const hasSeveral = own.length > 1 || (knownIds.size > 0 && own.some(({ job_id }) => !knownIds.has(job_id)));
  // Nothing says which is whose.
  if (hasSeveral && clipsWithout.length > 1) return undefined;
  const known = own.find((job) => knownIds.has(job.job_id) && (!rules.isFinal(job) || hasMadeFile(job, rules)));
  const job = known ?? mostRelevant([...own, ...jobsOfUnclaimedExports(byExport, clips).filter(isNotOtherWork)], rules);
  // Another job may have failed at something that is none of the clip's business.
  const isOwn = job !== undefined && (isClipJob(job) || !hasFailed(job, rules));
  return isOwn ? [job] : undefined;
}

function mentionsClipOrRender(job: Job): boolean {
  return isNamed(job, /clip|render/i);
}

function isNotOtherWork(job: Job): boolean {
  return !isNamed(job, otherWork);
}

// What else is done with a video: its success is none of a clip, even if it is named after one (`clip_analysis`).
// `captioned` may well describe the clip itself.
const otherWork =
  /thumbnail|poster|preview|transcri|caption(?!ed)|subtitle|analy|import|upload|ingest|sound|audio|waveform|proxy/i;

function mayBeStage(job: Job): boolean {
  return !isNamed(job, /thumbnail|poster|preview|transcri|subtitle|analy|waveform|proxy/i);
}

function isNamed({ type, kind }: Job, pattern: RegExp): boolean {
  // Of a text of millions of characters, a pattern may exceed the stack.
  return [type, kind].some((name) => typeof name === 'string' && pattern.test(name.slice(0, 100)));
}

/** Whether the job makes the clip itself: `clip_thumbnail` does not. */
function isClipJob(job: Job): boolean {
  return !job.export_id && isNamed(job, /^((clips?|render(ing)?)([ _.:-]|$))+$/i);
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

/**
 * The job that is not final, or else the newest that succeeded, with a file if there is one, or else the newest: work that
 * failed may be done again.
 */
function mostRelevant(jobs: readonly Job[], { isFinal, outcome }: JobRules): Job | undefined {
  const unfinished = jobs.find((job) => !isFinal(job));
  if (unfinished !== undefined) return unfinished;
  const succeeded = jobs.filter((job) => outcome(job) === 'succeeded');
  const withFile = succeeded.filter(({ download_url }) => download_url);
  return newest(withFile) ?? newest(succeeded) ?? newest(jobs);
}

/** Of the same age, or of an unknown one, the last in the list. */
function newest(jobs: readonly Job[]): Job | undefined {
  let found: { readonly job: Job; readonly at: number } | undefined;
  for (const job of jobs) {
    const at = createdAt(job);
    if (found === undefined || at >= found.at) found = { job, at };
  }
  return found?.job;
}

// Reading a text of millions of characters as a date takes long.
function createdAt({ created_at }: Job): number {
  return Date.parse(toText(created_at).slice(0, 100)) || 0;
}

function hasMadeFile(job: Job, { outcome }: JobRules): boolean {
  return Boolean(job.download_url) && outcome(job) === 'succeeded';
}

function hasFailed(job: Job, { isFinal, outcome }: JobRules): boolean {
  return isFinal(job) && outcome(job) !== 'succeeded';
}
