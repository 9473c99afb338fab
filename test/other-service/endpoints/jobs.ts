import type { Context, JobTarget } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { Reply } from '../response.ts';
import { hasEnded, type JobRecord, looksToEnd, phaseOf } from '../state.ts';
import { cancelMethod, fileUrl, job, listedJob, polledJob } from '../wire/job.ts';
import { stateUrl, untrustedOrigin } from '../wire/job-urls.ts';
import { list } from '../wire/list.ts';
import { timestamp } from '../wire/timestamp.ts';
import { type Endpoint, projectOf } from './call.ts';

export const listJobs: Endpoint = (call) => {
  const { context } = call;
  const project = projectOf(call);
  project.listings += 1;
  if (context.choices['jobs.listing'] === '404 at first' && project.listings === 1)
    throw new Refusal('notFound', 'There is no such project', 'projectId');
  for (const record of project.jobs) look(context, record);
  const jobs = ordered(context, listed(context, project.jobs, project.listings), project.listings);
  const entries = jobs.map((record) => listedJob(context, record));
  return { jobs: list(context, 'lists.jobs', entries) };
};

export function callJob(context: Context, { job: record, action }: JobTarget, method: string): Reply {
  if (action === 'cancel') return cancel(context, record, method);
  if (method !== 'GET') throw new Refusal('method', 'Use GET');
  if (action === 'again') return { status: 302, body: undefined, headers: { location: stateUrl(context, record) } };
  if (action === 'poll') requireThere(context, record);
  return (action === 'poll' ? redirect(context, record) : undefined) ?? state(context, record, action === 'poll');
}

function requireThere(context: Context, record: JobRecord): void {
  const isGone = context.pick('jobs.gone', {
    never: false,
    'at first': record.looks === 0,
    'at the end': record.looks + 1 >= looksToEnd && record.ending !== null,
  });
  if (!isGone) return;
  look(context, record);
  throw new Refusal('notFound', 'There is no such job');
}

function listed(context: Context, jobs: readonly JobRecord[], listings: number): readonly JobRecord[] {
  const isLate = context.choices['jobs.attempts'].endsWith('that is listed later');
  const isListed = ({ work, ending }: JobRecord) =>
    !(isLate && listings === 1 && work === 'export' && ending === 'succeeded');
  const known = jobs.filter(isListed);
  return context.pick('jobs.listing', {
    all: known,
    'after a while': listings > 1 ? known : [],
    unfinished: known.filter((record) => !hasEnded(record)),
    newest: known.slice(-1),
    'without exports': known.filter(({ work }) => work !== 'export'),
    '404 at first': known,
  });
}

function ordered(context: Context, jobs: readonly JobRecord[], listings: number): readonly JobRecord[] {
  return context.pick('jobs.order', {
    'oldest first': jobs,
    'newest first': jobs.toReversed(),
    changing: listings % 2 === 0 ? jobs : [...jobs.slice(1), ...jobs.slice(0, 1)],
  });
}

/** Advances a job by one step. */
function look(context: Context, record: JobRecord): void {
  const before = hasEnded(record);
  record.looks += 1;
  if (before || !hasEnded(record)) return;
  const ids = { project_id: record.project.id, export_id: record.exportId, job_id: record.id };
  const isSuccess = phaseOf(record) === 'succeeded';
  if (record.work === 'export') emitExport(context, record, isSuccess);
  context.emit(isSuccess ? 'job.complete' : 'job.failed', ids);
}

function emitExport(context: Context, record: JobRecord, isSuccess: boolean): void {
  const ids = { project_id: record.project.id, export_id: record.exportId };
  const file = context.pick('event.exportFields', {
    present: { download_url: fileUrl(context, record), expires_at: timestamp(context, context.now()) },
    null: { download_url: null, expires_at: null },
  });
  context.emit(isSuccess ? 'export.ready' : 'export.failed', isSuccess ? { ...ids, ...file } : ids);
}

function redirect(context: Context, record: JobRecord): Reply | undefined {
  const url = stateUrl(context, record);
  const toState = (status: number, location = url): Reply => ({ status, body: undefined, headers: { location } });
  const relative = url.slice(context.origin.length);
  const twice = `${url}/again`;
  context.jobTargets.set(twice, { job: record, action: 'again' });
  return context.pick('jobs.poll', {
    job: undefined,
    wrapped: undefined,
    'job in data': undefined,
    'without job_id': undefined,
    '204': undefined,
    '301': toState(301),
    '302': toState(302, relative),
    '303': toState(303),
    '307': toState(307),
    '308': toState(308),
    '303 at the end': record.looks + 1 >= looksToEnd && record.ending !== null ? toState(303) : undefined,
    'two redirects': toState(302, twice),
    'redirect to an untrusted origin': toState(302, `${untrustedOrigin}/jobs/1`),
  });
}

function state(context: Context, record: JobRecord, isPoll: boolean): Reply {
  look(context, record);
  const retryAfter = context.pick('jobs.retryAfter', {
    absent: {},
    '0': { 'retry-after': '0' },
    'a past date': { 'retry-after': 'Sat, 01 Nov 2025 00:00:00 GMT' },
    seconds: { 'retry-after': '1' },
  });
  const body = polledJob(context, record);
  const failure = context.choices['jobs.pollFailed'];
  if (phaseOf(record) === 'failed' && failure !== 'success status')
    throw new Refusal('jobFailed', 'The job failed', null, failure.endsWith('with an error') ? undefined : body);
  const status = isPoll && context.choices['jobs.poll'] === '204' ? 204 : Number(context.choices['success.jobs.poll']);
  return { status, body: isPoll ? envelope(context, body) : body, headers: retryAfter };
}

function envelope({ choices }: Context, body: object): unknown {
  if (choices['jobs.poll'] === 'wrapped') return { job: body };
  if (choices['jobs.poll'] === 'job in data') return { data: body };
  return choices['jobs.poll'] === 'without job_id' ? { ...body, job_id: undefined } : body;
}

function cancel(context: Context, record: JobRecord, method: string): Reply {
  if (method !== cancelMethod(context)) throw new Refusal('method', `Use ${cancelMethod(context)}`);
  if (hasEnded(record) && context.choices['jobs.cancelEnded'] !== 'accepted')
    throw new Refusal('jobEnded', 'The job has ended');
  if (!hasEnded(record)) end(context, record);
  const body = job(context, record);
  const status = Number(context.choices['success.jobs.cancel']);
  return context.pick('jobs.cancelResponse', {
    job: { status, body },
    wrapped: { status, body: { job: body } },
    'empty object': { status, body: {} },
    null: { status, body: null },
    empty: { status, body: undefined },
    '204': { status: 204, body: undefined },
    true: { status, body: true },
    ok: { status, body: 'ok' },
  });
}

function end(context: Context, record: JobRecord): void {
  const effect = context.choices['jobs.cancelEffect'];
  if (effect === 'too late') return;
  record.ending = 'canceled';
  record.looks = effect === 'at once' ? looksToEnd : looksToEnd - 1;
}
