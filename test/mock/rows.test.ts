import type { Clipwright } from 'clipwright';
import { expect, test } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { inexactness } from '../support/exactness.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport } from '../support/transports.ts';

interface Ids {
  readonly project: string;
  readonly video: string;
  readonly words: readonly string[];
}

/** A call of every row; a row without one does not compile. */
const calls: { readonly [Name in EndpointName]: (client: Clipwright, ids: Ids) => PromiseLike<unknown> } = {
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
  'projects.create': (client) => client.projects.create({ name: 'Talk' }),
  'jobs.list': async (client, { project }) => {
    await client.audio.generateSound({ prompt: 'rain', project_id: project });
    return client.jobs.list(project);
  },
  'timeline.batchMove': (client, { project, video }) =>
    client.timeline.batchMove(project, {
      items: [
        { timeline_item_id: video, new_start_seconds: 1.5 },
        { timeline_item_id: 'nothing', new_start_seconds: 0 },
      ],
    }),
  'timeline.batchTrim': (client, { project, video }) =>
    client.timeline.batchTrim(project, {
      items: [{ timeline_item_id: video, trim_start_seconds: 1 }, { timeline_item_id: 'nothing' }],
    }),
  'timeline.at': (client, { project }) => client.timeline.at(project, { time_seconds: 1 }),
  'timeline.updateMedia': (client, { project, video }) =>
    client.timeline.updateMedia(project, video, {
      opacity: 0.5,
      sparkle: true,
      animation: { name: 'fade', keyframes: [{}, {}] },
    }),
  'timeline.updateColorGrade': (client, { project, video }) =>
    client.timeline.updateColorGrade(project, video, { contrast: 1.2 }),
  'timeline.updateZoom': (client, { project, video }) => client.timeline.updateZoom(project, video, {}),
  'captions.list': (client, { project }) => client.captions.list(project, { limit: 2, offset: 1 }),
  'captions.words.list': (client, { project }) => client.captions.words.list(project, { match_text: 'o' }),
  'captions.words.split': (client, { project, words }) =>
    client.captions.words.split(project, { word_id: words[0] ?? '', words: ['We', 'all'] }),
  'captions.words.merge': (client, { project, words }) =>
    client.captions.words.merge(project, { word_ids: words.slice(1, 3) }),
  'captions.words.retime': (client, { project, words }) =>
    client.captions.words.retime(project, {
      updates: [{ word_id: words[0] ?? '', start_seconds: 0.1, end_seconds: 0.2 }],
    }),
  'transcript.segments': (client, { project }) =>
    client.transcript.segments(project, { chunk_strategy: 'paragraph', max_chunk_seconds: 20 }),
  'transcript.correct': (client, { project }) =>
    client.transcript.correct(project, {
      phrase_replacements: [
        { from_words: ['choose'], to_words: ['decide'] },
        { from_words: ['absent'], to_words: ['present'] },
      ],
    }),
  'audio.importFromLibrary': (client) =>
    client.audio.importFromLibrary({ provider: 'library', external_id: 'track-1' }),
  'audio.generateSound': (client) => client.audio.generateSound({ prompt: 'rain on a tin roof' }),
  'onboarding.importLogo': (client) =>
    client.onboarding.importLogo({
      profile_id: '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11',
      logo_url: 'https://logo.example/logo.png',
      replace_existing: true,
    }),
  'webhooks.register': (client) =>
    client.webhooks.register({ url: 'https://app.example/hook', events: ['export.ready', 'job.complete'] }),
};

forEachTransport('every row is called by the client', (open) => {
  test.each(Object.entries(calls))('%s', async (name, call) => {
    const transport = await open();
    const ids = await seedIds(transport.mock, transport.client());
    expect(await call(transport.client(), ids)).toBeDefined();
    expect(transport.mock.requests.at(-1)).toMatchObject({ endpoint: name });
    expect(transport.mock.requests.every(({ status }) => status !== null && status < 300)).toBe(true);
  });
});

test('the table has the twenty rows of the specification', () => {
  expect(Object.keys(calls).sort()).toEqual(Object.keys(endpoints).sort());
  expect(Object.keys(endpoints)).toHaveLength(20);
});

test('the check of exactness sees a key too few, a key too many and a null without reason', () => {
  const { response } = endpoints['jobs.list'];
  const action = { method: 'GET', path: '/x', reason: null };
  expect(inexactness(response, {})).toEqual(['$.jobs is missing']);
  expect(inexactness(response, { jobs: [], more: 1 })).toEqual(['$.more is added']);
  expect(inexactness(response, { jobs: [{ next_actions: [action] }] })).toContain(
    '$.jobs[0].next_actions[0].reason is null',
  );
});

async function seedIds(mock: Parameters<typeof seedShortSpeech>[0], client: Clipwright): Promise<Ids> {
  const { id } = await seedShortSpeech(mock);
  const { items } = await client.timeline.at(id, { time_seconds: 0 });
  const words = await client.captions.words.list(id);
  const video = items.find(({ type }) => type === 'video');
  return { project: id, video: video?.id ?? '', words: words.items.map((word) => word.id) };
}
