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
import { timelineAtQuery, timelineAtResult } from './timeline.ts';
import { batchMoveParams, batchMoveResult, batchTrimParams, batchTrimResult } from './timeline-batch.ts';
import { updateEffectParams, updateEffectResult, updateMediaParams, updateMediaResult } from './timeline-item.ts';
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
 * The service's endpoints, without the URLs of jobs, whose paths the specification does not show. The client's calls,
 * the mock's routing and validation, the OpenAPI document and the contract tests all read this table; a name is also
 * the path of the client's method and of the mock's service.
 */
export const endpoints = {
  'clips.generate': {
    method: 'POST',
    path: '/clips',
    summary: 'Turn a long source video into a batch of clips.',
    idempotent: true,
    body: generateClipsParams,
    response: generateClipsResult,
    requiredSchema: generateClipsRequired,
  },
  'projects.create': {
    method: 'POST',
    path: '/projects',
    summary: 'Create a project.',
    idempotent: true,
    body: createProjectParams,
    response: project,
  },
  'jobs.list': {
    method: 'GET',
    path: '/projects/{projectId}/jobs',
    summary: 'List the jobs of a project.',
    idempotent: false,
    response: jobList,
    requiredSchema: jobListRequired,
  },
  'timeline.batchMove': {
    method: 'POST',
    path: '/projects/{projectId}/timeline/batch-move',
    summary: 'Move timeline items to new start times.',
    idempotent: false,
    body: batchMoveParams,
    response: batchMoveResult,
    reportsFailedItems: true,
  },
  'timeline.batchTrim': {
    method: 'POST',
    path: '/projects/{projectId}/timeline/batch-trim',
    summary: 'Trim timeline items at their start and end.',
    idempotent: true,
    body: batchTrimParams,
    response: batchTrimResult,
    reportsFailedItems: true,
  },
  'timeline.at': {
    method: 'GET',
    path: '/projects/{projectId}/timeline/at',
    summary: 'List the timeline items that are active at a time.',
    idempotent: false,
    query: timelineAtQuery,
    response: timelineAtResult,
  },
  'timeline.updateMedia': {
    method: 'PATCH',
    path: '/projects/{projectId}/timeline/media/{timelineItemId}',
    summary: 'Update a media item of the timeline.',
    idempotent: false,
    body: updateMediaParams,
    response: updateMediaResult,
  },
  'timeline.updateColorGrade': {
    method: 'PATCH',
    path: '/projects/{projectId}/effects/colorgrade/{timelineItemId}',
    summary: 'Update the color-grade effect of a timeline item.',
    idempotent: false,
    body: updateEffectParams,
    response: updateEffectResult,
  },
  'timeline.updateZoom': {
    method: 'PATCH',
    path: '/projects/{projectId}/effects/zoom/{timelineItemId}',
    summary: 'Update the zoom effect of a timeline item.',
    idempotent: false,
    body: updateEffectParams,
    response: updateEffectResult,
  },
  'captions.list': {
    method: 'GET',
    path: '/projects/{projectId}/captions',
    summary: 'List the captions of a project, paginated.',
    idempotent: false,
    query: listCaptionsQuery,
    response: listCaptionsResult,
    requiredSchema: captionsRequired,
    page: captionsPage,
  },
  'captions.words.list': {
    method: 'GET',
    path: '/projects/{projectId}/captions/words',
    summary: 'List the caption words of a project, paginated.',
    idempotent: false,
    query: listWordsQuery,
    response: listWordsResult,
    requiredSchema: wordsRequired,
    page: wordsPage,
  },
  'captions.words.split': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/split',
    summary: 'Split a word into several.',
    idempotent: false,
    body: splitWordParams,
    response: wordEditResult,
  },
  'captions.words.merge': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/merge',
    summary: 'Merge adjacent words into one.',
    idempotent: false,
    body: mergeWordsParams,
    response: wordEditResult,
  },
  'captions.words.retime': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/retime',
    summary: 'Change the times of caption words.',
    idempotent: false,
    body: retimeWordsParams,
    response: retimeWordsResult,
  },
  'transcript.segments': {
    method: 'GET',
    path: '/projects/{projectId}/transcript/segments',
    summary: 'Get the transcript in segments.',
    idempotent: false,
    query: transcriptSegmentsQuery,
    response: transcriptSegmentsResult,
    requiredSchema: transcriptSegmentsRequired,
  },
  'transcript.correct': {
    method: 'POST',
    path: '/projects/{projectId}/transcript/corrections',
    summary: 'Correct the transcript.',
    idempotent: false,
    body: correctTranscriptParams,
    response: correctTranscriptResult,
  },
  'audio.importFromLibrary': {
    method: 'POST',
    path: '/audio-library/import',
    summary: 'Import a track from an external audio library.',
    idempotent: false,
    body: importAudioParams,
    response: importAudioResult,
  },
  'audio.generateSound': {
    method: 'POST',
    path: '/generate-sound',
    summary: 'Generate a sound from a text prompt.',
    idempotent: false,
    body: generateSoundParams,
    response: jobStart,
  },
  'onboarding.importLogo': {
    method: 'POST',
    path: '/onboarding/logo/import',
    summary: 'Import a logo for a profile from a URL.',
    idempotent: false,
    body: importLogoParams,
    response: importLogoResult,
  },
  'webhooks.register': {
    method: 'POST',
    path: '/webhooks',
    summary: 'Register an endpoint that receives signed events.',
    idempotent: false,
    body: registerWebhookParams,
    response: registerWebhookResult,
    isResponseDocumented: false,
  },
} as const satisfies Record<string, Endpoint>;

/** The table's type: every row's method, path and schemas. */
export type Endpoints = typeof endpoints;

/** The name of a row, and the path of the client's method: `captions.words.split` is `client.captions.words.split`. */
export type EndpointName = keyof Endpoints;
