import type { Endpoint } from '../../../src/contract/endpoint.ts';
import type { EndpointInput, EndpointResult, PathOf } from '../../../src/contract/endpoint-types.ts';
import { type EndpointName, type Endpoints, endpoints } from '../../../src/contract/endpoints.ts';

/** A call as any HTTP client can send it. */
export interface Sent {
  readonly name: EndpointName;
  readonly method: string;
  /** Under the base URL, with its query. */
  readonly path: string;
  /** JSON. */
  readonly body: string | undefined;
}

/** Sends a call and gives the answer's body, parsed. */
export type Send = (call: Sent) => Promise<unknown>;

/** Calls every endpoint once, in the order of {@link inputs}. */
export async function tour(send: Send): Promise<void> {
  const answers: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(inputs)) {
    // A boundary: `Object.entries` forgets the names, and whoever sends looks closer at the answers.
    answers[name] = await send(toCall(name as EndpointName, input(answers as Answers)));
  }
}

type Answers = { readonly [Name in EndpointName]: EndpointResult<Name> };

/** What each call sends, made of the answers before it. An endpoint without an entry does not compile. */
const inputs: { readonly [Name in EndpointName]: (answers: Answers) => Partial<EndpointInput<Name>> } = {
  'projects.create': () => ({ body: { name: 'Talk' } }),
  'clips.generate': () => ({
    body: { source: { source_type: 'video_site_url', video_site_url: 'https://video.example/watch?v=1' } },
  }),
  'jobs.list': (answers) => ({ path: project(answers) }),
  'timeline.at': (answers) => ({ path: project(answers), query: { time_seconds: 0 } }),
  'timeline.batchMove': (answers) => ({
    path: project(answers),
    body: { items: [{ timeline_item_id: video(answers), new_start_seconds: 0.5 }] },
  }),
  'timeline.batchTrim': (answers) => ({
    path: project(answers),
    body: { items: [{ timeline_item_id: video(answers), trim_end_seconds: 0.5 }] },
  }),
  'timeline.updateMedia': (answers) => ({ path: item(answers), body: { opacity: 0.5 } }),
  'timeline.updateColorGrade': (answers) => ({ path: item(answers), body: { contrast: 1.2 } }),
  'timeline.updateZoom': (answers) => ({ path: item(answers), body: {} }),
  'captions.list': (answers) => ({ path: project(answers), query: { limit: 5 } }),
  'captions.words.list': (answers) => ({ path: project(answers), query: { limit: 3 } }),
  'captions.words.merge': (answers) => ({
    path: project(answers),
    body: { word_ids: [word(answers, 1), word(answers, 2)] },
  }),
  'captions.words.split': (answers) => ({
    path: project(answers),
    body: { word_id: word(answers, 1), words: ['well', 'then'] },
  }),
  'captions.words.retime': (answers) => ({
    path: project(answers),
    body: { updates: [{ word_id: word(answers, 0), start_seconds: 0.01, end_seconds: 0.02 }] },
  }),
  'transcript.segments': (answers) => ({
    path: project(answers),
    query: { chunk_strategy: 'sentence', max_chunk_seconds: 20 },
  }),
  'transcript.correct': (answers) => ({
    path: project(answers),
    body: { phrase_replacements: [{ from_words: ['war'], to_words: ['conflict'] }] },
  }),
  'audio.importFromLibrary': () => ({ body: { provider: 'library', external_id: 'track-1' } }),
  'audio.generateSound': () => ({ body: { prompt: 'rain on a tin roof' } }),
  'onboarding.importLogo': () => ({
    body: { profile_id: '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11', logo_url: 'https://logo.example/logo.png' },
  }),
  'webhooks.register': () => ({ body: { url: 'https://app.example/hook', events: ['export.ready'] } }),
};

function project(answers: Answers): PathOf<Endpoints['jobs.list']> {
  return { projectId: answers['clips.generate'].batch.clips[0]?.project_id ?? '' };
}

function item(answers: Answers): PathOf<Endpoints['timeline.updateMedia']> {
  return { ...project(answers), timelineItemId: video(answers) };
}

function video(answers: Answers): string {
  return answers['timeline.at'].items.find(({ type }) => type === 'video')?.id ?? '';
}

function word(answers: Answers, index: number): string {
  return answers['captions.words.list'].words[index]?.id ?? '';
}

interface Input {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

function toCall(name: EndpointName, { path: ids = {}, query = {}, body }: Input): Sent {
  const { method, path }: Endpoint = endpoints[name];
  const filled = path.replace(/\{(\w+)\}/g, (_, id: string) => encodeURIComponent(ids[id] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return {
    name,
    method,
    path: search === '' ? filled : `${filled}?${search}`,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
