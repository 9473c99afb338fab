import type { listPoints } from '../../../mock/points/pages.ts';
import { filledProject } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import { compare } from './calls.ts';
import { rejectionOf } from './errors-support.ts';
import { probeBatch } from './jobs-support.ts';
import type { Comparison, Probe } from './probe.ts';

type ListId = keyof typeof listPoints;

export const listProbes: { readonly [Id in ListId]: Probe } = {
  'lists.jobs': probeItems('lists.jobs', async ({ client }, id) => client.jobs.list(id), probeBatch),
  'lists.captions': probeItems('lists.captions', async ({ client }, id) => client.captions.list(id).toArray()),
  'lists.words': probeItems('lists.words', async ({ client }, id) => client.captions.words.list(id).toArray()),
  'lists.timeline': probeBody(({ client }, id) => client.timeline.at(id, { time_seconds: 4 }).withResponse()),
  'lists.segments': probeBody(({ client }, id) => client.transcript.segments(id).withResponse()),
  'lists.updates': async (session) => {
    const { id } = await filledProject(session);
    return compare(session, session.client.captions.words.retime(id, { updates: [] }).withResponse());
  },
};

/**
 * Returns a probe that lists an empty project. The client returns an empty array if the list is empty or null, and
 * rejects a response without the list.
 */
function probeItems(
  id: ListId,
  listAll: (session: Session, projectId: string) => Promise<unknown>,
  alsoIfReadable: Probe = async () => ({ received: [], said: [] }),
): Probe {
  return async (session) => {
    const project = await session.client.projects.create({ name: 'Empty' });
    if (session.choices[id] === 'absent') {
      const { name } = await rejectionOf(listAll(session, project.id));
      return { received: name, said: 'ResponseValidationError' };
    }
    const received = await listAll(session, project.id);
    const also = await alsoIfReadable(session);
    return { received: [received, also.received], said: [[], also.said] };
  };
}

/** Returns a probe that expects the client to return the response as it was sent. */
function probeBody(
  call: (session: Session, projectId: string) => Parameters<typeof compare>[1],
): (session: Session) => Promise<Comparison> {
  return async (session) => {
    const { id } = await session.client.projects.create({ name: 'Empty' });
    return compare(session, call(session, id));
  };
}
