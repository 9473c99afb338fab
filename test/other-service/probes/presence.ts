import { type Model, modelNames, models } from '../../../mock/points/models.ts';
import { filledProject } from '../support/calls.ts';
import { compare, probeCall } from './calls.ts';
import type { Probe } from './probe.ts';

type PresenceProbes = { readonly [Name in Model as `presence.${Name}`]: Probe };

export const presenceProbes: PresenceProbes = {
  // Cast: `Object.fromEntries` types the names as strings.
  ...(Object.fromEntries(
    modelNames.map((model) => [`presence.${model}`, probeCall(models[model].endpoint)]),
  ) as PresenceProbes),
  'presence.failedItem': async (session) => {
    const { id } = await filledProject(session);
    const items = [{ timeline_item_id: 'nobody', new_start_seconds: 1 }];
    return compare(session, session.client.timeline.batchMove(id, { items }).withResponse());
  },
  'presence.unmatched': async (session) => {
    const { id } = await filledProject(session);
    const phrase_replacements = [{ from_words: ['nobody'], to_words: ['x'] }];
    return compare(session, session.client.transcript.correct(id, { phrase_replacements }).withResponse());
  },
};
