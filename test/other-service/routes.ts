import type { EndpointName } from '../../src/contract/endpoints.ts';
import { generateSound, importAudio } from './endpoints/audio.ts';
import type { Endpoint } from './endpoints/call.ts';
import { listCaptions, listWords, mergeWords, retimeWords, splitWord } from './endpoints/captions.ts';
import { generateClips } from './endpoints/clips.ts';
import { listJobs } from './endpoints/jobs.ts';
import { importLogo } from './endpoints/onboarding.ts';
import { createProject } from './endpoints/projects.ts';
import { moveItems, timelineAt, trimItems, updateColorGrade, updateMedia, updateZoom } from './endpoints/timeline.ts';
import { correctTranscript, listSegments } from './endpoints/transcript.ts';
import { registerWebhook } from './endpoints/webhooks.ts';

export interface Route {
  readonly method: string;
  /** The path below the base URL. `*` is a parameter. */
  readonly path: string;
  readonly endpoint: Endpoint;
  /** Whether the endpoint accepts an Idempotency-Key. */
  readonly isIdempotent?: true;
  /** The only fields that the request body can have, or undefined if it can have any field. */
  readonly fields?: readonly string[];
}

export const routes: { readonly [Name in EndpointName]: Route } = {
  'clips.generate': {
    method: 'POST',
    path: '/clips',
    endpoint: generateClips,
    isIdempotent: true,
    fields: ['project_name', 'source', 'selection', 'target', 'layout', 'captions', 'qa', 'export'],
  },
  'projects.create': {
    method: 'POST',
    path: '/projects',
    endpoint: createProject,
    isIdempotent: true,
    fields: ['name'],
  },
  'jobs.list': { method: 'GET', path: '/projects/*/jobs', endpoint: listJobs },
  'timeline.batchMove': {
    method: 'POST',
    path: '/projects/*/timeline/batch-move',
    endpoint: moveItems,
    fields: ['items'],
  },
  'timeline.batchTrim': {
    method: 'POST',
    path: '/projects/*/timeline/batch-trim',
    endpoint: trimItems,
    isIdempotent: true,
    fields: ['items'],
  },
  'timeline.at': { method: 'GET', path: '/projects/*/timeline/at', endpoint: timelineAt },
  'timeline.updateMedia': { method: 'PATCH', path: '/projects/*/timeline/media/*', endpoint: updateMedia },
  'timeline.updateColorGrade': {
    method: 'PATCH',
    path: '/projects/*/effects/colorgrade/*',
    endpoint: updateColorGrade,
  },
  'timeline.updateZoom': { method: 'PATCH', path: '/projects/*/effects/zoom/*', endpoint: updateZoom },
  'captions.list': { method: 'GET', path: '/projects/*/captions', endpoint: listCaptions },
  'captions.words.list': { method: 'GET', path: '/projects/*/captions/words', endpoint: listWords },
  'captions.words.split': {
    method: 'POST',
    path: '/projects/*/captions/words/split',
    endpoint: splitWord,
    fields: ['word_id', 'words'],
  },
  'captions.words.merge': {
    method: 'POST',
    path: '/projects/*/captions/words/merge',
    endpoint: mergeWords,
    fields: ['word_ids'],
  },
  'captions.words.retime': {
    method: 'POST',
    path: '/projects/*/captions/words/retime',
    endpoint: retimeWords,
    fields: ['updates'],
  },
  'transcript.segments': { method: 'GET', path: '/projects/*/transcript/segments', endpoint: listSegments },
  'transcript.correct': { method: 'POST', path: '/projects/*/transcript/corrections', endpoint: correctTranscript },
  'audio.importFromLibrary': { method: 'POST', path: '/audio-library/import', endpoint: importAudio },
  'audio.generateSound': { method: 'POST', path: '/generate-sound', endpoint: generateSound },
  'onboarding.importLogo': {
    method: 'POST',
    path: '/onboarding/logo/import',
    endpoint: importLogo,
    fields: ['profile_id', 'logo_url', 'replace_existing'],
  },
  'webhooks.register': { method: 'POST', path: '/webhooks', endpoint: registerWebhook, fields: ['url', 'events'] },
};

/** Returns the decoded parameters of a path, or undefined if the path does not match the route. */
export function matchPath({ path }: Route, pathname: string): string[] | undefined {
  const pattern = path.split('/');
  const parts = pathname.split('/');
  if (parts.length !== pattern.length) return undefined;
  if (!pattern.every((part, index) => part === '*' || part === parts[index])) return undefined;
  return parts.filter((_, index) => pattern[index] === '*').map(decodeURIComponent);
}
