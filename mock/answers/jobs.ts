import { statusOutcome } from '../../src/core/waits/job-state.ts';
import type { jobPoints } from '../points/jobs.ts';
import type { Fields } from '../points/models.ts';
import {
  asIs,
  type Change,
  field,
  forEach,
  inObjects,
  inResponse,
  maybeMissing,
  put,
  type Reply,
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
const polled = (change: (reply: Reply, body: Fields, answer: string) => unknown) => inResponse('jobs.retrieve', change);

export const jobChanges: Table<typeof jobPoints> = {
  'job.completedAt': job((fields, answer) => {
    const [, else_] = /^at the end, else (.*)$/.exec(answer) ?? [];
    if (else_ === undefined) put(fields, 'completed_at', dates[answer] ?? answer);
    else if (isOpen(fields)) put(fields, 'completed_at', dates[else_] ?? else_);
  }),
  'job.error': {
    ...when('null | absent | ""', field('job', 'error', hasFailed)),
    object: job((fields) => {
      if (hasFailed(fields)) fields.error = { code: 'failed', message: fields.error };
    }),
  },
  'job.remark': when(
    'absent | "" | remark',
    field('job', 'error', (fields) => !hasFailed(fields)),
  ),
  'job.progress': job((fields, answer) => {
    const factors: Record<string, number> = { '0 to 100': 1, '0 to 1': 0.01, 'always 0': 0, 'above 100': 1.2 };
    const factor = factors[answer];
    if (factor === undefined) put(fields, 'progress', answer);
    else if (typeof fields.progress === 'number') fields.progress *= factor;
  }),
  'job.result': {
    ...maybeMissing(field('job', 'result')),
    empty: job((fields) => Object.assign(fields, { result: {} })),
    always: job((fields) => Object.assign(fields, { result: fields.result ?? { note: 'not yet' } })),
  },
  'job.download': {
    absent: field('job', 'download_url'),
    'at the end, else empty': job((fields) => Object.assign(fields, { download_url: fields.download_url ?? '' })),
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
  'job.projectId': when('null | absent | ""', field('job', 'project_id')),
  'job.exportId': when('null | absent | ""', field('job', 'export_id')),
  'job.nextActions': {
    ...maybeMissing(field('job', 'next_actions')),
    none: job((fields) => Object.assign(fields, { next_actions: [] })),
    cancel: asIs,
  },
  'jobs.order': {
    'newest first': inResponse('jobs.list', (_, { jobs }) => {
      if (Array.isArray(jobs)) jobs.reverse();
    }),
  },
  'jobs.listFields': {
    'without result and files': listed(withoutResult),
    'null for result and files': listed((fields) => Object.assign(fields, { result: null, download_url: null })),
  },
  'jobs.pollFields': {
    'without result and files': polled((_, fields) => {
      if (!isOpen(fields)) withoutResult(fields);
    }),
  },
  'jobs.retryAfter': {
    '0': retryAfter('0'),
    seconds: retryAfter('1'),
    'a past date': retryAfter('Sat, 01 Nov 2025 00:00:00 GMT'),
  },
  'jobs.poll': {
    wrapped: polled((reply, body) => Object.assign(reply, { body: { job: body } })),
    'job in data': polled((reply, body) => Object.assign(reply, { body: { data: body } })),
    'without job_id': polled((_, body) => without(body, 'job_id')),
    '204': polled((reply) => Object.assign(reply, { status: 204, body: undefined })),
  },
  'jobs.pollFailed': when(
    '422 | 500',
    polled((reply, body, answer) => {
      if (hasFailed(body)) reply.status = Number(answer);
    }),
  ),
  'jobs.cancelResponse': {
    wrapped: canceled((body) => ({ job: body })),
    'empty object': canceled(() => ({})),
    null: canceled(() => null),
    empty: canceled(() => undefined),
    '204': inResponse('jobs.cancel', (reply) => Object.assign(reply, { status: 204, body: undefined })),
    true: canceled(() => true),
    ok: canceled(() => 'ok'),
  },
  'sound.status': maybeMissing(field('jobStart', 'status')),
  'sound.urls': when(
    'null | absent | ""',
    forEach(['status_url', 'cancel_url'], (name) => field('jobStart', name)),
  ),
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

function listed(change: (fields: Fields) => unknown): Change {
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

function canceled(change: (body: Fields) => unknown): Change {
  return inResponse('jobs.cancel', (reply, body) => Object.assign(reply, { body: change(body) }));
}
