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

/** Calls all operations, each once, with what the ones before have answered. */
export async function tour(send: Send): Promise<void> {
  const call = caller(send);
  await call('projects.create', { body: { name: 'Talk' } });
  const project = await generateClip(call);
  await call('jobs.list', { path: project });
  await editTimeline(call, project);
  await editWords(call, project);
  await call('transcript.segments', { path: project, query: { chunk_strategy: 'sentence', max_chunk_seconds: 20 } });
  const replacement = { from_words: ['war'], to_words: ['conflict'] };
  await call('transcript.correct', { path: project, body: { phrase_replacements: [replacement] } });
  await callTheRest(call);
}

type Call = <Name extends EndpointName>(
  name: Name,
  input: Partial<EndpointInput<Name>>,
) => Promise<EndpointResult<Name>>;

type OfProject = PathOf<Endpoints['jobs.list']>;

interface Input {
  readonly path?: Texts | undefined;
  readonly query?: Texts | undefined;
  readonly body?: unknown;
}

type Texts = Record<string, string>;

function caller(send: Send): Call {
  const call = (name: EndpointName, { path: ids = {}, query = {}, body }: Input) => {
    const { method, path }: Endpoint = endpoints[name];
    const filled = path.replace(/\{(\w+)\}/g, (_, id: string) => encodeURIComponent(ids[id] ?? ''));
    const search = new URLSearchParams(query).toString();
    return send({
      name,
      method,
      path: search === '' ? filled : `${filled}?${search}`,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  };
  // A boundary: whoever sends looks closer at the answers; numbers of a query become texts by themselves.
  return call as Call;
}

async function generateClip(call: Call): Promise<OfProject> {
  const source = { source_type: 'video_site_url', video_site_url: 'https://video.example/watch?v=1' };
  const { batch } = await call('clips.generate', { body: { source } });
  return { projectId: batch.clips[0]?.project_id ?? '' };
}

async function editTimeline(call: Call, project: OfProject): Promise<void> {
  const { items } = await call('timeline.at', { path: project, query: { time_seconds: 0 } });
  const timelineItemId = items.find(({ type }) => type === 'video')?.id ?? '';
  const item = { ...project, timelineItemId };
  const move = { timeline_item_id: timelineItemId, new_start_seconds: 0.5 };
  await call('timeline.batchMove', { path: project, body: { items: [move] } });
  const trim = { timeline_item_id: timelineItemId, trim_end_seconds: 0.5 };
  await call('timeline.batchTrim', { path: project, body: { items: [trim] } });
  await call('timeline.updateMedia', { path: item, body: { opacity: 0.5 } });
  await call('timeline.updateColorGrade', { path: item, body: { contrast: 1.2 } });
  await call('timeline.updateZoom', { path: item, body: {} });
}

async function editWords(call: Call, project: OfProject): Promise<void> {
  await call('captions.list', { path: project, query: { limit: 5 } });
  const { words } = await call('captions.words.list', { path: project, query: { limit: 3 } });
  const [first = '', second = '', third = ''] = words.map(({ id }) => id);
  await call('captions.words.merge', { path: project, body: { word_ids: [second, third] } });
  await call('captions.words.split', { path: project, body: { word_id: second, words: ['well', 'then'] } });
  const update = { word_id: first, start_seconds: 0.01, end_seconds: 0.02 };
  await call('captions.words.retime', { path: project, body: { updates: [update] } });
}

async function callTheRest(call: Call): Promise<void> {
  await call('audio.importFromLibrary', { body: { provider: 'library', external_id: 'track-1' } });
  await call('audio.generateSound', { body: { prompt: 'rain on a tin roof' } });
  const profile_id = '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11';
  await call('onboarding.importLogo', { body: { profile_id, logo_url: 'https://logo.example/logo.png' } });
  await call('webhooks.register', { body: { url: 'https://app.example/hook', events: ['export.ready'] } });
}
