import type { RequestRecord } from 'clipwright/mock';
import type { RemoteMock } from 'clipwright/mock/remote';
import { expect } from 'vitest';
import { shortSpeech } from '../../../support/speech.ts';
import type { Call } from './twins.ts';

type Method = (...given: never[]) => unknown;

/** The names of all members, such as `reset` and `state.projects`. */
type MemberOf<Part, Prefix extends string = ''> = {
  [Name in keyof Part & string]: Part[Name] extends Method | PromiseLike<unknown> | string
    ? `${Prefix}${Name}`
    : MemberOf<Part[Name], `${Name}.`>;
}[keyof Part & string];

/** The members that other tests cover. */
type TestedElsewhere = 'baseUrl' | 'fetch' | 'events';

/** The calls of every member, by title. The compiler reports a missing member. */
export const calls: Record<Exclude<MemberOf<RemoteMock>, TestedElsewhere>, Readonly<Record<string, Call>>> = {
  'seed.project': {
    'with captions': (mock, scope) =>
      mock.seed.project({ name: 'A "b" \u2028 é 漢 🌕', description: '', captions: shortSpeech, ...scope }),
    'with undefined options': (mock, scope) =>
      mock.seed.project({ name: 'x', description: undefined, captions: undefined, ...scope }),
  },
  'state.workspaces': { '': (mock, scope) => mock.state.workspaces(scope) },
  'state.projects': { '': (mock, scope) => mock.state.projects(scope) },
  'state.project': { '': (mock, scope, { project }) => mock.state.project(project, scope) },
  'state.jobs': { '': (mock, scope) => mock.state.jobs(scope) },
  'state.webhooks': { '': (mock, scope) => mock.state.webhooks(scope) },
  'clock.now': { '': (mock, scope) => mock.clock.now(scope) },
  'clock.status': { '': (mock, scope) => mock.clock.status(scope) },
  'clock.advance': {
    'by a fraction of a second': (mock, scope) => mock.clock.advance(0.25, scope),
    'past all due times': (mock, scope) => mock.clock.advance(1e6, scope),
    'by 0 s': (mock, scope) => mock.clock.advance(-0, scope),
  },
  'jobs.complete': { '': (mock, scope, { job }) => mock.jobs.complete(job, scope) },
  'jobs.fail': {
    'with a reason': (mock, scope, { job }) => mock.jobs.fail(job, 'No "face" in 漢.\n', scope),
    'with an empty reason': (mock, scope, { job }) => mock.jobs.fail(job, '', scope),
    'without a reason': (mock, scope, { job }) => mock.jobs.fail(job, undefined, scope),
  },
  'jobs.cancel': { '': (mock, scope, { job }) => mock.jobs.cancel(job, scope) },
  'jobs.hold': {
    'for half a second': (mock, scope, { job }) => mock.jobs.hold(job, 0.5, scope),
    'without a duration': (mock, scope, { job }) => mock.jobs.hold(job, undefined, scope),
  },
  'jobs.next': {
    'with a failure': (mock, scope) => mock.jobs.next({ status: 'failed', error: 'No.', times: 3, ...scope }),
    'with a review': (mock, scope) => mock.jobs.next({ status: 'review', seconds: 0, error: undefined, ...scope }),
  },
  'jobs.listNext': { '': (mock, scope) => mock.jobs.listNext(scope) },
  'jobs.clearNext': { '': (mock, scope) => mock.jobs.clearNext(scope) },
  'faults.add': {
    'for requests': (mock, scope) =>
      mock.faults.add({ status: 429, headers: { a: 'b' }, match: { endpoint: 'projects.create' }, times: 2, ...scope }),
    'for deliveries': (mock, scope) => mock.faults.add({ delay: 5, match: { event: '*', share: 0.5 }, ...scope }),
    'for files': (mock, scope) => mock.faults.add({ stall: true, match: { file: 'exports' }, times: 1, ...scope }),
    'with fields to set': (mock, scope) =>
      mock.faults.add({ set: { id: null, name: ['漢', { deep: [-0.5, true] }], description: {} }, ...scope }),
    'with undefined fields': (mock, scope) =>
      mock.faults.add({ drop: true, times: undefined, match: { project: undefined }, ...scope }),
  },
  'faults.list': { '': (mock, scope) => mock.faults.list(scope) },
  'faults.remove': { '': (mock, scope, { fault }) => mock.faults.remove(fault, scope) },
  'faults.clear': { '': (mock, scope) => mock.faults.clear(scope) },
  requests: {
    '': async (mock, scope) => (await mock.requests).matching(scope).map(withoutTook),
    'from any source': async (mock, scope) =>
      (await mock.requests).matching({ source: 'any', ...scope }).map(withoutTook),
    'matching a filter': async (mock, scope) => {
      const input = { name: expect.stringMatching(/^L/) };
      return (await mock.requests).matching({ source: 'console', endpoint: 'projects.create', input, ...scope }).length;
    },
  },
  deliveries: {
    '': async (mock, scope) => (await mock.deliveries).matching(scope),
    'matching a filter': async (mock, scope) =>
      (await mock.deliveries).matching({ type: 'job.complete', status: 'delivered', ...scope }).length,
  },
  settled: { '': (mock, scope) => mock.settled(scope) },
  redeliver: { '': (mock, scope, { delivery }) => mock.redeliver(delivery, scope) },
  emit: {
    'with sample data': (mock, scope) => mock.emit('export.ready', undefined, scope),
    'with data': (mock, scope) =>
      mock.emit('job.complete', { at: new Date(0), empty: null, deep: { list: [1, '漢'], nan: Number.NaN } }, scope),
    'with undefined fields in the data': (mock, scope) => mock.emit('job.complete', { job_id: undefined }, scope),
    'with values that JSON cannot represent': (mock, scope) =>
      mock.emit('job.complete', { job_id: () => 'x', status: Symbol('x') }, scope),
  },
  snapshot: { '': (mock, scope) => mock.snapshot(scope) },
  restore: { '': (mock, scope, { saved }) => mock.restore(saved, scope) },
  reset: { '': (mock, scope) => mock.reset(scope) },
};

/** Removes a request's duration, which differs each time. */
function withoutTook(request: RequestRecord): RequestRecord {
  return { ...request, took: 0 };
}
