import type { listPoints } from '../../points/lists.ts';
import { at, fillOf } from '../../points/values.ts';
import type { Purpose } from '../../survey/purposes.ts';
import { body, type Reader, type Readers, value } from './reader.ts';

export const listReaders: Readers<typeof listPoints> = {
  'lists.jobs': empty('emptyJobs', 'jobs'),
  'lists.captions': empty('emptyCaptions', 'captions'),
  'lists.words': body('emptyWords', (page) => {
    const [words, items] = [at(page, 'words'), at(page, 'items')];
    return fillOf(words === undefined ? items : words);
  }),
  'lists.timeline': empty('emptyTimeline', 'items'),
  'lists.segments': empty('emptySegments', 'segments'),
  'lists.updates': empty('retimeNothing', 'updates'),
};

function empty(from: Purpose, path: string): Reader {
  return value(from, path, fillOf);
}
