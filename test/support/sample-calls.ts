import type { Clipwright } from 'clipwright';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { seedShortSpeech } from './speech.ts';
import type { OpenTransport } from './transports.ts';

/** The ids of a project and its parts, for the sample calls. */
export interface Ids {
  readonly project: string;
  /** The id of a timeline item with video. A timeline item with a caption is `captionItem`. */
  readonly video: string;
  readonly captionItem: string;
  readonly words: readonly string[];
}

/**
 * A call of every endpoint, with every field of its request. The calls can be made in this order in the project of a clip.
 * A missing endpoint is a compile error.
 */
export const sampleCalls: { readonly [Name in EndpointName]: (client: Clipwright, ids: Ids) => PromiseLike<unknown> } =
  {
    'projects.create': (client) => client.projects.create({ name: 'Talk', description: 'About the Moon.' }),
    'clips.generate': (client) =>
      client.clips.generate({
        project_name: 'Speech',
        source: { source_type: 'video_site_url', video_site_url: 'https://video.example/watch?v=1', quality: '2160p' },
        selection: { selection_mode: 'auto_best' },
        target: { aspect_ratio: '9:16', min_duration_seconds: 10, max_duration_seconds: 60 },
        layout: { layout_mode: 'auto', content_type_hint: 'podcast' },
        captions: { enabled: true },
        qa: { qa_mode: 'permissive' },
        export: { auto_export: true },
      }),
    'jobs.list': (client, { project }) => client.jobs.list(project),
    'timeline.batchMove': (client, { project, video }) =>
      client.timeline.batchMove(project, {
        items: [
          { timeline_item_id: video, new_start_seconds: 1.5 },
          { timeline_item_id: 'nothing', new_start_seconds: 0 },
        ],
      }),
    'timeline.batchTrim': (client, { project, video }) =>
      client.timeline.batchTrim(project, {
        items: [
          { timeline_item_id: video, trim_start_seconds: 1, trim_end_seconds: 0.5 },
          { timeline_item_id: 'nothing' },
        ],
      }),
    'timeline.at': (client, { project }) => client.timeline.at(project, { time_seconds: 1 }),
    'timeline.updateMedia': (client, { project, video }) =>
      client.timeline.updateMedia(project, video, {
        positionX: 10,
        positionY: 20,
        widthPx: 540,
        heightPx: 960,
        opacity: 0.5,
        volume: 0.5,
        keepAspectRatio: false,
        blurredBackground: true,
        blendMode: 'screen',
        animation: { name: 'fade', keyframes: [{}, {}] },
      }),
    'timeline.updateColorGrade': (client, { project, video }) =>
      client.timeline.updateColorGrade(project, video, { contrast: 1.2 }),
    'timeline.updateZoom': (client, { project, video }) => client.timeline.updateZoom(project, video, {}),
    'captions.list': (client, { project }) => client.captions.list(project, { limit: 2, offset: 1 }),
    'captions.words.list': (client, { project, captionItem }) =>
      client.captions.words.list(project, { timeline_item_id: captionItem, match_text: 'o', limit: 2, offset: 1 }),
    'captions.words.retime': (client, { project, words }) =>
      client.captions.words.retime(project, {
        updates: [{ word_id: words[0] ?? '', start_seconds: 0.1, end_seconds: 0.2 }],
      }),
    'captions.words.merge': (client, { project, words }) =>
      client.captions.words.merge(project, { word_ids: words.slice(1, 3) }),
    'captions.words.split': (client, { project, words }) =>
      client.captions.words.split(project, { word_id: words[0] ?? '', words: ['We', 'all'] }),
    'transcript.segments': (client, { project }) =>
      client.transcript.segments(project, { chunk_strategy: 'paragraph', max_chunk_seconds: 20 }),
    'transcript.correct': (client, { project }) =>
      client.transcript.correct(project, {
        phrase_replacements: [
          { from_words: ['choose'], to_words: ['decide'], match_case: true },
          { from_words: ['absent'], to_words: ['present'] },
        ],
      }),
    'audio.importFromLibrary': (client, { project }) =>
      client.audio.importFromLibrary({ provider: 'library', external_id: 'track-1', project_id: project }),
    'audio.generateSound': (client, { project }) =>
      client.audio.generateSound({ prompt: 'rain on a tin roof', project_id: project }),
    'onboarding.importLogo': (client) =>
      client.onboarding.importLogo({
        profile_id: '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11',
        logo_url: 'https://logo.example/logo.png',
        replace_existing: true,
      }),
    'webhooks.register': (client) =>
      client.webhooks.register({ url: 'https://app.example/hook', events: ['export.ready', 'job.complete'] }),
  };

/** Creates a project with a short speech and a job, and returns the ids for the sample calls. */
export async function seedIds({ mock, client: newClient }: Pick<OpenTransport, 'mock' | 'client'>): Promise<Ids> {
  const client = newClient();
  const { id } = await seedShortSpeech(mock);
  await client.audio.generateSound({ prompt: 'rain', project_id: id });
  return idsOf(client, id);
}

/** Returns the ids for the sample calls, from a project with video and captions. */
export async function idsOf(client: Clipwright, project: string): Promise<Ids> {
  // Do not use the items at the start, because the calls move and trim them.
  const { items } = await client.timeline.at(project, { time_seconds: 5 });
  const words = await client.captions.words.list(project);
  return {
    project,
    video: items.find(({ type }) => type === 'video')?.id ?? '',
    captionItem: words.items[0]?.timelineItemId ?? '',
    words: words.items.map((word) => word.id),
  };
}

/** Uses the name of each path parameter as its id. */
export const parameterNames: Ids = {
  project: 'projectId',
  video: 'timelineItemId',
  captionItem: 'captionItemId',
  words: ['word1', 'word2', 'word3'],
};
