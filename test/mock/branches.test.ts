import type { Clipwright } from 'clipwright';
import type { Fault } from 'clipwright/mock';
import { expect, test } from 'vitest';
import type { ApiName } from '../../mock/http/api.ts';
import { nullableErrorFields, nullableFields } from '../support/nullable-fields.ts';
import { type Ids, seedIds } from '../support/sample-calls.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';

const source = { video_site_url: 'https://video.example/talk' };

/**
 * The calls for each endpoint with nullable fields. In the responses to these calls, each nullable field is null at least
 * once and has a value at least once.
 */
const branches: { readonly [Name in ApiName]?: (transport: OpenTransport, ids: Ids) => Promise<void> } = {
  'clips.generate': async ({ mock, client }) => {
    const { clips } = client();
    await clips.generate({ source, qa: { qa_mode: 'permissive' }, export: { auto_export: true } });
    await clips.generate({ source, target: { max_duration_seconds: 0.5 } });
    await mock.faults.add(finishedClips);
    await clips.generate({ source });
  },
  'projects.create': async ({ client }) => {
    await client().projects.create({ name: 'Talk' });
    await client().projects.create({ name: 'Talk', description: 'About the Moon.' });
  },
  'jobs.list': async ({ mock, client }) => {
    const { project } = await startExport(client());
    await client().jobs.list(project);
    await mock.clock.advance(5);
    await client().jobs.list(project);
    await mock.jobs.next({ status: 'failed', error: 'No face in view.' });
    await client().audio.generateSound({ prompt: 'rain', project_id: project });
    await mock.clock.advance(5);
    await client().jobs.list(project);
  },
  'jobs.retrieve': async ({ mock, client }) => {
    const { job } = await startExport(client());
    await client().jobs.retrieve(job);
    await mock.clock.advance(5);
    await client().jobs.retrieve(job);
    await client().jobs.retrieve(await failedSound({ mock, client }));
  },
  'jobs.cancel': async ({ mock, client }) => {
    const { job } = await startExport(client());
    await mock.clock.advance(5);
    await client().jobs.cancel(job);
    await client().jobs.cancel(await failedSound({ mock, client }));
  },
  'timeline.batchTrim': async ({ mock, client }, { project, video }) => {
    const trim = () => client().timeline.batchTrim(project, { items: [{ timeline_item_id: video }] });
    await trim();
    await mock.faults.add({ set: { 'items[0].success': false, 'items[0].error': 'The item is locked.' } });
    await trim();
  },
  'timeline.at': async ({ client }, { project }) => void (await client().timeline.at(project, { time_seconds: 1 })),
  'timeline.updateMedia': async ({ client }, { project, video }) => {
    await client().timeline.updateMedia(project, video, {});
    await client().timeline.updateMedia(project, video, { animation: { name: 'fade' } });
  },
  'captions.list': async ({ mock, client }, { project }) => {
    await client().captions.list(project);
    await mock.faults.add({ match: { endpoint: 'captions.list' }, set: styled('captions[0].words[0].style') });
    await client().captions.list(project);
  },
  'captions.words.list': async ({ mock, client }, { project }) => {
    await client().captions.words.list(project);
    await client().captions.words.list(project, { match_text: 'absent' });
    await mock.faults.add({ set: { ...styled('words[0].style'), ...styled('items[0].style') } });
    await client().captions.words.list(project);
  },
  'captions.words.split': async ({ mock, client }, { project, words: [first = '', second = ''] }) => {
    await client().captions.words.split(project, { word_id: first, words: ['We', 'all'] });
    await mock.faults.add({ match: { endpoint: 'captions.words.split' }, set: { merged_word_id: second } });
    await client().captions.words.split(project, { word_id: second, words: ['choose'] });
  },
  'audio.importFromLibrary': async ({ mock, client }, { project }) => {
    const track = { provider: 'library', external_id: 'rain' };
    await client({ apiKey: 'without-projects' }).audio.importFromLibrary(track);
    await mock.faults.add({ set: { 'asset.attribution_text': 'Rain, by Ada.', 'asset.license_code': 'CC-BY-4.0' } });
    await client().audio.importFromLibrary({ ...track, project_id: project });
  },
};

// Cast: `Object.entries` returns string keys.
const rows = Object.entries(nullableFields) as [ApiName, readonly string[]][];

test.each(rows)('each nullable field in the responses of %s can be null and can have a value', async (name, fields) => {
  const seen = await callAndRecord(name);
  expect(fields.filter((field) => !seen.values.has(field))).toEqual([]);
  expect(fields.filter((field) => !seen.nulls.has(field))).toEqual([]);
});

test('every nullable field of an error can be null and can have a value', async () => {
  const { fetch, baseUrl } = openInProcess();
  const bodies = await Promise.all(
    ['projects/none/jobs', 'nowhere'].map(async (path) => {
      const response = await fetch(`${baseUrl}/${path}`, { headers: { authorization: 'Bearer test' } });
      return response.json();
    }),
  );
  const seen = record(bodies);
  expect(nullableErrorFields.filter((field) => !(seen.values.has(field) && seen.nulls.has(field)))).toEqual([]);
});

forEachTransport('a fault that sets fields of a response', (open) => {
  test('changes the response but not the stored values', async () => {
    const { mock, client } = await open();
    const { id } = await seedShortSpeech(mock);
    await mock.faults.add({ set: { 'captions[0].text': 'Hidden.', 'captions[1].words': [] }, times: 1 });
    const [first, second] = await client().captions.list(id).toArray();
    expect([first?.text, second?.words]).toEqual(['Hidden.', []]);
    expect((await client().captions.list(id)).items[0]?.text).toBe('We choose to go');
    expect((await mock.requests).map(({ fault }) => fault)).toEqual(['fault-1', null]);
  });

  test('changes only a response that already has all of these fields', async () => {
    const { mock, client } = await open();
    const { id } = await seedShortSpeech(mock);
    await mock.faults.add({ set: { 'captions[1].start_seconds': null, 'pagination.total': 9 }, times: 1 });
    expect((await client().captions.list(id, { limit: 1 })).total).toBe(5);
    expect((await client().captions.list(id, { limit: 2 })).total).toBe(9);
  });

  test('does not change the response that is stored for an Idempotency-Key', async () => {
    const { mock, client } = await open();
    const create = () => client().projects.create({ name: 'Talk' }, { idempotencyKey: 'the-one-key' });
    await mock.faults.add({ set: { status: 'archived' }, times: 1 });
    expect((await create()).status).toBe('archived');
    expect((await create()).status).toBe('active');
  });

  test('can set values of a type that strict mode rejects', async () => {
    const { mock, client } = await open();
    await mock.faults.add({ set: { id: 5 } });
    await expect(client().projects.create({ name: 'Talk' })).rejects.toMatchObject({ issues: [{ path: 'id' }] });
  });
});

forEachTransport('seeding', (open) => {
  test('sets the project’s description, in process and over HTTP', async () => {
    const { mock, baseUrl, fetch } = await open();
    expect((await mock.seed.project({ name: 'Talk', description: 'About the Moon.' })).description).toBe(
      'About the Moon.',
    );
    const response = await fetch(`${new URL(baseUrl).origin}/_mock/seed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Talk', description: 'About the Sun.' }),
    });
    expect(await response.json()).toMatchObject({ name: 'Talk', description: 'About the Sun.' });
  });
});

const finishedClips: Fault = {
  match: { endpoint: 'clips.generate' },
  set: {
    'batch.activity': { stage: 'rendering' },
    'batch.studio_sound': {
      requested: true,
      status: 'failed',
      source_asset_id: 'asset-1',
      enhanced_asset_id: 'asset-2',
      version: '2',
      processing_run_id: 'run-1',
      error_message: 'No speech was found.',
    },
    'batch.clips[0].download_url': 'https://files.example/clip.mp4',
    'batch.clips[1].error_message': 'No face in view.',
  },
};

function styled(style: string): Record<string, string> {
  const fields = ['backgroundColor', 'textShadow', 'glowColor', 'textGradientFrom', 'textGradientTo', 'emojiName'];
  return Object.fromEntries(fields.map((field) => [`${style}.${field}`, 'any']));
}

async function startExport(client: Clipwright) {
  const { clips } = await client.clips.generate({ source, export: { auto_export: true } });
  const project = clips[0]?.project_id ?? '';
  const [job] = await client.jobs.list(project);
  if (!job) throw new Error('The clip has no job.');
  return { project, job };
}

async function failedSound({ mock, client }: Pick<OpenTransport, 'mock' | 'client'>) {
  await mock.jobs.next({ status: 'failed' });
  const job = await client().audio.generateSound({ prompt: 'rain' });
  await mock.clock.advance(5);
  return job;
}

/** Makes an endpoint's calls. Returns the fields that were null in a response and the fields that had a value. */
async function callAndRecord(name: ApiName) {
  const bodies: unknown[] = [];
  const { mock, baseUrl, fetch, ...rest } = openInProcess({ clock: 'manual' });
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const id = response.headers.get('x-request-id');
    if ((await mock.requests).find((request) => request.id === id)?.endpoint === name)
      bodies.push(await response.clone().json());
    return response;
  };
  const transport: OpenTransport = {
    ...rest,
    mock,
    baseUrl,
    fetch: recordingFetch,
    client: (options) => rest.client({ fetch: recordingFetch, ...options }),
  };
  await branches[name]?.(transport, await seedIds(transport));
  return record(bodies);
}

function record(bodies: readonly unknown[]) {
  const seen = { values: new Set<string>(), nulls: new Set<string>() };
  for (const [path, value] of bodies.flatMap((body) => entriesOf(body))) {
    if (value === null) seen.nulls.add(path);
    else seen.values.add(path);
  }
  return seen;
}

function entriesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((entry) => entriesOf(entry, `${path}[]`));
  const inside = Object.entries(value).flatMap(([key, field]) =>
    entriesOf(field, path === '' ? key : `${path}.${key}`),
  );
  return [[path, value], ...inside];
}
