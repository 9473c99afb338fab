import createClient from 'openapi-fetch';
import type { Calls } from './calls';
import type { paths } from './generated/openapi-typescript';

/** Makes the calls with openapi-fetch and the types that openapi-typescript generates. */
export function openapiFetchCalls(baseUrl: string, fetch: typeof globalThis.fetch): Calls {
  const { GET, POST, PATCH } = createClient<paths>({ baseUrl, fetch, headers: { Authorization: 'Bearer fetch' } });
  return {
    generateClips: (body) => POST('/clips', { body }),
    createProject: (body, key) =>
      POST('/projects', { body, ...(key && { params: { header: { 'Idempotency-Key': key } } }) }),
    listJobs: (projectId) => GET('/projects/{projectId}/jobs', { params: { path: { projectId } } }),
    batchMove: (projectId, body) =>
      POST('/projects/{projectId}/timeline/batch-move', { params: { path: { projectId } }, body }),
    batchTrim: (projectId, body) =>
      POST('/projects/{projectId}/timeline/batch-trim', { params: { path: { projectId } }, body }),
    timelineAt: (projectId, time_seconds) =>
      GET('/projects/{projectId}/timeline/at', { params: { path: { projectId }, query: { time_seconds } } }),
    updateMedia: (projectId, timelineItemId, body) =>
      PATCH('/projects/{projectId}/timeline/media/{timelineItemId}', {
        params: { path: { projectId, timelineItemId } },
        body,
      }),
    updateColorGrade: (projectId, timelineItemId, body) =>
      PATCH('/projects/{projectId}/effects/colorgrade/{timelineItemId}', {
        params: { path: { projectId, timelineItemId } },
        body,
      }),
    updateZoom: (projectId, timelineItemId, body) =>
      PATCH('/projects/{projectId}/effects/zoom/{timelineItemId}', {
        params: { path: { projectId, timelineItemId } },
        body,
      }),
    listCaptions: (projectId, query) =>
      GET('/projects/{projectId}/captions', { params: { path: { projectId }, query } }),
    listWords: (projectId, query) =>
      GET('/projects/{projectId}/captions/words', { params: { path: { projectId }, query } }),
    splitWord: (projectId, body) =>
      POST('/projects/{projectId}/captions/words/split', { params: { path: { projectId } }, body }),
    mergeWords: (projectId, body) =>
      POST('/projects/{projectId}/captions/words/merge', { params: { path: { projectId } }, body }),
    retimeWords: (projectId, body) =>
      POST('/projects/{projectId}/captions/words/retime', { params: { path: { projectId } }, body }),
    segments: (projectId, query) =>
      GET('/projects/{projectId}/transcript/segments', { params: { path: { projectId }, query } }),
    correct: (projectId, body) =>
      POST('/projects/{projectId}/transcript/corrections', { params: { path: { projectId } }, body }),
    importAudio: (body) => POST('/audio-library/import', { body }),
    generateSound: (body) => POST('/generate-sound', { body }),
    importLogo: (body) => POST('/onboarding/logo/import', { body }),
    registerWebhook: (body) => POST('/webhooks', { body }),
  };
}
