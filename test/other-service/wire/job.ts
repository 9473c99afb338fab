import type { Context } from '../context.ts';
import { hasEnded, type JobRecord, looksToEnd, phaseOf } from '../state.ts';
import { fields } from './fields.ts';
import { cancelUrl, meantCancelUrl, statusUrl } from './job-urls.ts';
import { nextAction } from './next-action.ts';
import { sentStatus } from './status.ts';
import { lastDate, timestamp, unixEpoch, yearOne } from './timestamp.ts';

export function job(context: Context, record: JobRecord): object {
  return fields(context, 'job', { ...allFields(context, record), ...cancelUrlIn(context, record, 'polls') });
}

/** Returns a job for the response to a poll. */
export function polledJob(context: Context, record: JobRecord): object {
  const whole = job(context, record);
  return context.pick('jobs.pollFields', {
    all: whole,
    'without result and files': hasEnded(record) ? withoutResult(whole) : whole,
  });
}

function withoutResult<Shown extends object>(shown: Shown) {
  return { ...shown, result: undefined, download_url: undefined, next_actions: undefined };
}

/** Returns a job for its project's job list. */
export function listedJob(context: Context, record: JobRecord): object {
  const all = { ...allFields(context, record), ...cancelUrlIn(context, record, 'lists') };
  const { job_id, status, status_url, cancel_url, project_id, export_id } = all;
  const entry = context.pick('jobs.listFields', {
    all,
    'without result and files': withoutResult(all),
    'null for result and files': { ...all, result: null, download_url: null },
    'only identifiers': { job_id, status, status_url, cancel_url, project_id, export_id },
  });
  return fields(context, 'job', entry);
}

/** Returns the response to the request that creates a sound. */
export function jobStart(context: Context, record: JobRecord): object {
  const all = allFields(context, record);
  const status = context.pick('sound.status', { present: all.status, null: null, absent: undefined });
  const { job_id, kind, project_id, media_id, estimated_credits } = all;
  return fields(context, 'jobStart', {
    job_id,
    kind,
    status,
    ...startUrls(context, { status_url: all.status_url, ...cancelUrlIn(context, record, 'start') }),
    // The specification says that the project_id in this response is a UUID.
    project_id: isUuid(record.project.id) ? project_id : undefined,
    media_id,
    estimated_credits,
  });
}

export function jobStatus({ choices }: Context, record: JobRecord): string | null | undefined {
  if (record.work === 'upload') return choices['jobs.unrelated'] === 'a job with status null' ? null : undefined;
  const words = {
    queued: choices['job.queuedStatus'],
    working: choices['job.workingStatus'],
    succeeded: choices['job.successStatus'],
    failed: choices['job.failureStatus'],
    canceled: choices['job.canceledStatus'],
  };
  return sentStatus(words[phaseOf(record)]);
}

export function fileUrl(context: Context, record: JobRecord): string {
  const path = `/files/${encodeURIComponent(record.mediaId)}?signature=abc`;
  return context.pick('values.fileUrls', { yes: context.origin + path, no: path });
}

/** Returns the field `cancel_url` of a job. Its value is null if this kind of response does not show the URL. */
function cancelUrlIn(context: Context, record: JobRecord, view: 'start' | 'polls' | 'lists') {
  const isShown = context.choices['jobs.cancelUrlIn'].includes(view);
  return { cancel_url: isShown ? cancelUrl(context, record) : null };
}

function startUrls(context: Context, urls: Record<'status_url' | 'cancel_url', string | null | undefined>) {
  return context.pick('sound.urls', {
    present: urls,
    null: { status_url: null, cancel_url: null },
    absent: {},
    '': { status_url: '', cancel_url: '' },
  });
}

function isUuid(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
}

function allFields(context: Context, record: JobRecord) {
  const isSuccess = phaseOf(record) === 'succeeded' && makesFile(record);
  return {
    job_id: record.id,
    ...naming(context, record),
    status: jobStatus(context, record),
    progress: progress(context, record),
    status_url: statusUrl(context, record),
    project_id: context.pick('job.projectId', { present: record.project.id, null: null, absent: undefined, '': '' }),
    export_id: exportId(context, record),
    media_id: record.mediaId,
    download_url: download(context, record, isSuccess),
    estimated_credits: 2.5,
    created_at: timestamp(context, createdAt(context, record)),
    completed_at: completedAt(context, record),
    error: error(context, record),
    next_actions: nextActions(context, record),
    result: result(context, record, isSuccess),
  };
}

function makesFile({ work }: JobRecord): boolean {
  return work === 'sound' || work === 'export';
}

function naming(context: Context, { work }: JobRecord) {
  const kinds = {
    sound: 'sound_generation',
    export: 'clip_render',
    thumbnail: 'thumbnail',
    analysis: 'analysis',
    clipAnalysis: 'clip_analysis',
    upload: 'upload',
    stage: 'encoding',
  };
  const isLastStage = work === 'export' && context.choices['jobs.attempts'].endsWith('named after captions');
  const kind = isLastStage ? 'caption_burn_in' : kinds[work];
  return context.pick('job.naming', {
    both: { type: work, kind },
    kind: { type: undefined, kind },
    type: { type: kind, kind: undefined },
    neither: { type: undefined, kind: undefined },
    null: { type: null, kind: null },
  });
}

function exportId(context: Context, record: JobRecord): string | null | undefined {
  if (record.exportId === null) return null;
  const own = context.choices['clip.export'];
  if (own.startsWith('never')) return noExport(context);
  return context.pick('job.exportId', {
    present: record.exportId,
    null: null,
    absent: undefined,
    '': '',
    'null, same as job_id': null,
  });
}

/** Returns the value of export_id for an export without an identifier. */
export function noExport(context: Context): string | null | undefined {
  return context.pick('clip.export', {
    'at once': null,
    later: null,
    never: null,
    'never, absent': undefined,
    'never, empty': '',
  });
}

function progress(context: Context, record: JobRecord): number | null | undefined {
  const done = hasEnded(record) ? 1 : Math.min(record.looks, looksToEnd - 1) / looksToEnd;
  return context.pick('job.progress', {
    '0 to 100': done * 100,
    '0 to 1': done,
    null: null,
    absent: undefined,
    'always 0': 0,
    'above 100': done * 120,
  });
}

function download(context: Context, record: JobRecord, isSuccess: boolean): string | null | undefined {
  if (!makesFile(record)) return null;
  const url = fileUrl(context, record);
  const atEnd = isSuccess ? url : null;
  return context.pick('job.download', {
    'at the end': atEnd,
    'at the end, else empty': atEnd ?? '',
    'from the start': phaseOf(record) === 'failed' || phaseOf(record) === 'canceled' ? null : url,
    'in result only': null,
    absent: undefined,
  });
}

function result(context: Context, record: JobRecord, isSuccess: boolean): object | null | undefined {
  const files = { files: [{ url: fileUrl(context, record), seconds: 2.5 }] };
  return context.pick('job.result', {
    'at the end': isSuccess ? files : null,
    empty: {},
    always: isSuccess ? files : { note: 'not yet' },
    null: null,
    absent: undefined,
  });
}

function createdAt(context: Context, { createdAt, project }: JobRecord): Date {
  return context.pick('job.createdAt', { different: createdAt, 'the same': project.createdAt });
}

function completedAt(context: Context, record: JobRecord): string | null | undefined {
  const end = hasEnded(record) ? timestamp(context, record.createdAt) : undefined;
  const none = yearOne(context);
  const epoch = unixEpoch(context);
  const last = lastDate(context);
  // The start of year 1 in UTC, written in New York time.
  const yearZero = '0000-12-31T19:00:00-05:00';
  return context.pick('job.completedAt', {
    'at the end, else null': end ?? null,
    'at the end, else absent': end,
    'at the end, else year 1': end ?? none,
    'at the end, else 1970': end ?? epoch,
    'at the end, else year 0': end ?? yearZero,
    'at the end, else year 9999': end ?? last,
    'at the end, else empty': end ?? '',
    null: null,
    absent: undefined,
    '': '',
    'year 1': none,
    '1970': epoch,
    'year 0': yearZero,
    'year 9999': last,
  });
}

function error(context: Context, record: JobRecord): unknown {
  const reason = 'The codec is not supported';
  if (phaseOf(record) !== 'failed')
    return context.pick('job.remark', { null: null, absent: undefined, '': '', remark: 'One font was replaced' });
  return context.pick('job.error', {
    sentence: reason,
    object: { code: 'codec', message: reason },
    '': '',
    null: null,
    absent: undefined,
  });
}

function nextActions(context: Context, record: JobRecord): readonly object[] | null | undefined {
  const url = meantCancelUrl(context, record);
  const method = cancelMethod(context);
  const cancel = url === undefined ? [] : [nextAction(context, { method, url, reason: 'Stop the work' })];
  const poll = url === undefined ? [] : [nextAction(context, { method: 'GET', url, reason: 'Look again' })];
  if (context.choices['jobs.cancelMethod'] === 'DELETE, stated by a next action') return cancel;
  if (context.choices['jobs.cancelMethod'] === 'DELETE, stated after a poll of the same URL')
    return [...poll, ...cancel];
  const said = method === 'POST' ? cancel : [];
  return context.pick('job.nextActions', { none: [], cancel: said, null: null, absent: undefined });
}

export function cancelMethod(context: Context): string {
  return context.pick('jobs.cancelMethod', {
    POST: 'POST',
    'DELETE, stated by a next action': 'DELETE',
    'DELETE, stated after a poll of the same URL': 'DELETE',
    'DELETE, not stated': 'DELETE',
    'PUT, not stated': 'PUT',
  });
}
