import { beforeEach, describe, expect, test, vi } from 'vitest';
import { similarName } from '../../mock/http/unknown-fields.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});

const warned = () => vi.mocked(console.warn).mock.calls.map(([message]) => message);

forEachTransport('unknown fields', (openTransport) => {
  test('are ignored and recorded, and a likely typo is logged to the console once', async () => {
    const { mock, client } = await openTransport();
    const api = client();
    const { id } = await seedShortSpeech(mock);
    const [item] = (await api.timeline.at(id, { time_seconds: 0 })).items;
    const timeline_item_id = item?.id ?? '';
    for (let times = 0; times < 2; times++) {
      const result = await api.timeline.batchTrim(id, {
        items: [{ timeline_item_id }, { timeline_item_id, end_seconds: 1, brand: { kit: 1 } }],
      });
      expect(result).toMatchObject({ success: true, trimmed_count: 2 });
    }
    expect((await mock.requests).at(-1)?.unknownFields).toEqual(['items[1].end_seconds', 'items[1].brand']);
    expect(warned()).toEqual([
      'clipwright mock: ignored the unknown field "items[].end_seconds" of timeline.batchTrim. ' +
        'Did you mean "trim_end_seconds"?',
    ]);
  });

  test('are listed in `warnings` if the response has this field', async () => {
    const { mock, client } = await openTransport();
    const { id } = await seedShortSpeech(mock);
    const page = await client().captions.words.list(id, {}, { extraQuery: { match: 'a', color: 'red' } });
    expect(page.body.warnings).toEqual([
      'The mock ignored the unknown field "match". Did you mean "match_text"?',
      'The mock ignored the unknown field "color".',
    ]);
  });

  test('are recorded and logged even if the request is rejected', async () => {
    const { mock, baseUrl, fetch } = await openTransport();
    const post = { method: 'POST', headers: { authorization: 'Bearer test', 'content-type': 'application/json' } };
    const response = await fetch(`${baseUrl}/clips`, { ...post, body: '{"sources":{}}' });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param: 'source' } }]);
    expect(mock.requests.at(-1)?.unknownFields).toEqual(['sources']);
    expect(warned()).toEqual([
      'clipwright mock: ignored the unknown field "sources" of clips.generate. Did you mean "source"?',
    ]);
    await fetch(`${baseUrl}/clips`, { ...post, body: '"a string"' });
    expect(mock.requests.at(-1)?.unknownFields).toEqual([]);
  });

  test('cause a 400 with `unknownFields: fail`, and the request does not use up its Idempotency-Key', async () => {
    const { mock, client } = await openTransport({ unknownFields: 'fail' });
    const api = client();
    const source = { video_site_url: 'https://video.example/1' };
    const idempotencyKey = 'order-42';
    const before = mock.snapshot();
    const call = api.clips.generate(
      { source, target: { min_duration_seconds: 5, ...{ max_duration_secs: 20 } } },
      { idempotencyKey, extraBody: { colour: 'red' } },
    );
    await expect(call).rejects.toMatchObject({
      name: 'BadRequestError',
      code: 'invalid_request',
      param: 'target.max_duration_secs',
      body: {
        error: {
          message: 'target.max_duration_secs is not a field of clips.generate. Did you mean "max_duration_seconds"?',
        },
      },
    });
    expect(mock.snapshot()).toEqual(before);
    expect(mock.requests.at(-1)).toMatchObject({
      unknownFields: ['target.max_duration_secs', 'colour'],
      caused: { jobs: [], events: [] },
    });
    expect(warned()).toEqual([]);
    await expect(api.clips.generate({ source }, { idempotencyKey })).resolves.toHaveProperty('batch_id');
  });

  test('cause a 400 with `unknownFields: fail` if they are in the query', async () => {
    const { mock, client } = await openTransport({ unknownFields: 'fail' });
    const { id } = await seedShortSpeech(mock);
    await expect(client().captions.words.list(id, {}, { extraQuery: { color: 'red' } })).rejects.toMatchObject({
      status: 400,
      param: 'color',
      body: { error: { message: 'color is not a field of captions.words.list.' } },
    });
    expect(mock.requests.at(-1)?.unknownFields).toEqual(['color']);
  });

  test('cause a 400 with `unknownFields: fail` if they are in the query of an endpoint without parameters', async () => {
    const { mock, client } = await openTransport({ unknownFields: 'fail' });
    const { id } = await seedShortSpeech(mock);
    const listed = client().jobs.list(id, { extraQuery: { limit: 2 } });
    await expect(listed).rejects.toMatchObject({ status: 400, param: 'limit' });
    const created = client().projects.create({ name: 'Talk' }, { extraQuery: { nmae: 'x' } });
    await expect(created).rejects.toMatchObject({ status: 400, param: 'nmae' });
    expect(mock.requests.slice(-2).map(({ unknownFields }) => unknownFields)).toEqual([['limit'], ['nmae']]);
  });

  test('are named in the error instead of the required field that they misspell', async () => {
    const { mock, baseUrl, fetch } = await openTransport({ unknownFields: 'fail' });
    const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}/projects`, { method: 'POST', headers, body: '{"naem":"Talk"}' });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { param: 'naem', message: 'naem is not a field of projects.create.' } },
    ]);
    expect(mock.requests.at(-1)?.unknownFields).toEqual(['naem']);
  });
});

forEachTransport('unknown values of an open enumeration', (openTransport) => {
  test.each([{}, { unknownFields: 'fail' }] as const)(
    'are accepted by a mock with %j, and logged to the console once',
    async (options) => {
      const { client } = await openTransport(options);
      const params = {
        source: { video_site_url: 'https://video.example/1', quality: '2160p' },
        target: { aspect_ratio: '9x16' },
        qa: { qa_mode: 'strict' },
      };
      await client().clips.generate(params);
      await client().clips.generate({ ...params, layout: { layout_mode: 'Auto' } });
      expect(warned()).toEqual([
        'clipwright mock: accepted the unknown value "9x16" of "target.aspect_ratio" of clips.generate. ' +
          'Did you mean "9:16"? The specification lists "9:16".',
        'clipwright mock: accepted the unknown value "strict" of "qa.qa_mode" of clips.generate. ' +
          'The specification lists "permissive".',
        'clipwright mock: accepted the unknown value "Auto" of "layout.layout_mode" of clips.generate. ' +
          'Did you mean "auto"? The specification lists "auto".',
      ]);
    },
  );

  test('are not logged if the request is rejected because of them', async () => {
    const { client } = await openTransport();
    const call = client().webhooks.register({ url: 'https://app.example/webhooks', events: ['export.redy'] });
    await expect(call).rejects.toMatchObject({ status: 400, param: 'events[0]' });
    expect(warned()).toEqual([]);
  });
});

describe('an unknown field', () => {
  let mock: OpenTransport['mock'];
  let client: OpenTransport['client'];

  beforeEach(async () => {
    ({ mock, client } = openInProcess());
  });

  const correct = async (fields: Record<string, unknown>) => {
    const { id } = await seedShortSpeech(mock);
    await client().transcript.correct(id, fields);
    return (await mock.requests).at(-1)?.unknownFields;
  };

  test('is recorded with its path at any depth, up to 20 per request', async () => {
    const phrase = { from_words: ['a'], to_words: ['b'], matchcase: true };
    expect(await correct({ phrase_replacements: [phrase] })).toEqual(['phrase_replacements[0].matchcase']);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, index]));
    expect(await correct(many)).toEqual(Object.keys(many).slice(0, 20));
  });

  test('is not reported as a typo of a field that is also present', async () => {
    await correct({ phrase_replacements: [], replacements: [] });
    expect(warned()).toEqual([]);
  });

  test('cannot write control characters to the console', async () => {
    await correct({ 'phrase\u001b[2J_\u009breplace\u202ements': [] });
    expect(warned()).toEqual([expect.stringContaining('"phrase\\u001b[2J_\\u009breplace\\u202ements"')]);
  });

  test('cannot occur in a body that accepts any field', async () => {
    const { id } = await seedShortSpeech(mock);
    const [item] = (await client().timeline.at(id, { time_seconds: 0 })).items;
    await client().timeline.updateZoom(id, item?.id ?? '', { zoomLevel: 2 });
    expect((await mock.requests).at(-1)?.unknownFields).toEqual([]);
  });

  test('is not logged if 100 other unknown fields have been logged', async () => {
    const misspellings = openInProcess();
    const { id } = await seedShortSpeech(misspellings.mock);
    for (let index = 0; index < 150; index++) {
      const hyphens = index.toString(2).replaceAll('0', '_').replaceAll('1', '-');
      await misspellings.client().transcript.correct(id, { [`phrase_${hyphens}_replacements`]: [] });
    }
    expect(warned()).toHaveLength(100);
  });
});

test.each([
  ['projectName', 'project_name'],
  ['trim_end_secnods', 'trim_end_seconds'],
  ['end_seconds', 'trim_end_seconds'],
  ['exports', 'export'],
  ['replacements', 'phrase_replacements'],
  ['url', undefined],
  ['color', undefined],
  ['', undefined],
  ['\u0000', undefined],
  ['export_'.padEnd(100, 's'), 'export'],
  ['export_'.padEnd(101, 's'), undefined],
])('similarName(%j) returns %j', (name, similar) => {
  const known = ['trim_start_seconds', 'trim_end_seconds', 'export', 'project_name', 'phrase_replacements'];
  expect(similarName(name, known)).toBe(similar);
});
