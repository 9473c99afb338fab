import type { Calls } from './calls';
import * as sdk from './generated/hey-api';
import { createClient, createConfig } from './generated/hey-api/client';

/** Makes the calls with the functions that hey-api generates. */
export function heyApiCalls(baseUrl: string, fetch: typeof globalThis.fetch): Calls {
  const client = createClient(createConfig({ baseUrl, fetch, auth: 'hey' }));
  return {
    generateClips: (body) => sdk.clipsGenerate({ client, body }),
    createProject: (body, key) =>
      sdk.projectsCreate({ client, body, ...(key && { headers: { 'Idempotency-Key': key } }) }),
    listJobs: (projectId) => sdk.jobsList({ client, path: { projectId } }),
    batchMove: (projectId, body) => sdk.timelineBatchMove({ client, path: { projectId }, body }),
    batchTrim: (projectId, body) => sdk.timelineBatchTrim({ client, path: { projectId }, body }),
    timelineAt: (projectId, time_seconds) => sdk.timelineAt({ client, path: { projectId }, query: { time_seconds } }),
    updateMedia: (projectId, timelineItemId, body) =>
      sdk.timelineUpdateMedia({ client, path: { projectId, timelineItemId }, body }),
    updateColorGrade: (projectId, timelineItemId, body) =>
      sdk.timelineUpdateColorGrade({ client, path: { projectId, timelineItemId }, body }),
    updateZoom: (projectId, timelineItemId, body) =>
      sdk.timelineUpdateZoom({ client, path: { projectId, timelineItemId }, body }),
    listCaptions: (projectId, query) => sdk.captionsList({ client, path: { projectId }, query }),
    listWords: (projectId, query) => sdk.captionsWordsList({ client, path: { projectId }, query }),
    splitWord: (projectId, body) => sdk.captionsWordsSplit({ client, path: { projectId }, body }),
    mergeWords: (projectId, body) => sdk.captionsWordsMerge({ client, path: { projectId }, body }),
    retimeWords: (projectId, body) => sdk.captionsWordsRetime({ client, path: { projectId }, body }),
    segments: (projectId, query) => sdk.transcriptSegments({ client, path: { projectId }, query }),
    correct: (projectId, body) => sdk.transcriptCorrect({ client, path: { projectId }, body }),
    importAudio: (body) => sdk.audioImportFromLibrary({ client, body }),
    generateSound: (body) => sdk.audioGenerateSound({ client, body }),
    importLogo: (body) => sdk.onboardingImportLogo({ client, body }),
    registerWebhook: (body) => sdk.webhooksRegister({ client, body }),
  };
}
