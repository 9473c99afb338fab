import { generateSound, importFromLibrary } from './audio.ts';
import { listCaptions, listWords } from './captions.ts';
import { generateClips } from './clips.ts';
import { updateColorGrade, updateZoom } from './effects.ts';
import { cancelJob, listJobs, retrieveJob } from './jobs.ts';
import { importLogo } from './onboarding.ts';
import { createProject } from './projects.ts';
import type { Services } from './service.ts';
import { batchMove, batchTrim } from './timeline-batches.ts';
import { timelineAt, updateMedia } from './timeline-items.ts';
import { correctTranscript, listSegments } from './transcript.ts';
import { registerWebhook } from './webhooks.ts';
import { mergeWords, splitWord } from './word-edits.ts';
import { retimeWords } from './word-retiming.ts';

/** One service for each row of the mock's table. */
export const services: Services = {
  'clips.generate': generateClips,
  'projects.create': createProject,
  'jobs.list': listJobs,
  'jobs.retrieve': retrieveJob,
  'jobs.cancel': cancelJob,
  'timeline.batchMove': batchMove,
  'timeline.batchTrim': batchTrim,
  'timeline.at': timelineAt,
  'timeline.updateMedia': updateMedia,
  'timeline.updateColorGrade': updateColorGrade,
  'timeline.updateZoom': updateZoom,
  'captions.list': listCaptions,
  'captions.words.list': listWords,
  'captions.words.split': splitWord,
  'captions.words.merge': mergeWords,
  'captions.words.retime': retimeWords,
  'transcript.segments': listSegments,
  'transcript.correct': correctTranscript,
  'audio.importFromLibrary': importFromLibrary,
  'audio.generateSound': generateSound,
  'onboarding.importLogo': importLogo,
  'webhooks.register': registerWebhook,
};
