import type { InputOf } from '../../src/contract/endpoint-types.ts';
import type { ApiName, ApiRows } from '../api/table.ts';
import { generateSound, importFromLibrary } from './audio.ts';
import { listCaptions, listWords } from './captions.ts';
import { generateClips } from './clips.ts';
import type { Context } from './context.ts';
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

/** The input of a service, already validated against the endpoint's row of the table. */
export interface ServiceInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

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

/** Calls the service of an endpoint. Returns the body of the response. */
export function serve<Name extends ApiName>(name: Name, input: ServiceInput, context: Context): unknown {
  // A boundary: the pipeline has validated the input against the row of this name.
  return services[name](input as InputOf<ApiRows[Name]>, context);
}
