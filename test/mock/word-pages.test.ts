import type { Clipwright, Word } from 'clipwright';
import { expect, test } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { type OpenTransport, openInProcess } from '../support/transports.ts';

type Change = (client: Clipwright, id: string, words: readonly Word[]) => Promise<unknown>;

const changes: Record<string, Change> = {
  split: (client, id, words) => client.captions.words.split(id, { word_id: idOf(words, 0), words: ['Wir', 'beide'] }),
  merge: (client, id, words) => client.captions.words.merge(id, { word_ids: [idOf(words, 4), idOf(words, 5)] }),
  retime: (client, id, words) =>
    client.captions.words.retime(id, { updates: [{ word_id: idOf(words, 0), start_seconds: 0.1, end_seconds: 0.2 }] }),
  correct: (client, id) =>
    client.transcript.correct(id, { phrase_replacements: [{ from_words: ['in', 'this'], to_words: ['in', 'that'] }] }),
  move: (client, id, words) =>
    client.timeline.batchMove(id, {
      items: [{ timeline_item_id: words[0]?.timelineItemId ?? '', new_start_seconds: 20 }],
    }),
  trim: (client, id, words) =>
    client.timeline.batchTrim(id, {
      items: [{ timeline_item_id: words[0]?.timelineItemId ?? '', trim_end_seconds: 1 }],
    }),
};

function idOf(words: readonly Word[], at: number): string {
  return words[at]?.id ?? '';
}

/** Reads all words in pages of three, and returns the words and the pages. */
async function listed({ client }: OpenTransport, id: string) {
  const pages: unknown[] = [];
  const words: Word[] = [];
  for (let offset = 0; ; offset += 3) {
    const { data } = await client().captions.words.list(id, { limit: 3, offset }).withResponse();
    words.push(...data.items);
    pages.push(data);
    if (!data.hasMore) return { words, pages: JSON.parse(JSON.stringify(pages)) as unknown };
  }
}

/** Returns the words and pages that a new mock with the same state lists. */
async function listedByNewMock({ mock }: OpenTransport, id: string) {
  const other = openInProcess();
  await other.mock.restore(await mock.snapshot());
  return listed(other, id);
}

test.each(Object.entries(changes))(
  'pages contain the words after a %s, and the old words after a restore',
  async (_, change) => {
    const transport = openInProcess();
    const { id } = await seedShortSpeech(transport.mock);
    const saved = await transport.mock.snapshot();
    const before = await listed(transport, id);
    await change(transport.client(), id, before.words);
    const after = await listed(transport, id);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await listedByNewMock(transport, id));
    await transport.mock.restore(saved);
    expect(await listed(transport, id)).toEqual(before);
  },
);

test('the summary of a page counts all words that match the filter', async () => {
  const { mock, fetch, baseUrl } = openInProcess();
  const captions =
    'WEBVTT\n\n00:00.000 --> 00:02.000\n<b>one two</b> three\n\n00:02.000 --> 00:04.000\n<b>four</b> five\n';
  const { id } = await mock.seed.project({ name: 'x', captions });
  const get = async (query: string) =>
    (await (
      await fetch(`${baseUrl}/projects/${id}/captions/words?${query}`, { headers: { authorization: 'Bearer test' } })
    ).json()) as { items: Word[]; summary: unknown };
  const { items, summary } = await get('limit=1&offset=4');
  expect([items.map(({ word, orderIndex, sequenceIndex }) => [word, orderIndex, sequenceIndex]), summary]).toEqual([
    [['five', 1, 4]],
    { totalWords: 5, emphasisCount: 3, hasEmphasis: true },
  ]);
  expect((await get(`timeline_item_id=${items[0]?.timelineItemId}`)).summary).toEqual({
    totalWords: 2,
    emphasisCount: 1,
    hasEmphasis: true,
  });
  expect((await get('match_text=IVE')).summary).toEqual({ totalWords: 1, emphasisCount: 0, hasEmphasis: false });
});
