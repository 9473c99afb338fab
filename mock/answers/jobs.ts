import { statusOutcome } from '../../src/core/waits/job-state.ts';
import type { jobPoints } from '../points/jobs.ts';
import type { Fields } from '../points/models.ts';
import { asIs, type Change, type Changes, field, inObjects, inResponse, maybeMissing, put, without } from './change.ts';

const hasStatus = (status: string) => (fields: Fields) => fields.status === status;
const isOpen = ({ status }: Fields) => statusOutcome(String(status)) === undefined;
const hasFailed = hasStatus('failed');

/** Replaces a status of the mock in jobs, and in the responses that start a job. */
function statusWord(own: string): Change {
  const [inJobs, inStarts] = [field('job', 'status', hasStatus(own)), field('jobStart', 'status', hasStatus(own))];
  return (reply, answer) => {
    inJobs(reply, answer);
    inStarts(reply, answer);
  };
}

const job = (change: (fields: Fields, answer: string) => void) => inObjects('job', change);

export const jobChanges: { readonly [Id in keyof typeof jobPoints]?: Changes } = {
  'job.completedAt': job((fields, answer) => {
    const [, else_] = /^at the end, else (.*)$/.exec(answer) ?? [];
    if (else_ === undefined) put(fields, 'completed_at', dates[answer] ?? answer);
    else if (isOpen(fields)) put(fields, 'completed_at', dates[else_] ?? else_);
  }),
  'job.error': {
    sentence: asIs,
    object: job((fields) => {
      if (hasFailed(fields)) fields.error = { code: 'failed', message: fields.error };
    }),
    '': field('job', 'error', hasFailed),
    null: field('job', 'error', hasFailed),
    absent: field('job', 'error', hasFailed),
  },
  'job.remark': {
    null: asIs,
    absent: field('job', 'error', (fields) => !hasFailed(fields)),
    '': field('job', 'error', (fields) => !hasFailed(fields)),
    remark: field('job', 'error', (fields) => !hasFailed(fields)),
  },
  'job.progress': job((fields, answer) => {
    const factors: Record<string, number> = { '0 to 100': 1, '0 to 1': 0.01, 'always 0': 0, 'above 100': 1.2 };
    const factor = factors[answer];
    if (factor === undefined) put(fields, 'progress', answer);
    else if (typeof fields.progress === 'number') fields.progress *= factor;
  }),
  'job.result': {
    'at the end': asIs,
    empty: job((fields) => Object.assign(fields, { result: {} })),
    always: job((fields) => Object.assign(fields, { result: fields.result ?? { note: 'not yet' } })),
    null: field('job', 'result'),
    absent: field('job', 'result'),
  },
  'job.download': {
    'at the end': asIs,
    'at the end, else empty': job((fields) => Object.assign(fields, { download_url: fields.download_url ?? '' })),
    'in result only': job((fields) => {
      if (fields.download_url) fields.result = { ...Object(fields.result), url: fields.download_url };
      fields.download_url = null;
    }),
    absent: field('job', 'download_url'),
  },
  'job.naming': {
    both: asIs,
    kind: job((fields) => put(fields, 'type', 'absent')),
    type: job((fields) => put(fields, 'kind', 'absent')),
    neither: job((fields) => without(fields, 'type', 'kind')),
    null: job((fields) => Object.assign(fields, { type: null, kind: null })),
  },
  'job.projectId': {
    present: asIs,
    null: field('job', 'project_id'),
    absent: field('job', 'project_id'),
    '': field('job', 'project_id'),
  },
  'job.exportId': {
    present: asIs,
    null: field('job', 'export_id'),
    absent: field('job', 'export_id'),
    '': field('job', 'export_id'),
  },
  'job.nextActions': {
    none: job((fields) => Object.assign(fields, { next_actions: [] })),
    cancel: asIs,
    null: field('job', 'next_actions'),
    absent: field('job', 'next_actions'),
  },
  'jobs.order': {
    'oldest first': asIs,
    'newest first': inResponse('jobs.list', (_, { jobs }) => {
      if (Array.isArray(jobs)) jobs.reverse();
    }),
  },
  'jobs.listFields': {
    all: asIs,
    'without result and files': listed((fields) => withoutResult(fields)),
    'null for result and files': listed((fields) => Object.assign(fields, { result: null, download_url: null })),
  },
  'jobs.pollFields': {
    all: asIs,
    'without result and files': inResponse('jobs.retrieve', (_, fields) => {
      if (!isOpen(fields)) withoutResult(fields);
    }),
  },
  'jobs.retryAfter': {
    absent: asIs,
    '0': retryAfter('0'),
    seconds: retryAfter('1'),
    'a past date': retryAfter('Sat, 01 Nov 2025 00:00:00 GMT'),
  },
  'jobs.poll': {
    job: asIs,
    wrapped: inResponse('jobs.retrieve', (reply, body) => Object.assign(reply, { body: { job: body } })),
    'job in data': inResponse('jobs.retrieve', (reply, body) => Object.assign(reply, { body: { data: body } })),
    'without job_id': inResponse('jobs.retrieve', (_, body) => put(body, 'job_id', 'absent')),
    '204': inResponse('jobs.retrieve', (reply) => Object.assign(reply, { status: 204, body: undefined })),
  },
  'jobs.pollFailed': {
    'success status': asIs,
    '422': inResponse('jobs.retrieve', failedPoll),
    '500': inResponse('jobs.retrieve', failedPoll),
  },
  'jobs.cancelResponse': {
    job: asIs,
    wrapped: inResponse('jobs.cancel', (reply, body) => Object.assign(reply, { body: { job: body } })),
    'empty object': canceled({}),
    null: canceled(null),
    empty: canceled(undefined),
    '204': inResponse('jobs.cancel', (reply) => Object.assign(reply, { status: 204, body: undefined })),
    true: canceled(true),
    ok: canceled('ok'),
  },
  'sound.status': maybeMissing('present', field('jobStart', 'status')),
  'sound.urls': {
    present: asIs,
    null: inObjects('jobStart', (fields) => Object.assign(fields, { status_url: null, cancel_url: null })),
    absent: inObjects('jobStart', (fields) => without(fields, 'status_url', 'cancel_url')),
    '': inObjects('jobStart', (fields) => Object.assign(fields, { status_url: '', cancel_url: '' })),
  },
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

function failedPoll(reply: { status: number }, body: Fields, answer: string): void {
  if (hasFailed(body)) reply.status = Number(answer);
}

function canceled(body: unknown): Change {
  return inResponse('jobs.cancel', (reply) => Object.assign(reply, { body }));
}
