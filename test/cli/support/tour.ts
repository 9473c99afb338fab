import type { Endpoint } from '../../../src/contract/endpoint.ts';
import type { EndpointInput, EndpointResult, PathOf } from '../../../src/contract/endpoint-types.ts';
import { type EndpointName, type Endpoints, endpoints } from '../../../src/contract/endpoints.ts';

/** A request to an endpoint, as any HTTP client can send it. */
export interface TourRequest {
  readonly name: EndpointName;
  readonly method: string;
  /** The path after the base URL, with the query. */
  readonly path: string;
  /** JSON. */
  readonly body: string | undefined;
}

/** Sends a request and returns the parsed body of the response. */
export type Send = (request: TourRequest) => Promise<unknown>;

/** Calls every endpoint once, in the order of {@link inputs}. */
export async function tour(send: Send): Promise<void> {
  const responses: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(inputs)) {
    // Cast: `Object.entries` forgets the names, and the caller checks the responses.
    responses[name] = await send(toRequest(name as EndpointName, input(responses as Responses)));
  }
}

type Responses = { readonly [Name in EndpointName]: EndpointResult<Name> };

/** The input of each request, made from the responses before it. An endpoint without an entry does not compile. */
const inputs: { readonly [Name in EndpointName]: (responses: Responses) => Partial<EndpointInput<Name>> } = {
  'projects.create': () => ({ body: { name: 'Talk' } }),
  'clips.generate': () => ({
    body: { source: { source_type: 'video_site_url', video_site_url: 'https://video.example/watch?v=1' } },
  }),
  'jobs.list': (responses) => ({ path: project(responses) }),
  'timeline.at': (responses) => ({ path: project(responses), query: { time_seconds: 0 } }),
  'timeline.batchMove': (responses) => ({
    path: project(responses),
    body: { items: [{ timeline_item_id: video(responses), new_start_seconds: 0.5 }] },
  }),
  'timeline.batchTrim': (responses) => ({
    path: project(responses),
    body: { items: [{ timeline_item_id: video(responses), trim_end_seconds: 0.5 }] },
  }),
  'timeline.updateMedia': (responses) => ({ path: item(responses), body: { opacity: 0.5 } }),
  'timeline.updateColorGrade': (responses) => ({ path: item(responses), body: { contrast: 1.2 } }),
  'timeline.updateZoom': (responses) => ({ path: item(responses), body: {} }),
  'captions.list': (responses) => ({ path: project(responses), query: { limit: 5 } }),
  'captions.words.list': (responses) => ({ path: project(responses), query: { limit: 3 } }),
  'captions.words.merge': (responses) => ({
    path: project(responses),
    body: { word_ids: [word(responses, 1), word(responses, 2)] },
  }),
  'captions.words.split': (responses) => ({
    path: project(responses),
    body: { word_id: word(responses, 1), words: ['well', 'then'] },
  }),
  'captions.words.retime': (responses) => ({
    path: project(responses),
    body: { updates: [{ word_id: word(responses, 0), start_seconds: 0.01, end_seconds: 0.02 }] },
  }),
  'transcript.segments': (responses) => ({
    path: project(responses),
    query: { chunk_strategy: 'sentence', max_chunk_seconds: 20 },
  }),
  'transcript.correct': (responses) => ({
    path: project(responses),
    body: { phrase_replacements: [{ from_words: ['war'], to_words: ['conflict'] }] },
  }),
  'audio.importFromLibrary': () => ({ body: { provider: 'library', external_id: 'track-1' } }),
  'audio.generateSound': () => ({ body: { prompt: 'rain on a tin roof' } }),
  'onboarding.importLogo': () => ({
    body: { profile_id: '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11', logo_url: 'https://logo.example/logo.png' },
  }),
  'webhooks.register': () => ({ body: { url: 'https://app.example/hook', events: ['export.ready'] } }),
};

function project(responses: Responses): PathOf<Endpoints['jobs.list']> {
  return { projectId: responses['clips.generate'].batch.clips[0]?.project_id ?? '' };
}

function item(responses: Responses): PathOf<Endpoints['timeline.updateMedia']> {
  return { ...project(responses), timelineItemId: video(responses) };
}

function video(responses: Responses): string {
  return responses['timeline.at'].items.find(({ type }) => type === 'video')?.id ?? '';
}

function word(responses: Responses, index: number): string {
  return responses['captions.words.list'].words[index]?.id ?? '';
}

interface Input {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

function toRequest(name: EndpointName, { path: ids = {}, query = {}, body }: Input): TourRequest {
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
