import { type ApiError, isApiError } from 'clipwright';
import { vi } from 'vitest';
import type { errorPoints } from '../points/errors.ts';
import { apiKey } from '../service.ts';
import { connect, type Session } from '../support/session.ts';
import { rejectionOf } from './errors-support.ts';
import type { Comparison, Probe } from './probe.ts';

export const errorProbes: { readonly [Id in keyof typeof errorPoints]: Probe } = {
  'error.body': async (session) => {
    const error = await apiErrorOf(session.client.timeline.at('nobody', { time_seconds: 1 }));
    const { body, status } = lastOf(session);
    const problem = Object(Object(body).error);
    const said = { code: problem.code ?? null, param: problem.param || null, docUrl: problem.doc_url || null, status };
    const isReadable = !/about ,|param ,|undefined|\[object Object\]/.test(error.message);
    // An empty string says as little as null.
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
  'error.notFound': (session) => statusComparison(session, session.client.jobs.list('nobody')),
  'error.key': (session) => {
    const { service } = session;
    const stranger = connect(service, { apiKey: `${apiKey}x`, baseUrl: service.context.baseUrl, fetch: service.fetch });
    return statusComparison(session, stranger.client.projects.create({ name: 'Talk' }));
  },
  'error.unavailable': async (session) => {
    session.service.troubles.push('unavailable');
    const create = () => session.client.projects.create({ name: 'Talk' }).withResponse();
    const { data, attempts } = await inFakeTime(create);
    const { projects } = session.service.context;
    return { received: { ids: [data.id], attempts }, said: { ids: [...projects.keys()], attempts: 2 } };
  },
  'error.retryAfter': async (session) => {
    const { service } = session;
    const { baseUrl } = service.context;
    const patient = connect(service, { baseUrl, fetch: service.fetch, maxRetryAfter: 5_000 });
    service.troubles.push('rateLimit');
    const create = () => patient.client.projects.create({ name: 'Talk' }).withResponse();
    const { data, attempts } = await inFakeTime(create);
    return { received: { ids: [data.id], attempts }, said: { ids: [...service.context.projects.keys()], attempts: 2 } };
  },
};

/** The result of a call that waits between its attempts. */
async function inFakeTime<T>(call: () => Promise<T>): Promise<T> {
  vi.useFakeTimers();
  try {
    const result = call();
    await vi.advanceTimersByTimeAsync(60_000);
    return await result;
  } finally {
    vi.useRealTimers();
  }
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
