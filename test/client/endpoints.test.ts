import type { Clipwright } from 'clipwright';
import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { json, stubClient } from './support/stub.ts';

const uuid = '9f3b0a52-6a4e-4c6e-9f53-0f4e3f0a1b2c';
const page = { total: 1, returned: 1, offset: 0, limit: 50 };
const items = [{ timeline_item_id: 't1', new_start_seconds: 1 }];

/** A call of each endpoint, and a response with the fields that the client reads. */
const calls: Record<
  EndpointName,
  { call(client: Clipwright): PromiseLike<unknown>; response?: object; result?: unknown }
> = {
  'clips.generate': {
    call: (client) => client.clips.generate({ source: { video_site_url: 'https://v.test/1' } }),
    response: { batch: { batch_id: 'b', status: 'queued', clips: [] } },
    result: { batch_id: 'b', status: 'queued', clips: [] },
  },
  'projects.create': { call: (client) => client.projects.create({ name: 'Talk' }) },
  'jobs.list': {
    call: (client) => client.jobs.list('p1'),
    response: { jobs: [{ job_id: 'j', status: 'queued' }] },
    result: [{ job_id: 'j', status: 'queued' }],
  },
  'timeline.batchMove': { call: (client) => client.timeline.batchMove('p1', { items }) },
  'timeline.batchTrim': { call: (client) => client.timeline.batchTrim('p1', { items }) },
  'timeline.at': { call: (client) => client.timeline.at('p1', { time_seconds: 1.5 }) },
  'timeline.updateMedia': { call: (client) => client.timeline.updateMedia('p1', 't1', { opacity: 0.5 }) },
  'timeline.updateColorGrade': { call: (client) => client.timeline.updateColorGrade('p1', 't1', {}) },
  'timeline.updateZoom': { call: (client) => client.timeline.updateZoom('p1', 't1', {}) },
  'captions.list': {
    call: (client) => client.captions.list('p1').toArray(),
    response: { success: true, captions: [{ caption_id: 'c' }], pagination: { ...page, has_more: false } },
    result: [{ caption_id: 'c' }],
  },
  'captions.words.list': {
    call: (client) => client.captions.words.list('p1').toArray(),
    response: { success: true, words: [{ id: 'w' }], items: [], pagination: { ...page, hasMore: false } },
    result: [{ id: 'w' }],
  },
  'captions.words.split': { call: (client) => client.captions.words.split('p1', { word_id: 'w', words: ['a', 'b'] }) },
  'captions.words.merge': { call: (client) => client.captions.words.merge('p1', { word_ids: ['a', 'b'] }) },
  'captions.words.retime': {
    call: (client) =>
      client.captions.words.retime('p1', { updates: [{ word_id: 'w', start_seconds: 0, end_seconds: 1 }] }),
  },
  'transcript.segments': { call: (client) => client.transcript.segments('p1') },
  'transcript.correct': { call: (client) => client.transcript.correct('p1', {}) },
  'audio.importFromLibrary': { call: (client) => client.audio.importFromLibrary({ provider: 'x', external_id: '1' }) },
  'audio.generateSound': { call: (client) => client.audio.generateSound({ prompt: 'Rain' }) },
  'onboarding.importLogo': {
    call: (client) => client.onboarding.importLogo({ profile_id: uuid, logo_url: 'https://logo.test/a.png' }),
  },
  'webhooks.register': {
    call: (client) => client.webhooks.register({ url: 'https://app.test/hook', events: ['export.ready'] }),
  },
};

describe.each(Object.entries(calls))('%s', (name, { call, response = { anything: 1 }, result = response }) => {
  // `Object.entries` types the keys as strings.
  const row = endpoints[name as EndpointName];

  it('sends the request that its row defines, with the API key', async () => {
    const { client, sent } = stubClient([json(response)]);
    expect(await call(client)).toEqual(result);
    const [request] = sent;
    expect(sent).toHaveLength(1);
    expect(request?.method).toBe(row.method);
    expect(request?.url.split('?')[0]).toBe(`https://video.test/api/v1${fill(row.path)}`);
    expect(request?.headers.get('authorization')).toBe('Bearer sk_live_very_secret');
    expect(request?.headers.has('idempotency-key')).toBe(row.idempotent);
    expect(request?.headers.get('content-type')).toBe('body' in row ? 'application/json' : null);
  });
});

function fill(path: string): string {
  const filled = path.replace('{projectId}', 'p1').replace('{timelineItemId}', 't1');
  const [unknown] = /\{.*?\}/.exec(filled) ?? [];
  if (unknown !== undefined)
    throw new Error(`${unknown} is not a path parameter of other rows: rename it, or fill it here.`);
  return filled;
}
