import type { successPoints } from '../../points/success.ts';
import { isSuccess } from '../../survey/asker.ts';
import type { Purpose } from '../../survey/purposes.ts';
import { all, type Reader, type Readers } from './reader.ts';

export const successReaders: Readers<typeof successPoints> = {
  'success.clips.generate': status('clips'),
  'success.projects.create': status('created'),
  'success.jobs.list': status('jobs'),
  'success.timeline.batchMove': status('move'),
  'success.timeline.batchTrim': status('trim'),
  'success.timeline.at': status('timeline'),
  'success.timeline.updateMedia': status('media'),
  'success.timeline.updateColorGrade': status('color'),
  'success.timeline.updateZoom': status('zoom'),
  'success.captions.list': status('captions'),
  'success.captions.words.list': status('words'),
  'success.captions.words.split': status('split'),
  'success.captions.words.merge': status('merge'),
  'success.captions.words.retime': status('retime'),
  'success.transcript.segments': status('segments'),
  'success.transcript.correct': status('correct'),
  'success.audio.importFromLibrary': status('audio'),
  'success.audio.generateSound': status('sound'),
  'success.onboarding.importLogo': status('logo'),
  'success.webhooks.register': status('webhook'),
  'success.jobs.poll': status('soundPolls'),
  'success.jobs.cancel': status('cancel'),
};

function status(from: Purpose): Reader {
  return all(from, (found) => found.findLast(isSuccess)?.status.toString());
}
