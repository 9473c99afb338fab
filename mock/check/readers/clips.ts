import type { clipPoints } from '../../points/clips.ts';
import { at, listAt, presenceOf, textAt, wordOf } from '../../points/values.ts';
import { hasEnded, listedJobs } from '../../survey/jobs.ts';
import type { Seen } from '../../survey/survey.ts';
import { body, notAsked, type Reader, type Readers } from './reader.ts';

export const clipReaders: Readers<typeof clipPoints> = {
  'batch.id': batch('batch_id', presenceOf),
  'batch.start': whole((_, seen) => (hasEndedAtStart(seen) ? 'ended' : 'queued')),
  'batch.workingStatus': whole((batch, seen) => (hasEndedAtStart(seen) ? undefined : wordOf(at(batch, 'status')))),
  'batch.endedStatus': whole((batch, seen) => (hasEndedAtStart(seen) ? wordOf(at(batch, 'status')) : undefined)),
  'batch.clips': whole((batch) => {
    const clips = at(batch, 'clips');
    if (!Array.isArray(clips)) return wordOf(clips);
    if (clips.length === 0) return 'empty';
    return clips.length < Number(at(batch, 'total_clip_count') ?? 0) ? 'one of them' : 'at once';
  }),
  'batch.counts': whole(countsOf),
  'batch.renderedCount': whole((batch, seen) => {
    const rendered = at(batch, 'rendered_count');
    if (typeof rendered !== 'number' || hasEndedAtStart(seen)) return undefined;
    const files = listAt(batch, 'clips').filter((clip) => textAt(clip, 'download_url'));
    return rendered > files.length ? 'ahead' : 'no';
  }),
  'batch.outcome': whole((batch) => {
    const status = wordOf(at(batch, 'status')).toLowerCase();
    if (/^cancell?ed$/.test(status)) return 'cancelled';
    if (!/^(failed|failure|error)/.test(status)) return 'no';
    return textAt(batch, 'last_error_message') ? 'failed' : 'failed without message';
  }),
  'batch.activity': batch('activity', (activity) => {
    if (activity === undefined || activity === null) return wordOf(activity);
    return Array.isArray(activity) ? 'array' : typeof activity;
  }),
  'batch.message': batch('last_error_message', (message) =>
    typeof message === 'string' && message !== '' ? 'remark' : wordOf(message),
  ),
  'batch.studioSound': batch('studio_sound', (sound) => {
    return typeof sound === 'object' && sound !== null ? wordOf(at(sound, 'status')) : wordOf(sound);
  }),
  'batch.review': notAsked('A review is a decision of people at the service.'),
  'clip.openStatus': clip((first, _, seen) => (hasEndedAtStart(seen) ? undefined : wordOf(at(first, 'status')))),
  'clip.project': clip((first, clips) => {
    const id = at(first, 'project_id');
    if (typeof id !== 'string' || id === '') return wordOf(id);
    const projects = new Set(clips.map((each) => at(each, 'project_id')));
    return clips.length > 1 && projects.size === 1 ? 'one for all' : 'its own';
  }),
  'clip.export': clip((first, _, { clipJobs }) => {
    const id = at(first, 'export_id');
    if (typeof id === 'string' && id !== '') return 'at once';
    if (id === undefined) return 'never, absent';
    if (id === '') return 'never, empty';
    return listedJobs(clipJobs).some((job) => textAt(job, 'export_id')) ? 'later' : 'never';
  }),
  'clip.noDownload': clip((_, clips) => {
    const without = clips.find((each) => !textAt(each, 'download_url'));
    return without === undefined ? undefined : wordOf(at(without, 'download_url'));
  }),
  'clip.download': clip((_, clips, seen) => {
    const files = clips.map((each) => Boolean(textAt(each, 'download_url')));
    if (!files.includes(true)) return 'no';
    if (hasEndedAtStart(seen)) return undefined;
    return files.every(Boolean) ? 'from the start' : 'the first';
  }),
};

function whole(read: (batch: unknown, seen: Seen) => string | undefined): Reader {
  return body('clips', (received, seen) => {
    const batch = at(received, 'batch');
    return batch ? read(batch, seen) : undefined;
  });
}

function batch(name: string, describe: (value: unknown) => string): Reader {
  return whole((fields) => describe(at(fields, name)));
}

function clip(read: (first: unknown, clips: readonly unknown[], seen: Seen) => string | undefined): Reader {
  return whole((fields, seen) => {
    const clips = listAt(fields, 'clips');
    return clips.length === 0 ? undefined : read(clips[0], clips, seen);
  });
}

/** Whether each clip had a file at once, and the jobs of the first clip had ended in their first list. */
function hasEndedAtStart({ clips, clipJobs }: Seen): boolean {
  const all = listAt(clips.at(-1)?.body, 'batch.clips');
  const jobs = listAt(clipJobs[0]?.body, 'jobs');
  const isOpen = all.some((each) => !textAt(each, 'download_url'));
  return !isOpen && jobs.length > 0 && jobs.every(hasEnded);
}

function countsOf(batch: unknown): string {
  const { length } = listAt(batch, 'clips');
  const [estimated, total] = [at(batch, 'estimated_clip_count'), at(batch, 'total_clip_count')];
  if (estimated === undefined && total === undefined) return 'absent';
  if (estimated === null && total === null) return 'null';
  const isHigh = Number(estimated) > length;
  if (isHigh) return total === null ? 'estimate too high, total null' : 'estimate too high';
  if (total === null) return 'estimate only';
  if (total === 0) return 'total 0';
  return Number(total) > length ? 'total too high' : 'both correct';
}
