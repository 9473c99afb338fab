import type { KnownEventType } from 'clipwright';

// The list of the contract would bring all of the contract with it.
const known: Readonly<Record<KnownEventType, true>> = {
  'project.created': true,
  'media.uploaded': true,
  'transcription.complete': true,
  'transcription.failed': true,
  'faceless.complete': true,
  'faceless.failed': true,
  'export.ready': true,
  'export.failed': true,
  'job.complete': true,
  'job.failed': true,
};

/** The types of events that can be emitted. */
// Cast: `keys` gives strings.
export const eventTypes = Object.keys(known) as KnownEventType[];
