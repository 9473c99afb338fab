import type { jobPoints } from '../../points/jobs.ts';
import { addressOf, at, fillOf, listAt, presenceOf, textAt, wordOf } from '../../points/values.ts';
import { isSuccess } from '../../survey/asker.ts';
import { hasEnded, jobIn, listedJobs, outcomeOf, polledJobs } from '../../survey/jobs.ts';
import type { Seen } from '../../survey/survey.ts';
import { all, exchange, notAsked, type Reader, type Readers } from './reader.ts';

export const jobReaders: Readers<typeof jobPoints> = {
  'job.workingStatus': all('soundPolls', (found) => {
    const working = polledJobs(found).findLast((job) => !hasEnded(job));
    return working === undefined ? undefined : wordOf(at(working, 'status'));
  }),
  'job.queuedStatus': exchange('sound', ({ body }) => {
    const status = wordOf(at(body, 'status'));
    return ['absent', 'null', ''].includes(status) || hasEnded(body) ? undefined : status;
  }),
  'job.successStatus': ended((job) => (isFailure(job) ? undefined : wordOf(at(job, 'status')))),
  'job.failureStatus': failed((job) => wordOf(at(job, 'status'))),
  'job.canceledStatus': all('cancel', (_, seen) => {
    const job = canceledJob(seen);
    return outcomeOf(job) === 'succeeded' || !hasEnded(job) ? undefined : textAt(job, 'status');
  }),
  'job.completedAt': beforeAndAfter('completed_at', (open, ended) => {
    const [before, after] = [open, ended].map(dateOf);
    if (after !== 'a date') return after === 'empty' ? '' : after;
    return before === 'a date' ? undefined : `at the end, else ${before}`;
  }),
  'job.error': failed((job) => errorOf(job, 'sentence')),
  'job.remark': ended((job) => (isFailure(job) ? undefined : errorOf(job, 'remark'))),
  'job.progress': ended((job) => {
    const progress = at(job, 'progress');
    if (typeof progress !== 'number') return wordOf(progress);
    if (progress > 100) return 'above 100';
    const names: Readonly<Record<number, string>> = { 100: '0 to 100', 1: '0 to 1', 0: 'always 0' };
    return names[progress] ?? `ends at ${progress}`;
  }),
  'job.result': beforeAndAfter('result', (before, after) => {
    if (fillOf(after) !== 'filled') return fillOf(after);
    return fillOf(before) === 'filled' ? 'always' : 'at the end';
  }),
  'job.download': beforeAndAfter('download_url', (before, after, last) => {
    if (after === undefined) return 'absent';
    if (typeof after !== 'string' || after === '')
      return fillOf(at(last, 'result')) === 'filled' ? 'in result only' : wordOf(after);
    if (before === '') return 'at the end, else empty';
    return before ? 'from the start' : 'at the end';
  }),
  'job.naming': listedJob((job) => {
    const [type, kind] = [at(job, 'type'), at(job, 'kind')];
    if (type && kind) return 'both';
    if (type || kind) return type ? 'type' : 'kind';
    return type === null || kind === null ? 'null' : 'neither';
  }),
  'job.projectId': listedJob((job) => presenceOf(at(job, 'project_id'))),
  'job.exportId': all('clipJobs', (found, { clips }) => {
    const id = textAt(listAt(clips.at(-1)?.body, 'batch.clips')[0], 'export_id');
    const jobs = listedJobs(found);
    if (jobs.length === 0) return undefined;
    if (id === undefined) return jobs.some((job) => textAt(job, 'export_id')) ? 'present' : undefined;
    if (jobs.some((job) => at(job, 'export_id') === id)) return 'present';
    if (jobs.some((job) => at(job, 'job_id') === id && at(job, 'export_id') === null)) return 'null, same as job_id';
    return presenceOf(at(jobs[0], 'export_id'));
  }),
  'job.nextActions': all('soundPolls', (found) => {
    const [job] = polledJobs(found);
    if (job === undefined) return undefined;
    const actions = at(job, 'next_actions');
    if (!Array.isArray(actions)) return wordOf(actions);
    return actions.length === 0 ? 'none' : 'cancel';
  }),
  'job.createdAt': notAsked('The check starts its jobs one after the other.'),
  'jobs.order': all('soundJobs', (found, { sound, canceledSound }) => {
    const started = [sound.at(-1), canceledSound.at(-1)].map((each) => at(each?.body, 'job_id'));
    const orders = found.map((list) => listedJobs([list]).map((job) => at(job, 'job_id')));
    const both = orders.map((ids) => ids.filter((id) => started.includes(id)));
    const [first = [], second = []] = both.filter(({ length }) => length > 1);
    if (first.length < 2) return undefined;
    if (second.length > 1 && first[0] !== second[0]) return 'changing';
    return first[0] === started[0] ? 'oldest first' : 'newest first';
  }),
  'jobs.listing': all('soundJobs', (found, { sound, clipJobs, clips }) => {
    const [first] = clipJobs;
    if (first !== undefined && first.status === 404) return '404 at first';
    if (!found.some(({ body }) => Array.isArray(at(body, 'jobs')))) return undefined;
    const sizes = found.map(({ body }) => listAt(body, 'jobs').length);
    const started = new Set([...sound].map(({ body }) => at(body, 'project_id'))).size;
    const later = clipJobs.map(({ body }) => listAt(body, 'jobs').length);
    const isExport = listAt(clips.at(-1)?.body, 'batch.clips').length > 0;
    if (sizes.at(-1) === 0 || (later.length > 1 && (later[0] ?? 0) > 0 && later.at(-1) === 0)) return 'unfinished';
    if (sizes.at(-1) === 1 && started === 1) return 'newest';
    if (later[0] === 0 && later.at(-1) !== 0) return 'after a while';
    if (isExport && later.length > 0 && later.every((length) => length === 0)) return 'without exports';
    return sizes.at(-1) === undefined ? undefined : 'all';
  }),
  'jobs.listFields': all('soundJobs', (found, { soundPolls }) => {
    const id = at(polledJobs(soundPolls).at(-1), 'job_id');
    const job = listedJobs(found).findLast((each) => at(each, 'job_id') === id);
    if (job === undefined || !hasEnded(job)) return undefined;
    if (areResults(job, undefined))
      return at(job, 'created_at') === undefined ? 'only identifiers' : 'without result and files';
    return areResults(job, null) ? 'null for result and files' : 'all';
  }),
  'jobs.pollFields': ended((job) => (areResults(job, undefined) ? 'without result and files' : 'all')),
  'jobs.attempts': notAsked('A request cannot make an export fail and start again.'),
  'jobs.unrelated': notAsked('The other jobs of a project depend on what the service does with the video.'),
  'jobs.retryAfter': exchange('soundPolls', ({ headers }) => {
    const after = headers.get('retry-after');
    if (after === null || after === '0') return after ?? 'absent';
    return /^\d+$/.test(after) ? 'seconds' : Date.parse(after) < Date.now() ? 'a past date' : 'a date';
  }),
  'jobs.statusUrl': listedJob((job, base) => addressOf(at(job, 'status_url'), base)),
  'jobs.cancelUrl': all('soundPolls', (found, { soundJobs }) => {
    const jobs = [...polledJobs(found), ...listedJobs(soundJobs)];
    const job = jobs.find((each) => textAt(each, 'cancel_url')) ?? jobs[0];
    return job === undefined ? undefined : addressOf(at(job, 'cancel_url'), found[0]?.baseUrl ?? '');
  }),
  'jobs.cancelUrlIn': all('soundPolls', (found, { sound, soundJobs }) => {
    const shows = (jobs: readonly unknown[]) => jobs.some((job) => textAt(job, 'cancel_url'));
    const [polls, lists] = [shows(polledJobs(found)), shows(listedJobs(soundJobs))];
    if (polls && lists && shows(sound.map(({ body }) => body))) return 'start, polls and lists';
    if (polls && lists) return 'polls and lists';
    return polls ? 'polls' : lists ? 'lists' : undefined;
  }),
  'jobs.cancelMethod': all('cancel', (found, { soundPolls }) => {
    const accepted = found.find(({ status }) => status < 400);
    const [method] = accepted?.request.split(' ') ?? [];
    if (method === undefined || method === 'POST') return method;
    const actions = soundPolls.flatMap(({ body }) => listAt(jobIn(body), 'next_actions'));
    const methods = actions.map((action) => at(action, 'method'));
    if (!methods.includes(method)) return `${method}, not stated`;
    return methods[0] === method
      ? `${method}, stated by a next action`
      : `${method}, stated after a poll of the same URL`;
  }),
  'jobs.cancelResponse': exchange('cancel', ({ status, text, body }) => {
    if (status >= 400) return undefined;
    if (status === 204) return '204';
    if (text === '') return 'empty';
    if (typeof body !== 'object' || body === null) return wordOf(body);
    if (Object.keys(body).length === 0) return 'empty object';
    return at(body, 'job') === undefined ? 'job' : 'wrapped';
  }),
  'jobs.cancelEffect': all('cancel', (found, seen) => {
    const job = jobIn(found.at(-1)?.body);
    if (outcomeOf(job) === 'canceled') return 'at once';
    const last = canceledJob(seen);
    if (last === undefined || !hasEnded(last)) return undefined;
    if (outcomeOf(last) === 'succeeded') return 'too late';
    return textAt(job, 'status') === undefined || hasEnded(job) ? 'at once' : 'later';
  }),
  'jobs.cancelEnded': exchange('cancelAgain', ({ status }) => (status < 300 ? 'accepted' : String(status))),
  'jobs.poll': all('soundPolls', (found) => {
    const [first, last] = [found[0], found.at(-1)];
    if (first?.untrusted !== undefined) return 'redirect to an untrusted origin';
    if (first === undefined || last === undefined) return undefined;
    if (last.redirects.length > 1) return 'two redirects';
    if (last.redirects.length === 1)
      return first.redirects.length === 0 ? `${last.redirects[0]} at the end` : String(last.redirects[0]);
    if (last.status === 204) return '204';
    if (last.status >= 300) return undefined;
    if (at(last.body, 'job') !== undefined) return 'wrapped';
    if (at(last.body, 'data') !== undefined) return 'job in data';
    return at(last.body, 'job_id') === undefined ? 'without job_id' : 'job';
  }),
  'jobs.gone': all('soundPolls', (found) => {
    const isGone = found.map(({ status }) => status === 404 || status === 410);
    if (!isGone.includes(false)) return 'always';
    if (isGone[0]) return 'at first';
    return isGone.includes(true) ? 'at the end' : 'never';
  }),
  'jobs.pollFailed': exchange('failedPolls', ({ status, body }, { failedJobs }) => {
    const [job] = listAt(failedJobs.at(-1)?.body, 'jobs');
    if (outcomeOf(job) === 'succeeded') return undefined;
    if (status < 300) return 'success status';
    return at(body, 'error.code') === undefined ? String(status) : `${status} with an error`;
  }),
  'sound.start': exchange('sound', ({ body }, { soundPolls }) => {
    const first = polledJobs(soundPolls)[0];
    return hasEnded(body) || (first !== undefined && hasEnded(first) && soundPolls.length === 1) ? 'ended' : 'queued';
  }),
  'sound.status': started('status', presenceOf),
  'sound.urls': started('status_url', presenceOf),
  'sound.ids': started('job_id', (id) => (/[A-F]/.test(String(id)) ? 'uppercase' : 'lowercase')),
};

function started(name: string, describe: (value: unknown) => string): Reader {
  return exchange('sound', (last) => (isSuccess(last) ? describe(at(last.body, name)) : undefined));
}

/** Reads the ended job of the last poll. */
function ended(read: (job: unknown) => string | undefined): Reader {
  return all('soundPolls', (found) => {
    const job = polledJobs(found).at(-1);
    return job !== undefined && hasEnded(job) ? read(job) : undefined;
  });
}

function beforeAndAfter(
  name: string,
  read: (before: unknown, after: unknown, last: unknown) => string | undefined,
): Reader {
  return all('soundPolls', (found) => {
    const [first, last] = [polledJobs(found)[0], polledJobs(found).at(-1)];
    return first === last || !hasEnded(last) ? undefined : read(at(first, name), at(last, name), last);
  });
}

function failed(read: (job: unknown) => string | undefined): Reader {
  return all('failedJobs', (found) => {
    const [job] = listAt(found.at(-1)?.body, 'jobs');
    return job !== undefined && hasEnded(job) && outcomeOf(job) !== 'succeeded' ? read(job) : undefined;
  });
}

function listedJob(read: (job: unknown, baseUrl: string) => string | undefined): Reader {
  return all('clipJobs', (found) => {
    const [last] = found.toReversed().filter(({ body }) => listAt(body, 'jobs').length > 0);
    return last && read(listAt(last.body, 'jobs')[0], last.baseUrl);
  });
}

function canceledJob({ cancel, cancelPolls, soundJobs, canceledSound }: Seen): unknown {
  const id = at(canceledSound.at(-1)?.body, 'job_id');
  const polled = polledJobs(cancelPolls).at(-1);
  const inList = listedJobs(soundJobs).findLast((job) => at(job, 'job_id') === id);
  return polled ?? (cancel.length > 0 ? inList : undefined);
}

function isFailure(job: unknown): boolean {
  return ['failed', 'canceled'].includes(outcomeOf(job) ?? '');
}

/** Describes the error of a job. `word`: the answer if the error is a text. */
function errorOf(job: unknown, word: string): string {
  const error = at(job, 'error');
  if (typeof error === 'object' && error !== null) return 'object';
  return typeof error === 'string' && error !== '' ? word : wordOf(error);
}

function areResults(job: unknown, value: null | undefined): boolean {
  return at(job, 'result') === value && at(job, 'download_url') === value;
}

function dateOf(value: unknown): string {
  if (value === '') return 'empty';
  if (typeof value !== 'string') return wordOf(value);
  const year = value.slice(0, 4);
  if (year === '1970') return year;
  return ['0000', '0001', '9999'].includes(year) ? `year ${Number(year)}` : 'a date';
}
