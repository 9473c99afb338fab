import { type ApiError, isApiError } from 'clipwright';
import type { errorPoints } from '../../../mock/points/http.ts';
import { apiKey } from '../service.ts';
import { connect, type Session } from '../support/session.ts';
import type { Trouble } from '../troubles.ts';
import { inFakeTime, rejectionOf } from './errors-support.ts';
import type { Comparison, Probe } from './probe.ts';

export const errorProbes: { readonly [Id in keyof typeof errorPoints]: Probe } = {
  'error.body': async (session) => {
    const error = await apiErrorOf(session.client.timeline.at('nobody', { time_seconds: 1 }));
    const { body, status } = lastOf(session);
    const problem = Object(Object(body).error);
    const said = { code: problem.code ?? null, param: problem.param || null, docUrl: problem.doc_url || null, status };
    const isReadable = !/about ,|param ,|undefined|\[object Object\]/.test(error.message);
    // The service can send an empty string instead of null.
    const received = {
      code: error.code,
      param: error.param || null,
      docUrl: error.docUrl || null,
      status: error.status,
    };
    return {
      received: { ...received, isReadable, name: error.name },
      said: { ...said, isReadable: true, name: 'NotFoundError' },
    };
  },
  'error.invalid': async (session) => {
    const params = { profile_id: crypto.randomUUID(), logo_url: 'x' };
    await session.client.onboarding.importLogo(params);
    const word = session.client.captions.words.split((await projectOf(session)).id, { word_id: 'nobody', words: [] });
    await rejectionOf(word);
    return statusComparison(session, session.client.webhooks.register({ url: 'https://x.test', events: ['no.such'] }));
  },
  'error.notFound': async (session) => {
    const { received, said } = await statusComparison(session, session.client.jobs.list('nobody'));
    // The client does not retry the call for any of these statuses.
    return { received: [received, session.service.exchanges.length], said: [said, 1] };
  },
  'error.key': (session) => {
    const { service } = session;
    const stranger = connect(service, { apiKey: `${apiKey}x`, baseUrl: service.context.baseUrl, fetch: service.fetch });
    return statusComparison(session, stranger.client.projects.create({ name: 'Talk' }));
  },
  'error.unavailable': async (session) => {
    // The client does not know that these two statuses are temporary.
    const isUnknown = ['520', '529'].includes(session.choices['error.unavailable']);
    return isUnknown ? probeRefusedOnce(session, 'unavailable') : probeRetried(session, 'unavailable');
  },
  'error.unavailableAfter': (session) => probeRetryAfter(session, 'unavailable', 'error.unavailableAfter'),
  'error.retryAfter': (session) => probeRetryAfter(session, 'rateLimit', 'error.retryAfter'),
};

function probeRetryAfter(
  { service, choices }: Session,
  trouble: Trouble,
  id: 'error.unavailableAfter' | 'error.retryAfter',
): Promise<Comparison> {
  const { baseUrl } = service.context;
  const patient = connect(service, { baseUrl, fetch: service.fetch, maxRetryAfter: 5_000 });
  return choices[id] === 'an hour' ? probeRefusedOnce(patient, trouble) : probeRetried(patient, trouble);
}

/** Makes a call whose first attempt is rejected, so that only the second attempt creates a project. */
async function probeRetried({ client, service }: Session, trouble: Trouble): Promise<Comparison> {
  service.troubles.push(trouble);
  const create = () => client.projects.create({ name: 'Talk' }).withResponse();
  const { data, attempts } = await inFakeTime(create);
  return { received: { ids: [data.id], attempts }, said: { ids: [...service.context.projects.keys()], attempts: 2 } };
}

/** Makes a call that the service rejects, and checks that the client does not retry the call. */
async function probeRefusedOnce(session: Session, trouble: Trouble): Promise<Comparison> {
  session.service.troubles.push(trouble);
  const { status, attempts, retryAfterSeconds } = await apiErrorOf(session.client.projects.create({ name: 'Talk' }));
  const last = lastOf(session);
  const wait = last.headers['retry-after'];
  return {
    received: { status, attempts, retryAfterSeconds },
    said: { status: last.status, attempts: 1, retryAfterSeconds: wait === undefined ? null : Number(wait) },
  };
}

async function projectOf({ client }: Session) {
  return client.projects.create({ name: 'Talk' });
}

async function statusComparison(session: Session, call: PromiseLike<unknown>): Promise<Comparison> {
  const { status } = await apiErrorOf(call);
  return { received: status, said: lastOf(session).status };
}

async function apiErrorOf(call: PromiseLike<unknown>): Promise<ApiError> {
  const error = await rejectionOf(call);
  if (!isApiError(error)) throw error;
  return error;
}

function lastOf({ service }: Session) {
  const last = service.exchanges.at(-1);
  if (last === undefined) throw new Error('Nothing was sent.');
  return last;
}
