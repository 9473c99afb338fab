import { describe, expect, test } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';

interface Refused {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  readonly status?: number;
  readonly code?: string;
  readonly param?: string | null;
  readonly message?: RegExp;
}

const json = { 'content-type': 'application/json' };
const auth = { authorization: 'Bearer test' };

const invalidFields: Refused[] = [
  { name: 'a missing name', path: '/projects', body: {}, param: 'name' },
  { name: 'an empty name', path: '/projects', body: { name: '' }, param: 'name' },
  { name: 'a name of another type', path: '/projects', body: { name: 5 }, param: 'name' },
  { name: 'a name that is null', path: '/projects', body: { name: null }, param: 'name' },
  { name: 'no source', path: '/clips', body: {}, param: 'source' },
  { name: 'a source without a URL', path: '/clips', body: { source: {} }, param: 'source.video_site_url' },
  {
    name: 'a source with an invalid URL',
    path: '/clips',
    body: { source: { video_site_url: 'x' } },
    param: 'source.video_site_url',
  },
  {
    name: 'a duration of another type',
    path: '/clips',
    body: { source: { video_site_url: 'https://v.example' }, target: { max_duration_seconds: '60' } },
    param: 'target.max_duration_seconds',
  },
  {
    name: 'a minimum above the maximum',
    path: '/clips',
    body: {
      source: { video_site_url: 'https://v.example' },
      target: { min_duration_seconds: 9, max_duration_seconds: 5 },
    },
    param: 'target.min_duration_seconds',
  },
  { name: 'no items', path: '/projects/{id}/timeline/batch-move', body: {}, param: 'items' },
  {
    name: 'items that are not a list',
    path: '/projects/{id}/timeline/batch-move',
    body: { items: {} },
    param: 'items',
  },
  {
    name: 'an item without an id',
    path: '/projects/{id}/timeline/batch-move',
    body: { items: [{ new_start_seconds: 0 }] },
    param: 'items[0].timeline_item_id',
  },
  {
    name: 'a start of another type',
    path: '/projects/{id}/timeline/batch-move',
    body: { items: [{ timeline_item_id: 'x', new_start_seconds: '0' }] },
    param: 'items[0].new_start_seconds',
  },
  {
    name: 'a trim of another type',
    path: '/projects/{id}/timeline/batch-trim',
    body: { items: [{ timeline_item_id: 'x', trim_end_seconds: true }] },
    param: 'items[0].trim_end_seconds',
  },
  ...['batch-move', 'batch-trim'].flatMap((path) => [
    {
      name: `${path} with an infinite number for items`,
      path: `/projects/{id}/timeline/${path}`,
      text: '{"items":1e999}',
      param: 'items',
    },
    {
      name: `${path} with an infinite number for an item`,
      path: `/projects/{id}/timeline/${path}`,
      text: '{"items":[1e999]}',
      param: 'items[0]',
    },
    {
      name: `${path} with an infinite number for an id`,
      path: `/projects/{id}/timeline/${path}`,
      text: '{"items":[{"timeline_item_id":1e999,"new_start_seconds":1}]}',
      param: 'items[0].timeline_item_id',
    },
  ]),
  { name: 'no word id', path: '/projects/{id}/captions/words/split', body: { words: ['a'] }, param: 'word_id' },
  {
    name: 'a word that is a number',
    path: '/projects/{id}/captions/words/split',
    body: { word_id: 'w', words: [1] },
    param: 'words[0]',
  },
  { name: 'no word ids', path: '/projects/{id}/captions/words/merge', body: {}, param: 'word_ids' },
  {
    name: 'a retiming without an end',
    path: '/projects/{id}/captions/words/retime',
    body: { updates: [{ word_id: 'w', start_seconds: 1 }] },
    param: 'updates[0].end_seconds',
  },
  {
    name: 'a replacement without words',
    path: '/projects/{id}/transcript/corrections',
    body: { phrase_replacements: [{ from_words: ['a'] }] },
    param: 'phrase_replacements[0].to_words',
  },
  {
    name: 'a blank replacement',
    path: '/projects/{id}/transcript/corrections',
    body: { phrase_replacements: [{ from_words: ['a'], to_words: [' '] }] },
    param: 'phrase_replacements[0].to_words[0]',
  },
  {
    name: 'a phrase without words',
    path: '/projects/{id}/transcript/corrections',
    body: { phrase_replacements: [{ from_words: [], to_words: ['a'] }] },
    param: 'phrase_replacements[0].from_words',
  },
  { name: 'no provider', path: '/audio-library/import', body: { external_id: '1' }, param: 'provider' },
  { name: 'no prompt', path: '/generate-sound', body: {}, param: 'prompt' },
  {
    name: 'a profile id that is not a UUID',
    path: '/onboarding/logo/import',
    body: { profile_id: 'p', logo_url: 'https://l.example' },
    param: 'profile_id',
  },
  {
    name: 'an invalid logo URL',
    path: '/onboarding/logo/import',
    body: { profile_id: '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11', logo_url: 'ftp://l.example' },
    param: 'logo_url',
  },
  {
    name: 'an invalid webhook URL',
    path: '/webhooks',
    body: { url: '/hook', events: ['job.complete'] },
    param: 'url',
  },
  { name: 'no events', path: '/webhooks', body: { url: 'https://a.example', events: [] }, param: 'events' },
  {
    name: 'an unknown event',
    path: '/webhooks',
    body: { url: 'https://a.example', events: ['job.complete', 'job.begun'] },
    param: 'events[1]',
  },
  {
    name: 'an opacity out of range',
    method: 'PATCH',
    path: '/projects/{id}/timeline/media/{item}',
    body: { opacity: 1.1 },
    param: 'opacity',
  },
  {
    name: 'a volume out of range',
    method: 'PATCH',
    path: '/projects/{id}/timeline/media/{item}',
    body: { volume: -1 },
    param: 'volume',
  },
];

const unknownIds: Refused[] = [
  { name: 'an unknown project', method: 'GET', path: '/projects/none/jobs', param: 'projectId' },
  {
    name: 'an unknown project with a page of captions',
    method: 'GET',
    path: '/projects/none/captions',
    param: 'projectId',
  },
  {
    name: 'an unknown timeline item',
    method: 'PATCH',
    path: '/projects/{id}/effects/zoom/none',
    body: {},
    param: 'timelineItemId',
  },
  {
    name: 'an unknown word',
    path: '/projects/{id}/captions/words/split',
    body: { word_id: 'none', words: ['a'] },
    param: 'word_id',
  },
  {
    name: 'an unknown word among others',
    path: '/projects/{id}/captions/words/merge',
    body: { word_ids: ['{word}', 'none'] },
    param: 'word_ids[1]',
  },
  {
    name: 'an unknown word to retime',
    path: '/projects/{id}/captions/words/retime',
    body: { updates: [{ word_id: 'none', start_seconds: 0, end_seconds: 1 }] },
    param: 'updates[0].word_id',
  },
  {
    name: 'an unknown project to import to',
    path: '/audio-library/import',
    body: { provider: 'p', external_id: '1', project_id: 'none' },
    param: 'project_id',
  },
  {
    name: 'an unknown project for a sound',
    path: '/generate-sound',
    body: { prompt: 'p', project_id: 'none' },
    param: 'project_id',
  },
  { name: 'an unknown job', method: 'GET', path: '/jobs/none', param: 'jobId' },
  { name: '__proto__ as an id', method: 'GET', path: '/projects/__proto__/jobs', param: 'projectId' },
  { name: 'constructor as an id', method: 'GET', path: '/projects/constructor/jobs', param: 'projectId' },
].map((refused) => ({ ...refused, status: 404, code: 'not_found' }));

const queries: Refused[] = [
  ...[
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'limit=0x10',
    'limit=%205',
    'limit=5.',
  ].map((query) => ({
    query,
    param: 'limit',
  })),
  ...['offset=-1', 'offset=0.5', 'offset=x'].map((query) => ({ query, param: 'offset' })),
].flatMap(({ query, param }) => [
  { name: `captions?${query}`, method: 'GET', path: `/projects/{id}/captions?${query}`, param },
  {
    name: `words?${query.replace('101', '501')}`,
    method: 'GET',
    path: `/projects/{id}/captions/words?${query.replace('101', '501')}`,
    param,
  },
]);

const otherQueries: Refused[] = [
  { name: 'no time', method: 'GET', path: '/projects/{id}/timeline/at', param: 'time_seconds' },
  {
    name: 'a negative time',
    method: 'GET',
    path: '/projects/{id}/timeline/at?time_seconds=-0.1',
    param: 'time_seconds',
  },
  {
    name: 'an infinite time',
    method: 'GET',
    path: '/projects/{id}/timeline/at?time_seconds=1e999',
    param: 'time_seconds',
  },
  {
    name: 'an unknown chunk strategy',
    method: 'GET',
    path: '/projects/{id}/transcript/segments?chunk_strategy=word',
    param: 'chunk_strategy',
  },
  {
    name: 'chunks of zero length',
    method: 'GET',
    path: '/projects/{id}/transcript/segments?max_chunk_seconds=0',
    param: 'max_chunk_seconds',
  },
];

const wordEdits: Refused[] = [
  {
    name: 'a split into nothing',
    path: '/projects/{id}/captions/words/split',
    body: { word_id: '{word}', words: [] },
    param: 'words',
  },
  {
    name: 'a split into blanks',
    path: '/projects/{id}/captions/words/split',
    body: { word_id: '{word}', words: ['a', ' '] },
    param: 'words[1]',
  },
  {
    name: 'a split into too many words',
    path: '/projects/{id}/captions/words/split',
    body: { word_id: '{word}', words: Array.from({ length: 500 }, () => 'a') },
    param: 'words',
  },
  {
    name: 'a merge of a single word',
    path: '/projects/{id}/captions/words/merge',
    body: { word_ids: ['{word}'] },
    param: 'word_ids',
  },
  {
    name: 'a merge of one word twice',
    path: '/projects/{id}/captions/words/merge',
    body: { word_ids: ['{word}', '{word}'] },
    param: 'word_ids',
  },
  {
    name: 'a merge of words that are not adjacent',
    path: '/projects/{id}/captions/words/merge',
    body: { word_ids: ['{word}', '{word3}'] },
    param: 'word_ids',
  },
  {
    name: 'a merge across captions',
    path: '/projects/{id}/captions/words/merge',
    body: { word_ids: ['{word4}', '{word5}'] },
    param: 'word_ids',
  },
  {
    name: 'a retiming that ends where it starts',
    path: '/projects/{id}/captions/words/retime',
    body: { updates: [{ word_id: '{word}', start_seconds: 1, end_seconds: 1 }] },
    param: 'updates[0].end_seconds',
  },
  {
    name: 'a retiming before the start',
    path: '/projects/{id}/captions/words/retime',
    body: { updates: [{ word_id: '{word}', start_seconds: -1, end_seconds: 1 }] },
    param: 'updates[0].start_seconds',
  },
  {
    name: 'a retiming less than a unit before the start',
    path: '/projects/{id}/captions/words/retime',
    body: { updates: [{ word_id: '{word}', start_seconds: -0.0004, end_seconds: 0.2 }] },
    param: 'updates[0].start_seconds',
  },
  {
    name: 'a retiming beyond the project',
    path: '/projects/{id}/captions/words/retime',
    body: { updates: [{ word_id: '{last}', start_seconds: 12, end_seconds: 13 }] },
    param: 'updates[0].end_seconds',
  },
  {
    name: 'a retiming into the next word',
    path: '/projects/{id}/captions/words/retime',
    body: { updates: [{ word_id: '{word}', start_seconds: 0, end_seconds: 1 }] },
    param: 'updates[0].end_seconds',
  },
  {
    name: 'a retiming into the next caption',
    path: '/projects/{id}/captions/words/retime',
    body: { updates: [{ word_id: '{word4}', start_seconds: 1.8, end_seconds: 2.1 }] },
    param: 'updates[0]',
  },
  {
    name: 'a retiming of one word twice',
    path: '/projects/{id}/captions/words/retime',
    body: {
      updates: [
        { word_id: '{word}', start_seconds: 0, end_seconds: 0.1 },
        { word_id: '{word}', start_seconds: 0, end_seconds: 0.2 },
      ],
    },
    param: 'updates',
  },
  {
    name: 'a second retiming that fails',
    path: '/projects/{id}/captions/words/retime',
    body: {
      updates: [
        { word_id: '{word}', start_seconds: 0, end_seconds: 0.1 },
        { word_id: '{last}', start_seconds: 2, end_seconds: 1 },
      ],
    },
    param: 'updates[1].end_seconds',
  },
];

const bodies: Refused[] = [
  { name: 'invalid JSON', path: '/projects', text: '{name', param: null, message: /not valid JSON/ },
  { name: 'no body', path: '/projects', text: '', param: null, message: /needs a JSON object/ },
  { name: 'a list as the body', path: '/projects', body: [], param: null, message: /must be an object, not an array/ },
  { name: 'null as the body', path: '/projects', body: null, param: null, message: /must be an object, not null/ },
  {
    name: 'a string as the body',
    path: '/projects',
    body: 'name',
    param: null,
    message: /must be an object, not a string/,
  },
  {
    name: 'a body nested too deeply',
    path: '/projects',
    text: `{"name":"x","deep":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    param: null,
    message: /nested deeper/,
  },
  {
    name: 'nearly as many wrong values as a body can contain',
    path: '/projects/{id}/captions/words/merge',
    body: { word_ids: Array(49_990).fill(0) },
    param: 'word_ids[0]',
  },
  {
    name: 'a body of too many values',
    path: '/projects/{id}/captions/words/merge',
    body: { word_ids: Array(50_001).fill(0) },
    param: null,
    message: /more than 50000 values/,
  },
  {
    name: 'a body too large',
    path: '/projects',
    body: { name: 'x'.repeat(1_048_576) },
    status: 413,
    code: 'payload_too_large',
    param: null,
  },
  {
    name: 'a form',
    path: '/projects',
    text: 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'unsupported_media_type',
    param: 'Content-Type',
  },
];

const keys: Refused[] = ['short', 'x'.repeat(201), 'white space', 'slash/key'].map((key) => ({
  name: `the Idempotency-Key ${key.slice(0, 20)}`,
  path: '/projects',
  body: { name: 'x' },
  headers: { 'idempotency-key': key },
  param: 'Idempotency-Key',
}));

const credentials: Refused[] = [
  {},
  { authorization: '' },
  { authorization: 'Bearer ' },
  { authorization: 'Basic dGVzdA==' },
  { authorization: 'test' },
].map((headers) => ({
  name: `credentials ${JSON.stringify(headers)}`,
  path: '/projects',
  body: { name: 'x' },
  headers: { authorization: '', ...headers },
  status: 401,
  code: 'unauthorized',
  param: null,
}));

const paths: Refused[] = [
  {
    name: 'an unknown path',
    path: '/project',
    body: {},
    status: 404,
    code: 'not_found',
    param: null,
    message: /nearest path is \/api\/v1\/projects\./,
  },
  {
    name: 'an unknown path with the last segment of another',
    path: '/jobs',
    body: {},
    status: 404,
    code: 'not_found',
    param: null,
    message: /nearest path is \/api\/v1\/projects\/\{projectId\}\/jobs\./,
  },
  {
    name: 'a long unknown path, of which the message shows 200 characters',
    path: `/${'x'.repeat(1_000)}`,
    body: {},
    status: 404,
    code: 'not_found',
    param: null,
    message: /^The path \/api\/v1\/x{192} does not exist\./,
  },
  {
    name: 'a path without the base',
    path: '/../../projects',
    body: { name: 'x' },
    status: 404,
    code: 'not_found',
    param: null,
  },
  { name: 'a path of another version', path: '/../v2/projects', body: {}, status: 404, code: 'not_found', param: null },
  {
    name: 'a wrong method',
    method: 'DELETE',
    path: '/projects',
    status: 405,
    code: 'method_not_allowed',
    param: null,
    message: /accepts POST, not DELETE/,
  },
];

const all = [invalidFields, unknownIds, queries, otherQueries, wordEdits, bodies, keys, credentials, paths].flat();

forEachTransport('rejected requests', (open) => {
  test('get the expected error and change nothing', async () => {
    const transport = await open();
    const ids = await seedIds(transport);
    for (const refused of all) {
      const before = await transport.mock.snapshot();
      const response = await send(transport, refused, ids);
      const { error } = (await response.json()) as {
        error: { code: string; param: string | null; message: string; doc_url: string };
      };
      expect({ name: refused.name, status: response.status, code: error.code, param: error.param }).toEqual({
        name: refused.name,
        status: refused.status ?? 400,
        code: refused.code ?? 'invalid_request',
        param: refused.param,
      });
      expect(error.message).toMatch(refused.message ?? /./);
      expect(error.doc_url).toBe(`${new URL(transport.baseUrl).origin}/docs/errors#${error.code}`);
      expect(response.headers.get('x-request-id')).toMatch(/^req-\d+$/);
      expect(await transport.mock.snapshot(), refused.name).toEqual(before);
    }
  });
});

describe('an error response', () => {
  test('lists the allowed methods if its status is 405', async () => {
    const { fetch, baseUrl } = openInProcess();
    const response = await fetch(`${baseUrl}/projects/p/jobs`, { method: 'POST', headers: auth });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('names the authentication scheme if its status is 401, and does not show an unknown key', async () => {
    const { fetch, baseUrl } = openInProcess({ apiKeys: ['first', 'second'] });
    const refused = await fetch(`${baseUrl}/projects`, {
      method: 'POST',
      headers: { ...json, authorization: 'Bearer third' },
      body: '{"name":"x"}',
    });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.text()).not.toContain('third');
    const accepted = await fetch(`${baseUrl}/projects`, {
      method: 'POST',
      headers: { ...json, authorization: 'bearer second' },
      body: '{"name":"x"}',
    });
    expect(accepted.status).toBe(201);
  });

  test('is returned for a body of more than maxBodyBytes, but not for a body of exactly maxBodyBytes', async () => {
    const { fetch, baseUrl } = openInProcess({ maxBodyBytes: 20 });
    const sizes = ['12345678', '123456789'].map((name) => JSON.stringify({ name }));
    expect(sizes.map(({ length }) => length)).toEqual([19, 20]);
    const post = (body: string) =>
      fetch(`${baseUrl}/projects`, { method: 'POST', headers: { ...json, ...auth }, body });
    expect((await post(sizes[1] ?? '')).status).toBe(201);
    expect((await post(`${sizes[1]} `)).status).toBe(413);
  });

  test('is not sent for the fields `__proto__` and `constructor`, which do not change any prototype', async () => {
    const transport = openInProcess();
    const { id } = await seedShortSpeech(transport.mock);
    const item = (await transport.client().timeline.at(id, { time_seconds: 0 })).items[0]?.id ?? '';
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"opacity":0.5}';
    for (const path of [`timeline/media/${item}`, `effects/zoom/${item}`]) {
      const response = await transport.fetch(`${transport.baseUrl}/projects/${id}/${path}`, {
        method: 'PATCH',
        headers: { ...json, ...auth },
        body: hostile,
      });
      expect(response.status).toBe(200);
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(await transport.mock.snapshot()).toEqual(JSON.parse(JSON.stringify(await transport.mock.snapshot())));
  });
});

async function seedIds(transport: OpenTransport): Promise<Record<string, string>> {
  const { id } = await seedShortSpeech(transport.mock);
  const { items } = await transport.client().timeline.at(id, { time_seconds: 0 });
  const { items: words } = await transport.client().captions.words.list(id);
  const wordAt = (index: number) => words.at(index)?.id ?? '';
  return {
    id,
    item: items[0]?.id ?? '',
    word: wordAt(0),
    word3: wordAt(2),
    word4: wordAt(3),
    word5: wordAt(4),
    last: wordAt(-1),
  };
}

function send({ fetch, baseUrl }: OpenTransport, refused: Refused, ids: Record<string, string>): Promise<Response> {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
  const { method = 'POST', text = refused.body === undefined ? undefined : JSON.stringify(refused.body) } = refused;
  const body = text === undefined ? {} : { body: fill(text) };
  return fetch(baseUrl + fill(refused.path), { method, headers: { ...auth, ...json, ...refused.headers }, ...body });
}
