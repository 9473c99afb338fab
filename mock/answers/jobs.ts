import { statusOutcome } from '../../src/core/waits/job-state.ts';
import type { clipPoints } from '../points/clips.ts';
import type { jobPoints } from '../points/jobs.ts';
import type { Fields } from '../points/models.ts';
import {
  bodyOf,
  type Change,
  field,
  forEach,
  inObjects,
  inResponse,
  listed,
  maybeMissing,
  put,
  type Table,
  when,
  without,
} from './change.ts';

const hasStatus = (status: string) => (fields: Fields) => fields.status === status;
const isOpen = ({ status }: Fields) => statusOutcome(String(status)) === undefined;
const hasFailed = hasStatus('failed');

/** Replaces a status of the mock in jobs, and in the responses that start a job. */
const statusWord = (own: string) => forEach(['job', 'jobStart'], (model) => field(model, 'status', hasStatus(own)));

const job = (change: (fields: Fields, answer: string) => unknown) => inObjects('job', change);

export const jobChanges: Table<typeof jobPoints> = {
  'job.completedAt': job((fields, answer) => {
    const [, else_] = /^at the end, else (.*)$/.exec(answer) ?? [];
    if (else_ === undefined) put(fields, 'completed_at', dates[answer] ?? answer);
    else if (isOpen(fields)) put(fields, 'completed_at', dates[else_] ?? else_);
  }),
  'job.error': listed('job', 'error', { object: ({ error }) => ({ code: 'failed', message: error }) }, hasFailed),
  'job.remark': listed('job', 'error', { remark: () => 'remark' }, (fields) => !hasFailed(fields)),
  'job.progress': job((fields, answer) => {
    const factors: Record<string, number> = { '0 to 100': 1, '0 to 1': 0.01, 'always 0': 0, 'above 100': 1.2 };
    const factor = factors[answer];
    if (factor === undefined) put(fields, 'progress', answer);
    else if (typeof fields.progress === 'number') fields.progress *= factor;
  }),
  'job.result': listed('job', 'result', { empty: () => ({}), always: ({ result }) => result ?? { note: 'not yet' } }),
  'job.download': {
    ...listed('job', 'download_url', { 'at the end, else empty': ({ download_url }) => download_url ?? '' }),
    'in result only': job((fields) => {
      if (fields.download_url) fields.result = { ...Object(fields.result), url: fields.download_url };
      fields.download_url = null;
    }),
  },
  'job.naming': {
    kind: job((fields) => without(fields, 'type')),
    type: job((fields) => without(fields, 'kind')),
    neither: job((fields) => without(fields, 'type', 'kind')),
    null: job((fields) => Object.assign(fields, { type: null, kind: null })),
  },
  'job.projectId': listed('job', 'project_id'),
  'job.exportId': listed('job', 'export_id'),
  'job.nextActions': listed('job', 'next_actions', { none: () => [] }),
  'jobs.order': {
    'newest first': inResponse('jobs.list', (_, { jobs }) => {
      if (Array.isArray(jobs)) jobs.reverse();
    }),
  },
  'jobs.listFields': {
    'without result and files': inList(withoutResult),
    'null for result and files': inList((fields) => Object.assign(fields, { result: null, download_url: null })),
  },
  'jobs.pollFields': {
    'without result and files': inResponse('jobs.retrieve', (_, fields) => {
      if (!isOpen(fields)) withoutResult(fields);
    }),
  },
  'jobs.retryAfter': {
    '0': retryAfter('0'),
    seconds: retryAfter('1'),
    'a past date': retryAfter('Sat, 01 Nov 2025 00:00:00 GMT'),
  },
  'jobs.poll': {
    wrapped: bodyOf('jobs.retrieve', (body) => ({ job: body })),
    'job in data': bodyOf('jobs.retrieve', (body) => ({ data: body })),
    'without job_id': bodyOf('jobs.retrieve', ({ job_id: _, ...others }) => others),
    '204': bodyOf('jobs.retrieve', () => undefined, 204),
  },
  'jobs.pollFailed': when(
    '422 | 500',
    inResponse('jobs.retrieve', (reply, body, answer) => {
      if (hasFailed(body)) reply.status = Number(answer);
    }),
  ),
  'jobs.cancelResponse': {
    wrapped: bodyOf('jobs.cancel', (body) => ({ job: body })),
    'empty object': bodyOf('jobs.cancel', () => ({})),
    null: bodyOf('jobs.cancel', () => null),
    empty: bodyOf('jobs.cancel', () => undefined),
    '204': bodyOf('jobs.cancel', () => undefined, 204),
    true: bodyOf('jobs.cancel', () => true),
    ok: bodyOf('jobs.cancel', () => 'ok'),
  },
  'sound.status': listed('jobStart', 'status'),
  'sound.urls': maybeMissing(forEach(['status_url', 'cancel_url'], (name) => field('jobStart', name))),
  // Last, because the changes above select jobs by the statuses of the mock.
  'job.queuedStatus': statusWord('queued'),
  'job.workingStatus': statusWord('running'),
  'job.successStatus': statusWord('completed'),
  'job.failureStatus': statusWord('failed'),
  'job.canceledStatus': statusWord('cancelled'),
};

const dates: Readonly<Record<string, string>> = {
  'year 1': '0001-01-01T00:00:00.000Z',
  '1970': '1970-01-01T00:00:00.000Z',
  'year 0': '0000-12-31T19:00:00-05:00',
  'year 9999': '9999-12-31T23:59:59.999Z',
  empty: '',
};

/** Changes the jobs in lists, but not those in responses to polls. */
function inList(change: (fields: Fields) => unknown): Change {
  return inResponse('jobs.list', (_, { jobs }) => {
    for (const each of Array.isArray(jobs) ? jobs : []) change(each);
  });
}

function withoutResult(fields: Fields): void {
  without(fields, 'result', 'download_url', 'next_actions');
}

function retryAfter(value: string): Change {
  return inResponse('jobs.retrieve', ({ headers }) => Object.assign(headers, { 'retry-after': value }));
}

export const clipChanges: Table<typeof clipPoints> = {
  'batch.id': listed('batch', 'batch_id'),
  'batch.activity': listed('batch', 'activity', {
    string: () => 'string',
    object: () => ({ step: 1 }),
    array: () => ['listening'],
  }),
  'batch.message': listed('batch', 'last_error_message', { remark: () => 'remark' }, isOpen),
  'batch.studioSound': inObjects('batch', (fields, answer) => {
    if (answer === 'null' || answer === 'absent') put(fields, 'studio_sound', answer);
    else Object.assign(Object(fields.studio_sound), { status: answer });
  }),
  'batch.clips': listed('batch', 'clips', {
    empty: () => [],
    'one of them': (batch) => clipsOf(batch).slice(0, 1),
  }),
  'batch.counts': {
    'total 0': counts((length) => [length, 0]),
    'estimate only': counts((length) => [length, null]),
    'estimate too high': counts((length) => [length + 2, length]),
    'estimate too high, total null': counts((length) => [length + 2, null]),
    'total too high': counts((length) => [length, length + 2]),
    null: counts(() => [null, null]),
    absent: inObjects('batch', (fields) => without(fields, 'estimated_clip_count', 'total_clip_count')),
  },
  'clip.project': listed('clip', 'project_id'),
  'clip.export': { later: inObjects('clip', (fields) => put(fields, 'export_id', 'null')) },
  'clip.noDownload': listed('clip', 'download_url', {}, ({ download_url }) => !download_url),
  // Last, because `batch.message` selects batches by the status of the mock.
  'batch.workingStatus': field('batch', 'status', isOpen),
  'clip.openStatus': field('clip', 'status', isOpen),
};

function clipsOf({ clips }: Fields): readonly unknown[] {
  return Array.isArray(clips) ? clips : [];
}

function counts(count: (length: number) => [estimated: number | null, total: number | null]): Change {
  return inObjects('batch', (fields) => {
    const [estimated_clip_count, total_clip_count] = count(clipsOf(fields).length);
    Object.assign(fields, { estimated_clip_count, total_clip_count });
  });
}
