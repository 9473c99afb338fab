import type { ApiResult } from 'clipwright';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import type { ProjectRecord } from '../state.ts';
import type { Session } from './session.ts';

/** The data that a call of the client returns, with the HTTP response. */
export type Called = Promise<Pick<ApiResult<unknown>, 'data' | 'response'>>;

/** Calls each endpoint for a project with content. */
export const calls: { readonly [Name in EndpointName]: (session: Session, project: ProjectRecord) => Called } = {
  'clips.generate': ({ client }) =>
    client.clips
      .generate(clipsParams('succeeded,failed'))
      .withResponse()
      .then(({ data, response }) => ({ data: { batch: data }, response })),
  'projects.create': ({ client }) => client.projects.create({ name: 'Talk' }).withResponse(),
  'jobs.list': ({ client }, { id }) =>
    client.jobs
      .list(id)
      .withResponse()
      .then(({ data, response }) => ({ data: { jobs: data }, response })),
  'timeline.batchMove': ({ client }, project) => client.timeline.batchMove(project.id, moves(project)).withResponse(),
  'timeline.batchTrim': (session, project) =>
    session.client.timeline.batchTrim(project.id, trims(session, project)).withResponse(),
  'timeline.at': ({ client }, { id }) => client.timeline.at(id, { time_seconds: 4 }).withResponse(),
  'timeline.updateMedia': (session, project) =>
    session.client.timeline.updateMedia(project.id, firstItem(project), mediaParams(session)).withResponse(),
  'timeline.updateColorGrade': ({ client }, project) =>
    client.timeline.updateColorGrade(project.id, firstItem(project), effectParams).withResponse(),
  'timeline.updateZoom': ({ client }, project) =>
    client.timeline.updateZoom(project.id, firstItem(project), effectParams).withResponse(),
  'captions.list': ({ client }, { id }) => pageBody(client.captions.list(id)),
  'captions.words.list': ({ client }, { id }) => pageBody(client.captions.words.list(id)),
  'captions.words.split': ({ client }, project) =>
    client.captions.words
      .split(project.id, { word_id: wordIds(project)[1] ?? '', words: ['na', 'ïve'] })
      .withResponse(),
  'captions.words.merge': ({ client }, project) =>
    client.captions.words.merge(project.id, { word_ids: wordIds(project).slice(0, 2) }).withResponse(),
  'captions.words.retime': ({ client }, project) =>
    client.captions.words.retime(project.id, { updates: [retiming(project)] }).withResponse(),
  'transcript.segments': ({ client }, { id }) => client.transcript.segments(id).withResponse(),
  'transcript.correct': (session, { id }) =>
    session.client.transcript.correct(id, corrections(session, 'fathers', 'mothers')).withResponse(),
  'audio.importFromLibrary': (session, project) =>
    session.client.audio.importFromLibrary(track, { extraBody: projectField(session, project) }).withResponse(),
  'audio.generateSound': (session, project) =>
    session.client.audio
      .generateSound({ prompt: 'Applause' }, { extraBody: projectField(session, project) })
      .withResponse(),
  'onboarding.importLogo': ({ client }) => client.onboarding.importLogo(logoParams).withResponse(),
  'webhooks.register': ({ client }) => client.webhooks.register(webhookParams).withResponse(),
};

export const track = { provider: 'open-audio', external_id: 'strings/7' };
export const webhookParams = { url: 'https://receiver.test/hooks', events: ['export.ready', 'job.complete'] };
export const logoParams = {
  profile_id: '11111111-2222-4333-8444-555555555555',
  logo_url: 'https://example.com/logo.png',
  replace_existing: true,
};

/** Returns parameters for clips whose endings are `endings`, such as `succeeded,failed`. */
export function clipsParams(endings: string) {
  return {
    project_name: 'Talk',
    source: { source_type: 'video_site', video_site_url: `https://video.example.com/talk?clips=${endings}` },
    selection: { selection_mode: 'auto_best' },
    target: { aspect_ratio: '9:16', min_duration_seconds: 10, max_duration_seconds: 60 },
    layout: { layout_mode: 'auto' },
    captions: { enabled: true },
    qa: { qa_mode: 'permissive' },
    export: { auto_export: true },
  };
}

/** Generates a clip, and returns its project, which has content. Removes the request from the service's exchanges. */
export async function filledProject({ client, service }: Session): Promise<ProjectRecord> {
  await client.clips.generate(clipsParams('succeeded'));
  const project = service.context.batches[0]?.clips[0]?.project;
  if (project === undefined) throw new Error('The service has made no project.');
  service.exchanges.length = 0;
  return project;
}

export function wordIds({ captions }: ProjectRecord): string[] {
  return captions.filter(({ isHidden }) => !isHidden).flatMap(({ words }) => words.map(({ id }) => id));
}

export function corrections({ choices }: Session, from: string, to: string): Record<string, unknown> {
  const replacement = { from_words: [from], to_words: [to], match_case: false };
  const bodies = {
    phrase_replacements: { phrase_replacements: [replacement] },
    replacements: { replacements: [replacement] },
    'array of pairs': { pairs: [[from, to]] },
  };
  return bodies[choices['request.corrections']];
}

export function projectField({ choices }: Session, { id }: Pick<ProjectRecord, 'id'>): Record<string, string> {
  const fields = { project_id: { project_id: id }, target_project: { target_project: id }, no: {} };
  return fields[choices['request.project']];
}

function moves(project: ProjectRecord) {
  return { items: [{ timeline_item_id: firstItem(project), new_start_seconds: 2.5 }] };
}

export function trims({ choices }: Session, project: ProjectRecord) {
  const fields = { trim_start_seconds: { trim_start_seconds: 1 }, 'trim.head_seconds': { trim: { head_seconds: 1 } } };
  return { items: [{ timeline_item_id: firstItem(project), ...fields[choices['request.trim']] }] };
}

function mediaParams({ choices }: Session): Record<string, unknown> {
  return choices['request.media'] === 'properties' ? { properties: { opacity: 0.5 } } : { opacity: 0.5 };
}

const effectParams = { settings: { scale: 1.2 } };

function firstItem({ items }: ProjectRecord): string {
  return items[0]?.id ?? '';
}

function retiming(project: ProjectRecord) {
  return { word_id: wordIds(project)[0] ?? '', start_seconds: 0.1, end_seconds: 0.4 };
}

async function pageBody(list: { withResponse(): Promise<ApiResult<{ readonly body: unknown }>> }): Called {
  const { data, response } = await list.withResponse();
  return { data: data.body, response };
}
