import { generateSoundParams, importAudioParams, importAudioResult } from './audio.ts';
import { captionsPage, listCaptionsQuery, listCaptionsResult } from './caption.ts';
import { generateClipsParams, generateClipsResult } from './clip.ts';
import type { Endpoint } from './endpoint.ts';
import { registerWebhookParams, registerWebhookResult } from './event.ts';
import { jobList, jobStart } from './job.ts';
import { importLogoParams, importLogoResult } from './onboarding.ts';
import { createProjectParams, project } from './project.ts';
import {
  captionsRequired,
  generateClipsRequired,
  jobListRequired,
  transcriptSegmentsRequired,
  wordsRequired,
} from './required.ts';
import { batchMoveParams, batchMoveResult, batchTrimParams, batchTrimResult } from './timeline-batch.ts';
import {
  timelineAtQuery,
  timelineAtResult,
  updateEffectParams,
  updateEffectResult,
  updateMediaParams,
  updateMediaResult,
} from './timeline-item.ts';
import {
  correctTranscriptParams,
  correctTranscriptResult,
  transcriptSegmentsQuery,
  transcriptSegmentsResult,
} from './transcript.ts';
import { listWordsQuery, listWordsResult, wordsPage } from './word.ts';
import {
  mergeWordsParams,
  retimeWordsParams,
  retimeWordsResult,
  splitWordParams,
  wordEditResult,
} from './word-edit.ts';

/**
 * The service's endpoints, without the status and cancel URLs of jobs, because the specification does not show their
 * paths. The client's calls, the mock, the OpenAPI document and the contract tests all read this table.
 */
export const endpoints = {
  'clips.generate': {
    method: 'POST',
    path: '/clips',
    idempotent: true,
    body: generateClipsParams,
    response: generateClipsResult,
    requiredSchema: generateClipsRequired,
  },
  'projects.create': {
    method: 'POST',
    path: '/projects',
    idempotent: true,
    body: createProjectParams,
    response: project,
  },
  'jobs.list': {
    method: 'GET',
    path: '/projects/{projectId}/jobs',
    response: jobList,
    requiredSchema: jobListRequired,
  },
  'timeline.batchMove': {
    method: 'POST',
    path: '/projects/{projectId}/timeline/batch-move',
    body: batchMoveParams,
    response: batchMoveResult,
    reportsFailedItems: true,
  },
  'timeline.batchTrim': {
    method: 'POST',
    path: '/projects/{projectId}/timeline/batch-trim',
    idempotent: true,
    body: batchTrimParams,
    response: batchTrimResult,
    reportsFailedItems: true,
  },
  'timeline.at': {
    method: 'GET',
    path: '/projects/{projectId}/timeline/at',
    query: timelineAtQuery,
    response: timelineAtResult,
  },
  'timeline.updateMedia': {
    method: 'PATCH',
    path: '/projects/{projectId}/timeline/media/{timelineItemId}',
    body: updateMediaParams,
    response: updateMediaResult,
  },
  'timeline.updateColorGrade': {
    method: 'PATCH',
    path: '/projects/{projectId}/effects/colorgrade/{timelineItemId}',
    body: updateEffectParams,
    response: updateEffectResult,
  },
  'timeline.updateZoom': {
    method: 'PATCH',
    path: '/projects/{projectId}/effects/zoom/{timelineItemId}',
    body: updateEffectParams,
    response: updateEffectResult,
  },
  'captions.list': {
    method: 'GET',
    path: '/projects/{projectId}/captions',
    query: listCaptionsQuery,
    response: listCaptionsResult,
    requiredSchema: captionsRequired,
    page: captionsPage,
  },
  'captions.words.list': {
    method: 'GET',
    path: '/projects/{projectId}/captions/words',
    query: listWordsQuery,
    response: listWordsResult,
    requiredSchema: wordsRequired,
    page: wordsPage,
  },
  'captions.words.split': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/split',
    body: splitWordParams,
    response: wordEditResult,
  },
  'captions.words.merge': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/merge',
    body: mergeWordsParams,
    response: wordEditResult,
  },
  'captions.words.retime': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/retime',
    body: retimeWordsParams,
    response: retimeWordsResult,
  },
  'transcript.segments': {
    method: 'GET',
    path: '/projects/{projectId}/transcript/segments',
    query: transcriptSegmentsQuery,
    response: transcriptSegmentsResult,
    requiredSchema: transcriptSegmentsRequired,
  },
  'transcript.correct': {
    method: 'POST',
    path: '/projects/{projectId}/transcript/corrections',
    body: correctTranscriptParams,
    response: correctTranscriptResult,
  },
  'audio.importFromLibrary': {
    method: 'POST',
    path: '/audio-library/import',
    body: importAudioParams,
    response: importAudioResult,
  },
  'audio.generateSound': {
    method: 'POST',
    path: '/generate-sound',
    body: generateSoundParams,
    response: jobStart,
  },
  'onboarding.importLogo': {
    method: 'POST',
    path: '/onboarding/logo/import',
    body: importLogoParams,
    response: importLogoResult,
  },
  'webhooks.register': {
    method: 'POST',
    path: '/webhooks',
    body: registerWebhookParams,
    response: registerWebhookResult,
    isResponseDocumented: false,
  },
} as const satisfies Record<string, Endpoint>;

/** The type of the table, with every endpoint's method, path and schemas. */
export type Endpoints = typeof endpoints;

/** The name of an endpoint, which is also the path of the client's method, as in `client.captions.words.split`. */
export type EndpointName = keyof Endpoints;

/**
 * A summary of each endpoint, for the OpenAPI document. The summaries are not part of `endpoints`, because every
 * application bundles that table.
 */
export const summaries: Readonly<Record<EndpointName, string>> = {
  'clips.generate': 'Turn a long source video into a batch of clips.',
  'projects.create': 'Create a project.',
  'jobs.list': 'List the jobs of a project.',
  'timeline.batchMove': 'Move timeline items to new start times.',
  'timeline.batchTrim': 'Trim timeline items at their start and end.',
  'timeline.at': 'List the timeline items that are active at a time.',
  'timeline.updateMedia': 'Update a media item of the timeline.',
  'timeline.updateColorGrade': 'Update the color-grade effect of a timeline item.',
  'timeline.updateZoom': 'Update the zoom effect of a timeline item.',
  'captions.list': 'List the captions of a project, paginated.',
  'captions.words.list': 'List the caption words of a project, paginated.',
  'captions.words.split': 'Split a word into several.',
  'captions.words.merge': 'Merge adjacent words into one.',
  'captions.words.retime': 'Change the times of caption words.',
  'transcript.segments': 'Get the transcript in segments.',
  'transcript.correct': 'Correct the transcript.',
  'audio.importFromLibrary': 'Import a track from an external audio library.',
  'audio.generateSound': 'Generate a sound from a text prompt.',
  'onboarding.importLogo': 'Import a logo for a profile from a URL.',
  'webhooks.register': 'Register an endpoint that receives signed events.',
};
