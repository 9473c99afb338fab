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

  test('is no longer logged after 100 different ones have been logged', async () => {
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
