import { expect, test } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { openInProcess } from '../support/transports.ts';

async function open() {
  const { client, mock } = openInProcess();
  const { id } = await seedShortSpeech(mock);
  const words = async () => (await client().captions.words.list(id)).items;
  return { client: client(), mock, id, words };
}

test('captions.list lists a caption last after it was moved behind all other captions', async () => {
  const { client, id, words } = await open();
  const [first] = await words();
  await client.timeline.batchMove(id, {
    items: [{ timeline_item_id: first?.timelineItemId ?? '', new_start_seconds: 20 }],
  });
  expect((await client.captions.list(id)).items.map(({ text }) => text)).toEqual([
    'to the Moon in this decade.',
    'Not because it is easy,',
    'but because it is hard!',
    'Is it not?',
    'We choose to go',
  ]);
  expect((await words()).at(-4)).toMatchObject({ word: 'We', sequenceIndex: 19, startSeconds: 20 });
});

test('the word summary counts all words that match the filter, not only the words on the page', async () => {
  const { client, id } = await open();
  expect((await client.captions.words.list(id, { limit: 1 })).body.summary).toEqual({
    totalWords: 23,
    emphasisCount: 1,
    hasEmphasis: true,
  });
  const page = await client.captions.words.list(id, { match_text: 'is', limit: 1, offset: 1 });
  expect(page.body).toMatchObject({
    count: 1,
    hint: null,
    summary: { totalWords: 4, emphasisCount: 0, hasEmphasis: false },
  });
  expect((await client.captions.words.list(id, { match_text: 'xyz' })).body).toMatchObject({
    count: 0,
    hint: 'No word matches.',
  });
});

test('transcript.correct replaces a phrase wherever it occurs, and keeps as many word ids as possible', async () => {
  const { client, id, words } = await open();
  const before = await words();
  const result = await client.transcript.correct(id, {
    phrase_replacements: [{ from_words: ['because', 'it', 'is'], to_words: ['as', 'it', 'may', 'be'] }],
  });
  expect(result).toMatchObject({ replacements_applied: 2, updated_words: 8, updated_segments: 1 });
  const after = await words();
  expect(after.map(({ word }) => word).join(' ')).toContain('Not as it may be easy, but as it may be hard! Is it not?');
  const kept = after.filter((word) => before.some((old) => old.id === word.id));
  expect(kept).toHaveLength(23);
  expect(after.filter((word) => !kept.includes(word)).map(({ word }) => word)).toEqual(['be', 'be']);
});

test('captions.words.retime rounds the new times of a word to milliseconds', async () => {
  const { client, id, words } = await open();
  const [first] = await words();
  await client.captions.words.retime(id, {
    updates: [{ word_id: first?.id ?? '', start_seconds: 0.0504, end_seconds: 0.1006 }],
  });
  expect((await words())[0]).toMatchObject({ startUnits: 50, startSeconds: 0.05, endUnits: 101, endSeconds: 0.101 });
});
