import { point } from './point.ts';

const addresses = [
  'absolute | base path | root-relative | relative | query | scheme-relative | signed | trusted origin',
  'untrusted origin | null | absent | ""',
] as const;

export const jobPoints = {
  'job.workingStatus': point(
    'The status of a job after queued and before its end.',
    'running | IN_PROGRESS | Rendering 2/3 | pending | "" | null | absent',
  ),
  'job.queuedStatus': point('The letter case of the status queued.', 'queued | QUEUED | Queued'),
  'job.successStatus': point(
    'The status of a job that succeeded.',
    'completed | complete | COMPLETED | completed_with_warnings | COMPLETED_WITH_WARNINGS | succeeded',
    'Succeeded | success | done | ready | finished | available | rendered | wrapped up',
  ),
  'job.failureStatus': point(
    'The status of a job that failed.',
    'failed | FAILED | failure | error | errored | rejected | aborted | expired | timed_out | timeout',
    'kaput',
  ),
  'job.canceledStatus': point(
    'The status of a job that was cancelled.',
    'cancelled | canceled | CANCELLED | withdrawn',
  ),
  'job.completedAt': point(
    'When completed_at is set, and its value before.',
    'at the end, else null | at the end, else absent | at the end, else year 1 | at the end, else 1970',
    'at the end, else year 0 | at the end, else year 9999 | at the end, else empty | null | absent | ""',
    'year 1 | 1970 | year 0 | year 9999',
  ),
  'job.error': point('The value of error if a job failed.', 'sentence | object | "" | null | absent'),
  'job.remark': point('The value of error if a job has not failed.', 'null | absent | "" | remark'),
  'job.progress': point('The range of progress.', '0 to 100 | 0 to 1 | null | absent | always 0 | above 100'),
  'job.result': point('The value of result.', 'at the end | empty | always | null | absent'),
  'job.download': point(
    'When download_url is set.',
    'at the end | at the end, else empty | from the start | in result only | absent',
  ),
  'job.naming': point('Which of type and kind says what a job does.', 'both | kind | type | neither | null'),
  'job.projectId': point('The value of project_id.', 'present | null | absent | ""'),
  'job.exportId': point(
    'Whether the job of an export has export_id.',
    'present | null | absent | "" | null, same as job_id',
  ),
  'job.nextActions': point('Which next actions a job has.', 'none | cancel | null | absent'),
  'job.createdAt': point('Whether jobs that were created together have the same created_at.', 'different | the same'),
  'jobs.order': point('The order of the jobs.', 'oldest first | newest first | changing'),
  'jobs.listing': point(
    'Which jobs are listed.',
    'all | after a while | unfinished | newest | without exports | 404 at first',
  ),
  'jobs.listFields': point(
    'Whether an entry has all fields of the job.',
    'all | without result and files | only identifiers | null for result and files',
  ),
  'jobs.pollFields': point('Whether a poll of an ended job returns all fields.', 'all | without result and files'),
  'jobs.attempts': point(
    'Which other jobs an export that succeeds has.',
    'none | an earlier failure | a later failure | a failure, and a retry that is listed later',
    'a thumbnail | a first stage, and a second that is listed later',
    'a first stage, and a second that is named after captions | an abandoned attempt that never ends',
  ),
  'jobs.unrelated': point(
    'Which jobs other than exports a project has.',
    'none | a failed thumbnail | an endless analysis | a failed clip analysis | a finished thumbnail',
    'a finished clip analysis | an export of an earlier batch | a job with status null',
    'a job without status',
  ),
  'jobs.retryAfter': point('The Retry-After of a response to a poll.', 'absent | 0 | a past date | seconds'),
  'jobs.statusUrl': point('Where status_url points.', ...addresses),
  'jobs.cancelUrl': point('Where cancel_url points.', ...addresses),
  'jobs.poll': point(
    'The response to a poll.',
    'job | wrapped | job in data | without job_id | 204 | 301 | 302 | 303 | 307 | 308 | 303 at the end',
    'two redirects | redirect to an untrusted origin',
  ),
  'jobs.gone': point('When the service finds no job at its status_url.', 'never | at first | at the end'),
  'jobs.pollFailed': point(
    'The status and the body of the response to a poll of a failed job.',
    'success status | 422 | 500 | 422 with an error | 500 with an error',
  ),
  'jobs.cancelUrlIn': point(
    'Which responses with a job contain its cancel_url.',
    'start, polls and lists | polls | lists',
  ),
  'jobs.cancelMethod': point(
    'The HTTP method that cancels a job, and how the client learns it.',
    'POST | DELETE, stated by a next action | DELETE, stated after a poll of the same URL',
    'DELETE, not stated | PUT, not stated',
  ),
  'jobs.cancelResponse': point(
    'The body of the response to a cancellation.',
    'job | wrapped | empty object | null | empty | 204 | true | ok',
  ),
  'jobs.cancelEffect': point('When a cancellation takes effect.', 'at once | later | too late'),
  'jobs.cancelEnded': point('The response to the cancellation of an ended job.', 'accepted | 409 | 404'),
  'sound.start': point('Whether a sound has ended when the call returns.', 'queued | ended'),
  'sound.status': point('Whether the response that starts a sound has a status.', 'present | null | absent'),
  'sound.urls': point(
    'Whether the response that starts a sound has the URLs that the job list has.',
    'present | null | absent | ""',
  ),
  'sound.ids': point('The letter case of a sound’s UUIDs.', 'lowercase | uppercase'),
};
