import type { requestPoints } from '../../../mock/points/http.ts';
import { clipsParams, filledProject, logoParams, webhookParams } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import { compare, probeCall } from './calls.ts';
import { rejectionOf } from './errors-support.ts';
import type { Comparison, Probe } from './probe.ts';

export const requestProbes: { readonly [Id in keyof typeof requestPoints]: Probe } = {
  'request.clips': (session) => {
    const { source } = clipsParams('succeeded');
    return session.choices['request.clips'] === 'more than the source'
      ? refused(session, session.client.clips.generate({ source }))
      : compare(session, wrapped(session.client.clips.generate({ source })));
  },
  'request.values': (session) => {
    const { source } = clipsParams('succeeded');
    const call = session.client.clips.generate({ source, selection: { selection_mode: 'highlights' } });
    if (session.choices['request.values'] === 'listed only') return refused(session, call);
    return compare(session, wrapped(call));
  },
  'request.trim': probeCall('timeline.batchTrim'),
  'request.media': probeCall('timeline.updateMedia'),
  'request.effect': async (session) => {
    const { id, items } = await filledProject(session);
    const call = session.client.timeline.updateZoom(id, items[0]?.id ?? '', {});
    if (session.choices['request.effect'] === 'settings') return refused(session, call);
    return compare(session, call.withResponse());
  },
  'request.corrections': probeCall('transcript.correct'),
  'request.project': probeCall('audio.generateSound'),
  'request.logo': (session) => {
    const { replace_existing, ...params } = logoParams;
    const call = session.client.onboarding.importLogo(params);
    if (session.choices['request.logo'] === 'required') return refused(session, call);
    return compare(session, call.withResponse());
  },
  'request.events': (session) => {
    const call = session.client.webhooks.register({ ...webhookParams, events: ['billing.low'] });
    return session.choices['request.events'] === 'no' ? refused(session, call) : compare(session, call.withResponse());
  },
  'request.query': async (session) => {
    const { id, captions } = await filledProject(session);
    const word = captions.find(({ isHidden }) => !isHidden)?.words[0];
    if (word) word.text = 'New York';
    const list = session.client.captions.words.list(id, { match_text: 'w Y' });
    const found = (await list.toArray()).map((one) => one.id);
    const seen = await session.client.request('GET', `/projects/${id}/captions/words?match_text=w+Y`);
    return { received: found, said: [word?.id], seen };
  },
  'request.moreFields': (session) => {
    const call = session.client.projects.create({ name: 'Talk' }, { extraBody: { folder: 'Talks' } });
    if (session.choices['request.moreFields'] === 'refused') return refused(session, call);
    return compare(session, call.withResponse());
  },
};

/** Compares the client's error with the response that the service sent. */
async function refused({ service }: Session, call: PromiseLike<unknown>): Promise<Comparison> {
  const error = await rejectionOf(call);
  const { status, body } = service.exchanges.at(-1) ?? {};
  const received = { status: Reflect.get(error, 'status'), body: Reflect.get(error, 'body') };
  return { received, said: { status, body } };
}

type Generated = ReturnType<Session['client']['clips']['generate']>;

async function wrapped(call: Generated) {
  const { data, response } = await call.withResponse();
  return { data: { batch: data }, response };
}
