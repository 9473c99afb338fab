import { readdirSync, readFileSync } from 'node:fs';
import { assumptions } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { type ApiName, api } from '../../mock/http/api.ts';
import { type Ids, seedIds } from '../support/sample-calls.ts';
import { openInProcess } from '../support/transports.ts';

interface Refusal {
  readonly assumption: keyof typeof assumptions;
  readonly endpoint: ApiName;
  readonly param: string;
  /** The body of the request, or its query if the endpoint has no body. */
  readonly input: (ids: Ids) => object;
  /** The timeline item in the path. Default: the video. */
  readonly item?: (ids: Ids) => string;
}

const videoUrl = 'https://video.example/talk';
const target = (target: object) => ({ source: { video_site_url: videoUrl }, target });
const replacement = (from_words: string[], to_words: string[]) => ({ phrase_replacements: [{ from_words, to_words }] });
const retiming = (start_seconds: number, end_seconds: number, word = 0) => {
  return ({ words }: Ids) => ({ updates: [{ word_id: words[word], start_seconds, end_seconds }] });
};
const webhook = (url: string, events: string[]) => () => ({ url, events });
const logo = { profile_id: '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11', logo_url: 'https://logo.example/logo.png' };
/** More words than can replace one word, because each new word needs at least one unit of the old word's time. */
const many = Array.from({ length: 5000 }, () => 'x');

/** Requests that the specification allows but the services reject with 400, each with the assumption that documents it. */
const refusals: readonly Refusal[] = [
  clips('clipDurations', 'target.min_duration_seconds', target({ min_duration_seconds: -1 })),
  clips('clipDurations', 'target.max_duration_seconds', target({ max_duration_seconds: 0 })),
  clips('clipDurations', 'target.min_duration_seconds', target({ min_duration_seconds: 3, max_duration_seconds: 2 })),
  clips('source', 'source.video_site_url', { source: {} }),
  clips('source', 'source.video_site_url', { source: { video_site_url: 'video.example/talk' } }),
  media('opacity', { opacity: 2 }),
  media('volume', { volume: -1 }),
  { ...media('timelineItemId', {}), item: ({ captionItem }) => captionItem },
  split('words', []),
  split('words[1]', ['a', ' ']),
  split('words', many),
  { ...split('words[0]', ['x'.repeat(1001)]), assumption: 'wordLength' },
  {
    ...correct('phrase_replacements[0].to_words[0]', replacement(['we'], ['x'.repeat(1001)])),
    assumption: 'wordLength',
  },
  merge('word_ids', ({ words }) => words.slice(0, 1)),
  merge('word_ids', ({ words: [first = ''] }) => [first, first]),
  merge('word_ids', ({ words }) => [words[0] ?? '', words[2] ?? '']),
  merge('word_ids', ({ words }) => [words[0] ?? '', words.at(-1) ?? '']),
  retime('updates', (ids) => ({ updates: [...retiming(0, 0.1)(ids).updates, ...retiming(0, 0.1)(ids).updates] })),
  retime('updates[0].start_seconds', retiming(-1, 1)),
  retime('updates[0].end_seconds', retiming(1, 1)),
  retime('updates[0].end_seconds', retiming(0, 1000)),
  retime('updates[0].end_seconds', retiming(0, 1.9)),
  retime('updates[0].start_seconds', retiming(0.1, 0.7, 1)),
  retime('updates[0]', ({ words }) => ({ updates: [{ word_id: words[3], start_seconds: 1.8, end_seconds: 2.5 }] })),
  {
    assumption: 'maxChunkSeconds',
    endpoint: 'transcript.segments',
    param: 'max_chunk_seconds',
    input: () => ({ max_chunk_seconds: 0 }),
  },
  correct('phrase_replacements[0].from_words', replacement([], ['a'])),
  correct('phrase_replacements[0].from_words[0]', replacement([' '], ['a'])),
  correct('phrase_replacements[0].to_words[0]', replacement(['we'], [' '])),
  correct('phrase_replacements[0]', replacement(['we'], many)),
  {
    assumption: 'logo',
    endpoint: 'onboarding.importLogo',
    param: 'logo_url',
    input: () => ({ ...logo, logo_url: '/logo.png' }),
  },
  { assumption: 'logo', endpoint: 'onboarding.importLogo', param: 'replace_existing', input: () => logo },
  register('webhooks', 'url', webhook('/hook', ['job.complete'])),
  register('webhooks', 'url', webhook('https://ada:secret@app.example', ['job.complete'])),
  register('webhooks', 'events', webhook('https://app.example', [])),
  register('webhooks', 'events[0]', webhook('https://app.example', ['job.done'])),
  register('webhookUrlLength', 'url', webhook(`https://app.example/${'x'.repeat(2048)}`, ['job.complete'])),
];

test.each(refusals)('$endpoint rejects an invalid $param, as assumption $assumption documents', async (refusal) => {
  const { status, error } = await send(refusal);
  expect([status, error?.code, error?.param]).toEqual([400, 'invalid_request', refusal.param]);
  expect(assumptions[refusal.assumption].says).toMatch(new RegExp(`[\`.]${fieldOf(refusal.param)}[\`: ]`));
});

test('the requests in `refusals` cause each message of the services for invalid input, except three', async () => {
  const messages = await Promise.all(refusals.map(async (refusal) => (await send(refusal)).error?.message ?? ''));
  const unseen = messagesOfServices().filter((message) => !messages.some((seen) => message.test(seen)));
  // The tests in bounds.limits.test.ts cause these three errors.
  expect(unseen.map(String)).toEqual([
    expect.stringContaining('words in total'),
    expect.stringContaining('steps: one for each'),
    expect.stringContaining('webhooks, the most'),
  ]);
});

/** Returns a pattern for each error message in the code of the services, with `.*` for its variable parts. */
function messagesOfServices(): RegExp[] {
  const folder = new URL('../../mock/services/', import.meta.url);
  const code = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const literals = code.flatMap((text) => [...text.matchAll(/\binvalid(Param|)\(\s*[^,]+,\s*(['`])(.+?)\2/g)]);
  return literals.map(([, afterParam, , text = '']) => {
    const pattern = text.replace(/[.()[\]]/g, '\\$&').replace(/\$\{.*?\}/g, '.*');
    return new RegExp(`^${afterParam ? '\\S+ ' : ''}${pattern}`);
  });
}

function fieldOf(param: string): string {
  return (
    param
      .replace(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? ''
  );
}

async function send({ endpoint, input, item = ({ video }) => video }: Refusal) {
  const transport = openInProcess();
  const ids = await seedIds(transport);
  await transport.client().onboarding.importLogo(logo);
  const { method, path, query } = api[endpoint];
  const target = path.replace('{projectId}', ids.project).replace('{timelineItemId}', item(ids));
  const search = query ? `?${new URLSearchParams(Object.entries(input(ids)))}` : '';
  const response = await transport.fetch(`${transport.baseUrl}${target}${search}`, {
    method,
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    ...(query ? {} : { body: JSON.stringify(input(ids)) }),
  });
  const { error } = Object(await response.json());
  return { status: response.status, error };
}

function clips(assumption: Refusal['assumption'], param: string, body: object): Refusal {
  return { assumption, endpoint: 'clips.generate', param, input: () => body };
}

function media(param: string, body: object): Refusal {
  return { assumption: 'media', endpoint: 'timeline.updateMedia', param, input: () => body };
}

function split(param: string, words: readonly string[]): Refusal {
  const input = (ids: Ids) => ({ word_id: ids.words[0], words });
  return { assumption: 'split', endpoint: 'captions.words.split', param, input };
}

function merge(param: string, idsOf: (ids: Ids) => readonly string[]): Refusal {
  const input = (ids: Ids) => ({ word_ids: idsOf(ids) });
  return { assumption: 'merge', endpoint: 'captions.words.merge', param, input };
}

function retime(param: string, input: Refusal['input']): Refusal {
  return { assumption: 'retime', endpoint: 'captions.words.retime', param, input };
}

function correct(param: string, body: object): Refusal {
  return { assumption: 'corrections', endpoint: 'transcript.correct', param, input: () => body };
}

function register(assumption: Refusal['assumption'], param: string, input: Refusal['input']): Refusal {
  return { assumption, endpoint: 'webhooks.register', param, input };
}
