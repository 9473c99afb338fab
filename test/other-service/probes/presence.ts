import type { Model } from '../../../mock/points/models.ts';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { filledProject } from '../support/calls.ts';
import { compare, probeCall } from './calls.ts';
import type { Probe } from './probe.ts';

/** For each model, an endpoint whose response contains the model. */
const endpointOf: { readonly [Name in Exclude<Model, 'failedItem' | 'unmatched' | 'nextAction'>]: EndpointName } = {
  project: 'projects.create',
  batch: 'clips.generate',
  clip: 'clips.generate',
  studioSound: 'clips.generate',
  job: 'jobs.list',
  jobStart: 'audio.generateSound',
  audioImport: 'audio.importFromLibrary',
  audioAsset: 'audio.importFromLibrary',
  providerRequest: 'audio.importFromLibrary',
  captionsList: 'captions.list',
  caption: 'captions.list',
  captionWord: 'captions.list',
  wordsList: 'captions.words.list',
  wordsSummary: 'captions.words.list',
  word: 'captions.words.list',
  timelineAt: 'timeline.at',
  timelineEntry: 'timeline.at',
  segments: 'transcript.segments',
  segment: 'transcript.segments',
  batchMove: 'timeline.batchMove',
  movedItem: 'timeline.batchMove',
  batchTrim: 'timeline.batchTrim',
  trimmedItem: 'timeline.batchTrim',
  mediaUpdate: 'timeline.updateMedia',
  mediaProperties: 'timeline.updateMedia',
  effect: 'timeline.updateZoom',
  wordEdit: 'captions.words.merge',
  editedWord: 'captions.words.split',
  retime: 'captions.words.retime',
  retimedWord: 'captions.words.retime',
  correction: 'transcript.correct',
  logo: 'onboarding.importLogo',
};

type PresenceProbes = { readonly [Name in Model as `presence.${Name}`]: Probe };

export const presenceProbes: PresenceProbes = {
  // Cast: `Object.fromEntries` types the names as strings.
  ...(Object.fromEntries(
    Object.entries(endpointOf).map(([model, name]) => [`presence.${model}`, probeCall(name)]),
  ) as PresenceProbes),
  'presence.nextAction': probeCall('onboarding.importLogo'),
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
