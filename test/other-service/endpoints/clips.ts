import { addFilledProject, addJob } from '../content.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { BatchRecord, ClipRecord, Ending, JobRecord, ProjectRecord } from '../state.ts';
import { looksToEnd, phaseOf } from '../state.ts';
import { batch } from '../wire/batch.ts';
import { type Endpoint, stringIn } from './call.ts';

/** Generates clips. The query of the video's URL, such as `?clips=succeeded,failed`, determines how each clip ends. */
export const generateClips: Endpoint = ({ context, body }) => {
  const isModeKnown = ['auto_best', undefined].includes(Object(body.selection).selection_mode);
  if (!isModeKnown && context.choices['request.values'] === 'listed only')
    throw new Refusal('invalid', 'There is no such mode', 'selection.selection_mode');
  const video = new URL(stringIn(body.source, 'video_site_url'));
  // No service can fetch a video from this domain.
  const isLost = video.hostname.endsWith('.invalid');
  const plan = (video.searchParams.get('clips') ?? (isLost ? 'failed' : 'succeeded,succeeded'))
    .split(',')
    .filter(Boolean);
  const endings = plan.map((ending, index) => endingOf(context, ending, index === plan.length - 1));
  const record = addBatch(context, endings);
  context.batches.push(record);
  context.emit('media.uploaded', { source: video.href });
  context.emit('transcription.complete', { source: video.href });
  return { batch: batch(context, record) };
};

function endingOf(context: Context, planned: string, isLast: boolean): Ending {
  const isReviewed = isLast && context.choices['batch.review'] === 'the last';
  // Cast: tests only use valid endings.
  return isReviewed ? null : (planned as Ending);
}

function addBatch(context: Context, endings: readonly Ending[]): BatchRecord {
  const id = context.ids.next('batch');
  const isShared = context.choices['clip.project'] === 'one for all';
  const shared = isShared ? addClipProject(context, 0) : undefined;
  return {
    id,
    clips: endings.map((ending, index) => addClip(context, shared ?? addClipProject(context, index), ending, index)),
  };
}

function addClipProject(context: Context, index: number): ProjectRecord {
  const project = addFilledProject(context, `Clip ${index + 1}`);
  const other = { project, exportId: null };
  const addFailed = (work: JobRecord['work']) =>
    addJob(context, { ...other, work, ending: 'failed', looks: looksToEnd });
  const addFinished = (work: JobRecord['work']) =>
    addJob(context, { ...other, work, ending: 'succeeded', looks: looksToEnd });
  const addEndless = (work: JobRecord['work']) => addJob(context, { ...other, work, ending: null, looks: 1 });
  context.pick('jobs.unrelated', {
    none: () => undefined,
    'a failed thumbnail': () => addFailed('thumbnail'),
    'an endless analysis': () => addEndless('analysis'),
    'a failed clip analysis': () => addFailed('clipAnalysis'),
    'a finished thumbnail': () => addFinished('thumbnail'),
    'a finished clip analysis': () => addFinished('clipAnalysis'),
    'an export of an earlier batch': () => addEarlierExport(context, project),
    'a job with status null': () => addEndless('upload'),
    'a job without status': () => addEndless('upload'),
  })();
  return project;
}

function addEarlierExport(context: Context, project: ProjectRecord): JobRecord {
  const exportId = context.ids.next('export');
  const ended = { ending: 'succeeded', looks: looksToEnd, createdAt: new Date('2026-01-01T00:00:00Z') } as const;
  return addJob(context, { work: 'export', project, exportId, ...ended });
}

function addClip(context: Context, project: ProjectRecord, ending: Ending, index: number): ClipRecord {
  const isEnded = context.choices['batch.start'] === 'ended' && ending !== null;
  const isFirstEnded = context.choices['clip.download'] === 'the first' && index === 0 && ending === 'succeeded';
  const id = context.ids.next('clip');
  const job = addExport(context, project, ending, isEnded || isFirstEnded ? looksToEnd : 0);
  const isEarly = context.choices['clip.download'] === 'from the start' && ending === 'succeeded';
  return { id, project, job, hadFile: isEarly || phaseOf(job) === 'succeeded' };
}

function addExport(context: Context, project: ProjectRecord, ending: Ending, looks: number): JobRecord {
  const own = { work: 'export', project, exportId: context.ids.next('export') } as const;
  const attempts = ending === 'succeeded' ? context.choices['jobs.attempts'] : 'none';
  const failed = { ...own, ending: 'failed', looks: looksToEnd } as const;
  if (attempts === 'an earlier failure' || attempts === 'a failure, and a retry that is listed later')
    addJob(context, failed);
  if (attempts.startsWith('a first stage'))
    addJob(context, { ...own, work: 'stage', ending: 'succeeded', looks: looksToEnd });
  if (attempts === 'a thumbnail')
    addJob(context, { ...own, work: 'thumbnail', ending: 'succeeded', looks: looksToEnd });
  if (attempts === 'an abandoned attempt that never ends') addJob(context, { ...own, ending: null, looks: 0 });
  const job = addJob(context, { ...own, ending, looks });
  if (attempts === 'a later failure') addJob(context, failed);
  return job;
}
