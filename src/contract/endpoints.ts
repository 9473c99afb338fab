import type { output, ZodMiniType } from 'zod/mini';
import * as audio from './audio.ts';
import * as caption from './caption.ts';
import * as clip from './clip.ts';
import type { Endpoint } from './endpoint.ts';
import * as event from './event.ts';
import * as job from './job.ts';
import * as onboarding from './onboarding.ts';
import type { PageReader } from './page.ts';
import * as project from './project.ts';
import * as required from './required.ts';
import * as batch from './timeline-batch.ts';
import * as item from './timeline-item.ts';
import * as transcript from './transcript.ts';
import * as word from './word.ts';
import * as edit from './word-edit.ts';

/**
 * The service's endpoints, without the status and cancel URLs of jobs, because the specification does not show their
 * paths. The client's calls, the mock, the OpenAPI document and the contract tests all read this table.
 */
export const endpoints = {
  'clips.generate': {
    method: 'POST',
    path: '/clips',
    idempotent: true,
    body: clip.generateClipsParams,
    response: clip.generateClipsResult,
    requiredSchema: required.generateClipsRequired,
  },
  'projects.create': {
    method: 'POST',
    path: '/projects',
    idempotent: true,
    body: project.createProjectParams,
    response: project.project,
  },
  'jobs.list': {
    method: 'GET',
    path: '/projects/{projectId}/jobs',
    response: job.jobList,
    requiredSchema: required.jobListRequired,
  },
  'timeline.batchMove': {
    method: 'POST',
    path: '/projects/{projectId}/timeline/batch-move',
    body: batch.batchMoveParams,
    response: batch.batchMoveResult,
    reportsFailedItems: true,
  },
  'timeline.batchTrim': {
    method: 'POST',
    path: '/projects/{projectId}/timeline/batch-trim',
    idempotent: true,
    body: batch.batchTrimParams,
    response: batch.batchTrimResult,
    reportsFailedItems: true,
  },
  'timeline.at': {
    method: 'GET',
    path: '/projects/{projectId}/timeline/at',
    query: item.timelineAtQuery,
    response: item.timelineAtResult,
  },
  'timeline.updateMedia': {
    method: 'PATCH',
    path: '/projects/{projectId}/timeline/media/{timelineItemId}',
    body: item.updateMediaParams,
    response: item.updateMediaResult,
  },
  'timeline.updateColorGrade': {
    method: 'PATCH',
    path: '/projects/{projectId}/effects/colorgrade/{timelineItemId}',
    body: item.updateEffectParams,
    response: item.updateEffectResult,
  },
  'timeline.updateZoom': {
    method: 'PATCH',
    path: '/projects/{projectId}/effects/zoom/{timelineItemId}',
    body: item.updateEffectParams,
    response: item.updateEffectResult,
  },
  'captions.list': {
    method: 'GET',
    path: '/projects/{projectId}/captions',
    query: caption.listCaptionsQuery,
    response: caption.listCaptionsResult,
    requiredSchema: required.captionsRequired,
    page: caption.captionsPage,
  },
  'captions.words.list': {
    method: 'GET',
    path: '/projects/{projectId}/captions/words',
    query: word.listWordsQuery,
    response: word.listWordsResult,
    requiredSchema: required.wordsRequired,
    page: word.wordsPage,
  },
  'captions.words.split': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/split',
    body: edit.splitWordParams,
    response: edit.wordEditResult,
  },
  'captions.words.merge': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/merge',
    body: edit.mergeWordsParams,
    response: edit.wordEditResult,
  },
  'captions.words.retime': {
    method: 'POST',
    path: '/projects/{projectId}/captions/words/retime',
    body: edit.retimeWordsParams,
    response: edit.retimeWordsResult,
  },
  'transcript.segments': {
    method: 'GET',
    path: '/projects/{projectId}/transcript/segments',
    query: transcript.transcriptSegmentsQuery,
    response: transcript.transcriptSegmentsResult,
    requiredSchema: required.transcriptSegmentsRequired,
  },
  'transcript.correct': {
    method: 'POST',
    path: '/projects/{projectId}/transcript/corrections',
    body: transcript.correctTranscriptParams,
    response: transcript.correctTranscriptResult,
  },
  'audio.importFromLibrary': {
    method: 'POST',
    path: '/audio-library/import',
    body: audio.importAudioParams,
    response: audio.importAudioResult,
  },
  'audio.generateSound': {
    method: 'POST',
    path: '/generate-sound',
    body: audio.generateSoundParams,
    response: job.jobStart,
  },
  'onboarding.importLogo': {
    method: 'POST',
    path: '/onboarding/logo/import',
    body: onboarding.importLogoParams,
    response: onboarding.importLogoResult,
  },
  'webhooks.register': {
    method: 'POST',
    path: '/webhooks',
    body: event.registerWebhookParams,
    response: event.registerWebhookResult,
    isResponseDocumented: false,
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;

/** The name of an endpoint, which is also the path of the client's method, as in `client.captions.words.split`. */
export type EndpointName = keyof Endpoints;

/** The input of a call to an endpoint. A query or body that the endpoint does not take is `undefined`. */
export interface InputOf<Row extends Endpoint> {
  readonly path: { [Name in Placeholders<Row['path']>]: string };
  readonly query: Part<Row, 'query'>;
  readonly body: Part<Row, 'body'>;
}

export type ResultOf<Row extends Endpoint> = output<Row['response']>;

export type EndpointInput<Name extends EndpointName> = InputOf<Endpoints[Name]>;

export type EndpointResult<Name extends EndpointName> = ResultOf<Endpoints[Name]>;

export type PagedEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { readonly page: object } ? Name : never;
}[EndpointName];

export type PageItem<Name extends PagedEndpointName> =
  Endpoints[Name]['page'] extends PageReader<infer Item, never> ? Item : never;

/** The summaries of the OpenAPI document. They are not in `endpoints`, because every application bundles that table. */
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

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Part<Row extends Endpoint, Key extends 'query' | 'body'> =
  Row extends Record<Key, infer Schema> ? Output<Schema> : undefined;

type Output<Schema> = Schema extends ZodMiniType ? output<Schema> : undefined;
