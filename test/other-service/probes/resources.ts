import type { resourcePoints } from '../../../mock/points/resources.ts';
import { clipsParams, logoParams, track, webhookParams } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import { compare, probeCall } from './calls.ts';
import { inFakeTime, rejectionOf } from './errors-support.ts';
import type { Comparison, Probe } from './probe.ts';

export const resourceProbes: { readonly [Id in keyof typeof resourcePoints]: Probe } = {
  'project.status': probeCall('projects.create'),
  'project.aspectRatio': probeCall('projects.create'),
  'project.name': probeCall('projects.create'),
  'project.duplicate': async (session) => {
    await session.client.projects.create({ name: 'Talk' });
    const again = session.client.projects.create({ name: 'Talk' });
    if (session.choices['project.duplicate'] === 'yes') return compare(session, again.withResponse());
    const { name, code } = Object(await rejectionOf(again));
    return { received: [name, code], said: ['ConflictError', 'duplicate'] };
  },
  'audio.type': probeCall('audio.importFromLibrary'),
  'audio.asset': probeCall('audio.importFromLibrary'),
  'audio.reimport': async (session) => {
    await session.client.audio.importFromLibrary(track);
    return compare(session, session.client.audio.importFromLibrary(track).withResponse());
  },
  'audio.placement': probeCall('audio.importFromLibrary'),
  'audio.importedAt': probeCall('audio.importFromLibrary'),
  'logo.nextActions': probeCall('onboarding.importLogo'),
  'logo.replace': async (session) => {
    await session.client.onboarding.importLogo(logoParams);
    const again = session.client.onboarding.importLogo({ ...logoParams, replace_existing: false });
    if (session.choices['logo.replace'] === 'accepted') return compare(session, again.withResponse());
    return { received: Reflect.get(await rejectionOf(again), 'code'), said: 'invalid_request' };
  },
  'webhook.again': async (session) => {
    await session.client.webhooks.register(webhookParams);
    const again = session.client.webhooks.register(webhookParams);
    if (session.choices['webhook.again'] !== '409') return compare(session, again.withResponse());
    return { received: (await rejectionOf(again)).name, said: 'ConflictError' };
  },
  'webhook.response': probeRegistration,
  'nextAction.path': probeFollow,
  'nextAction.method': probeFollow,
  'nextAction.body': probeFollow,
  'idempotency.status': probeReplay,
  'idempotency.running': async (session) => {
    session.service.troubles.push('running', 'running');
    const call = (options: { idempotencyKey?: string }) => session.client.projects.create({ name: 'Talk' }, options);
    if (session.choices['idempotency.running'] === 'like any other') return compare(session, call({}).withResponse());
    const { length } = session.service.exchanges;
    const errors = [await rejectionOf(call({})), await rejectionOf(call({ idempotencyKey: 'order:1234' }))];
    const status = Number(session.choices['idempotency.running']);
    // The client does not retry a call that fails with status 423 or 425.
    if (status > 0)
      return {
        received: [errors.map((error) => Reflect.get(error, 'status')), session.service.exchanges.length - length],
        said: [[status, status], 2],
      };
    // From the code `conflict`, the client cannot know that the first request is still running.
    const isSaid = session.choices['idempotency.running'] !== '409 conflict';
    const name = isSaid ? 'ConflictError' : 'IdempotencyConflictError';
    return { received: errors.map((error) => error.name), said: ['ConflictError', name] };
  },
  'idempotency.scope': async (session) => {
    const options = { idempotencyKey: 'order:1234' };
    await session.client.projects.create({ name: 'Talk' }, options);
    const again = session.client.clips.generate(clipsParams('succeeded'), options);
    if (session.choices['idempotency.scope'] === 'once')
      return { received: (await rejectionOf(again)).name, said: 'IdempotencyConflictError' };
    return { received: { batch: await again }, said: session.service.exchanges.at(-1)?.body };
  },
  'idempotency.kept': async (session) => {
    const create = () => session.client.projects.create({ name: 'Talk' }, { idempotencyKey: 'order:1234' });
    const ids = [(await create()).id, (await create()).id, (await create()).id];
    const [first = '', second = first] = session.service.context.projects.keys();
    // The client cannot know that the service forgot the key, so the third call creates a second project.
    return { received: ids, said: [first, first, second] };
  },
  'idempotency.input': async (session) => {
    const options = { idempotencyKey: 'order:1234' };
    const [params, reordered] = [
      { name: 'Talk', folder: 'Talks' },
      { folder: 'Talks', name: 'Talk' },
    ];
    const first = await session.client.projects.create(params, options);
    const again = session.client.projects.create(reordered, options);
    if (session.choices['idempotency.input'] === 'their values') return { received: await again, said: first };
    // The service only accepts the key again for a request with the same bytes.
    const { name } = await rejectionOf(again);
    const same = await session.client.projects.create(params, options);
    return { received: [name, same], said: ['IdempotencyConflictError', first] };
  },
  'idempotency.errors': async (session) => {
    session.service.troubles.push('unavailable');
    const call = () => session.client.projects.create({ name: 'Talk' }).withResponse();
    if (session.choices['idempotency.errors'] === 'forgotten') return compare(session, inFakeTime(call));
    // The client uses all its retries, and each retry has the first attempt's key.
    const { name } = await inFakeTime(() => rejectionOf(call()));
    const attempts = session.service.exchanges.map(({ status }) => status);
    return { received: [name, attempts], said: ['ServerError', [500, 500, 500]] };
  },
  'idempotency.header': probeReplay,
  'idempotency.code': async (session) => {
    const options = { idempotencyKey: 'order:1234' };
    await session.client.projects.create({ name: 'Talk' }, options);
    const error = await rejectionOf(session.client.projects.create({ name: 'Other' }, options));
    return { received: error.name, said: 'IdempotencyConflictError' };
  },
};

/** Registers a webhook. The client returns the body as it was sent, or an empty object for null or an empty body. */
export async function probeRegistration(session: Session): Promise<Comparison> {
  const { received, said } = await compare(session, session.client.webhooks.register(webhookParams).withResponse());
  const { data, status } = Object(said);
  return { received, said: { data: data ?? {}, status } };
}

async function probeFollow({ client, choices, service }: Session): Promise<Comparison> {
  const { next_actions } = await client.onboarding.importLogo(logoParams);
  const [action] = next_actions ?? [];
  if (action === undefined) throw new Error('There is no next action.');
  const options = choices['nextAction.body'] === 'required' ? { body: { shape: 'square' } } : {};
  return { received: await client.follow(action, options), said: service.exchanges.at(-1)?.body };
}

/** Makes a call twice with the same key, and checks that the second call returns the original response. */
async function probeReplay(session: Session): Promise<Comparison> {
  const options = { idempotencyKey: 'order:1234' };
  const first = await session.client.projects.create({ name: 'Talk' }, options);
  const second = await session.client.projects.create({ name: 'Talk' }, options);
  return { received: [second, second.id], said: [first, [...session.service.context.projects.keys()][0]] };
}
