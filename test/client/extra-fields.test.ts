import { createMock } from 'clipwright/mock';
import { describe, expect, it } from 'vitest';
import { json, rejectionOf, project as stored, stubClient } from './support/stub.ts';

const source = { video_site_url: 'https://video.test/1' };
const batch = { batch_id: 'b1', status: 'queued', clips: [] };

describe('extraBody', () => {
  it('is merged into the top level of the body unchanged', async () => {
    const { client, sent } = stubClient([json({ batch })]);
    const extraBody = { render: { tier: 'fast', layers: [null, 1] }, template: null };
    await client.clips.generate({ source }, { extraBody });
    expect(sent[0]?.body).toEqual({ source, ...extraBody });
  });

  it('accepts an object typed as an interface and does not modify it', async () => {
    interface Folder {
      readonly folder: string;
    }
    const folder: Folder = Object.freeze({ folder: 'Talks' });
    const { client, sent } = stubClient([json(stored)]);
    await client.projects.create(Object.freeze({ name: 'Talk' }), { extraBody: folder });
    expect(sent[0]?.body).toEqual({ name: 'Talk', folder: 'Talks' });
  });

  it('replaces a whole field of the call without validation', async () => {
    const { client, sent } = stubClient([json({ batch })]);
    const target = { min_duration_seconds: 20 };
    const extraBody = { target: { length: 'short' }, project_name: 7 };
    await client.clips.generate({ source, target, project_name: 'Talk' }, { extraBody });
    expect(sent[0]?.body).toEqual({ source, ...extraBody });
  });

  it('cannot supply a required field of the call', async () => {
    const { client, sent } = stubClient([json(stored)]);
    // Cast: the types reject this call.
    const error = await rejectionOf(client.projects.create({} as never, { extraBody: { name: 'Talk' } }));
    expect(error).toHaveProperty('message', 'projects.create was not sent: name is required');
    expect(sent).toEqual([]);
  });

  it('does not change the body if its fields are undefined', async () => {
    const { client, sent } = stubClient([json(stored)]);
    await client.projects.create({ name: 'Talk' }, { extraBody: { name: undefined, folder: undefined } });
    await client.projects.create({ name: 'Talk' }, { extraBody: undefined });
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'Talk' }, { name: 'Talk' }]);
  });

  it('is sent with every retry', async () => {
    const { client, sent } = stubClient([json({}, 503, { 'retry-after-ms': '1' }), json(stored)]);
    await client.projects.create({ name: 'Talk' }, { extraBody: { folder: 'Talks' } });
    expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ name: 'Talk', folder: 'Talks' }));
  });

  it.each([
    ['a string', 'folder'],
    ['null', null],
    ['a list', [{ folder: 'Talks' }]],
    ['a promise that was not awaited', Promise.resolve({ folder: 'Talks' })],
    ['a map', new Map([['folder', 'Talks']])],
  ])('rejects %s', async (_, extraBody) => {
    const { client, sent } = stubClient([json(stored)]);
    // Cast: the types reject some of these values.
    const error = await rejectionOf(client.projects.create({ name: 'Talk' }, { extraBody: extraBody as never }));
    const message = 'projects.create was not sent: options.extraBody must be a plain object';
    expect(error).toMatchObject({ name: 'RequestValidationError', message });
    expect(sent).toEqual([]);
  });

  it('rejects a value that cannot be serialized as JSON', async () => {
    const { client, sent } = stubClient([json(stored)]);
    const error = await rejectionOf(client.projects.create({ name: 'Talk' }, { extraBody: { size: 1n } }));
    expect(error).toHaveProperty('message', 'projects.create was not sent: body must be serializable as JSON');
    expect(sent).toEqual([]);
  });
});

describe('extraQuery', () => {
  it('is appended to the call’s query, or becomes the query if the call has none', async () => {
    const { client, sent } = stubClient([json({ jobs: [], items: [], segments: [] })]);
    const extraQuery = { language: 'de', tag: ['a b', 2], none: null, absent: undefined };
    await client.transcript.segments('p1', { chunk_strategy: 'sentence' }, { extraQuery });
    await client.jobs.list('p1', { extraQuery });
    await client.audio.generateSound({ prompt: 'Rain' }, { extraQuery });
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?chunk_strategy=sentence&language=de&tag=a%20b&tag=2',
      '?language=de&tag=a%20b&tag=2',
      '?language=de&tag=a%20b&tag=2',
    ]);
  });

  it('replaces a parameter of the call without validation, unless it is undefined', async () => {
    const { client, sent } = stubClient([json({ items: [] })]);
    await client.timeline.at('p1', { time_seconds: 1 }, { extraQuery: { time_seconds: 'end' } });
    await client.timeline.at('p1', { time_seconds: 1 }, { extraQuery: { time_seconds: undefined } });
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?time_seconds=end', '?time_seconds=1']);
  });

  it('is sent with every page of a list', async () => {
    const pages = [json({ captions: [{ caption_id: 'a' }] }), json({ captions: [] })];
    const { client, sent } = stubClient(pages);
    await client.captions.list('p1', { limit: 1 }, { extraQuery: { sort: 'end' } }).toArray();
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=1&sort=end', '?limit=1&offset=1&sort=end']);
  });

  it('rejects a value that is not a plain object', async () => {
    const { client, sent } = stubClient([json({ jobs: [] })]);
    // Cast: the types reject this value.
    const extraQuery = new URLSearchParams('status=running') as never;
    const message = 'jobs.list was not sent: options.extraQuery must be a plain object';
    expect(await rejectionOf(client.jobs.list('p1', { extraQuery }))).toHaveProperty('message', message);
    expect(sent).toEqual([]);
  });
});

type Client = ReturnType<typeof stubClient>['client'];

// Casts: the types reject these options.
it.each<[string, string, (client: Client, options: never) => PromiseLike<unknown>]>([
  ['extraBody', 'jobs.list', ({ jobs }, options) => jobs.list('p1', options)],
  ['extraBody', 'timeline.at', ({ timeline }, options) => timeline.at('p1', { time_seconds: 0 }, options)],
  ['extraBody', 'captions.list', ({ captions }, options) => captions.list('p1', {}, options)],
  ['extraBody', 'request', (client, options) => client.request('POST', '/usage', options)],
  ['extraQuery', 'request', (client, options) => client.request('GET', '/usage', options)],
  ['extraBody', 'follow', (client, options) => client.follow({ method: 'POST', path: '/usage' }, options)],
  ['extraQuery', 'jobs.retrieve', ({ jobs }, options) => jobs.retrieve('/jobs/1', options)],
  ['extraBody', 'jobs.cancel', ({ jobs }, options) => jobs.cancel('/jobs/1', options)],
])('%s is rejected by %s, which does not support it', async (option, name, call) => {
  const { client, sent } = stubClient([json({})]);
  const error = await rejectionOf(call(client, { [option]: { status: 'running' } } as never));
  const problem = `${name} was not sent: options\\.${option} is not an option of this call\\.`;
  const hint = '( Did you mean "extraQuery"\\?)? Use one of signal, timeout, ';
  expect(error).toMatchObject({ name: 'RequestValidationError', message: expect.stringMatching(problem + hint) });
  expect(sent).toEqual([]);
});

it('extra fields reach the service with the fields of the call', async () => {
  const mock = createMock();
  const { client } = stubClient([], { baseUrl: mock.baseUrl, fetch: mock.fetch });
  const project = await client.projects.create({ name: 'Talk' }, { extraBody: { description: 'About the war' } });
  expect(project).toMatchObject({ name: 'Talk', description: 'About the war' });
  expect(await client.captions.list(project.id, {}, { extraQuery: { limit: 7 } })).toHaveProperty('limit', 7);
});
