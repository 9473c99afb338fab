import type { InputOf } from '../../src/contract/endpoints.ts';
import { assumptions } from '../assumptions.ts';
import type { ApiName, ApiRows } from '../http/api.ts';
import type { ResponseData } from '../http/response.ts';
import { generateSound, importFromLibrary } from './audio.ts';
import { listCaptions, listWords } from './captions.ts';
import { generateClips } from './clips.ts';
import type { Context, Service } from './context.ts';
import { cancelJob, listJobs, retrieveJob } from './jobs.ts';
import { importLogo } from './onboarding.ts';
import { createProject } from './projects.ts';
import { batchMove, batchTrim } from './timeline-batches.ts';
import { timelineAt, updateColorGrade, updateMedia, updateZoom } from './timeline-items.ts';
import { correctTranscript, listSegments } from './transcript.ts';
import { registerWebhook } from './webhooks.ts';
import { mergeWords, retimeWords, splitWord } from './word-edits.ts';

interface ServedRow<Name extends ApiName> {
  /** The status of a successful response: an assumption, because the specification does not name it. Default: 200. */
  readonly status?: 201 | 202;
  /** The operation's description in the OpenAPI document, in addition to its summary. */
  readonly description: string;
  /** Whether clients poll the endpoint. With a stepped clock, its responses have the header `retry-after-ms`. */
  readonly polled?: true;
  readonly service: Service<Name>;
}

/** One entry for each endpoint of the API. The compiler reports a missing entry. */
export const services: { readonly [Name in ApiName]: ServedRow<Name> } = {
  'clips.generate': {
    status: 202,
    description:
      'Starts the work and immediately responds with the batch; each clip has its own project. No operation reads a batch again: follow its clips through the jobs of their projects, or through webhook events.',
    service: generateClips,
  },
  'projects.create': {
    status: 201,
    description: 'The new project has an empty timeline.',
    service: createProject,
  },
  'jobs.list': {
    description:
      'Responds with every job of the project, including finished jobs. Poll it to follow long-running work.',
    polled: true,
    service: listJobs,
  },
  'jobs.retrieve': {
    description: 'A job names this URL as its `status_url`; the specification does not show the path.',
    polled: true,
    service: retrieveJob,
  },
  'jobs.cancel': {
    description: 'A job names this URL as its `cancel_url`; the specification does not show the path.',
    service: cancelJob,
  },
  'timeline.batchMove': {
    description: 'An item that cannot be moved is listed in `failed_items`; the other items are moved.',
    service: batchMove,
  },
  'timeline.batchTrim': {
    description:
      'An item that cannot be trimmed is listed in `failed_items`; the other items are trimmed. The specification does not show how a request states the lengths to trim: `trim_start_seconds` and `trim_end_seconds` are the mock’s.',
    service: batchTrim,
  },
  'timeline.at': {
    description: 'Responds with the items of all layers that are active at the given time.',
    service: timelineAt,
  },
  'timeline.updateMedia': {
    description:
      'Changes the given properties and keeps all others. The specification does not show the fields of the request: the described fields are the mock’s.',
    service: updateMedia,
  },
  'timeline.updateColorGrade': {
    description:
      'The specification does not show the fields of the request: any JSON object is accepted, even an empty one.',
    service: updateColorGrade,
  },
  'timeline.updateZoom': {
    description:
      'The specification does not show the fields of the request: any JSON object is accepted, even an empty one.',
    service: updateZoom,
  },
  'captions.list': {
    description: 'Each caption includes its words. `pagination.has_more` says whether another page follows.',
    service: listCaptions,
  },
  'captions.words.list': {
    description:
      'Lists the words of all captions, or only those that match the filters. `words` and `items` are the same list; `pagination.hasMore` says whether another page follows.',
    service: listWords,
  },
  'captions.words.split': {
    description: 'The new words replace the old word in its caption, and have new identifiers.',
    service: splitWord,
  },
  'captions.words.merge': {
    description: 'The words become one word of their caption; `merged_word_id` identifies this word.',
    service: mergeWords,
  },
  'captions.words.retime': {
    description: 'Sets the start and end of each given word, in seconds of the timeline.',
    service: retimeWords,
  },
  'transcript.segments': {
    description: 'Divides the speech of the project into segments: at the ends of sentences or paragraphs, or by time.',
    service: listSegments,
  },
  'transcript.correct': {
    description:
      'Replacements that match nothing are listed in `unmatched_phrase_replacements`. The specification does not show the fields of the request: `phrase_replacements` is the mock’s.',
    service: correctTranscript,
  },
  'audio.importFromLibrary': {
    description:
      'The request names a track by its provider and its identifier there. `deduped` is true if the track was imported before.',
    service: importFromLibrary,
  },
  'audio.generateSound': {
    status: 202,
    description:
      'Starts a job and responds with its first state. Poll it at `status_url` or in the jobs of its project; cancel it at `cancel_url`. The finished file is at the `download_url` of the job.',
    service: generateSound,
  },
  'onboarding.importLogo': {
    description: 'The service fetches the image from `logo_url`. `next_actions` are calls that the service suggests.',
    service: importLogo,
  },
  'webhooks.register': {
    status: 201,
    description:
      'The service then sends events of the given types to the URL, signed as the webhooks of this document describe. The specification does not show the response: its fields are the mock’s.',
    service: registerWebhook,
  },
};

/** The input of a service, already validated against the endpoint's schemas. */
export interface ServiceInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

export function serve<Name extends ApiName>(name: Name, input: ServiceInput, context: Context) {
  const { status = 200, service, polled } = services[name];
  const headers: ResponseData['headers'] =
    polled && context.clockMode === 'stepped' ? { 'retry-after-ms': String(assumptions.pollMilliseconds.value) } : {};
  // Cast: the pipeline has validated the input against this endpoint's schemas.
  return { status, headers, body: service(input as InputOf<ApiRows[Name]>, context) };
}
