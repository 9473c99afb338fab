import { expect, test } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, type OpenTransport } from '../support/transports.ts';

async function open(openTransport: () => Promise<OpenTransport>) {
  const transport = await openTransport();
  const client = transport.client();
  const { id } = await seedShortSpeech(transport.mock);
  const words = (await client.captions.words.list(id)).items;
  const wordId = (text: string) => words.find(({ word }) => word === text)?.id ?? '';
  const show = async () =>
    (await client.captions.list(id)).items.map(({ text, start_seconds, end_seconds }) => [
      text,
      start_seconds,
      end_seconds,
    ]);
  return { transport, client, id, words, wordId, show };
}

forEachTransport('the words of a project', (openTransport) => {
  test('a split divides the time in proportion to the letters, assigns new ids, and keeps emphasis and style', async () => {
    const { client, id, wordId } = await open(openTransport);
    const moon = wordId('Moon');
    const before = (await client.captions.words.list(id, { match_text: 'moon' })).items[0];
    const result = await client.captions.words.split(id, { word_id: moon, words: ['Moo', 'n'] });
    expect(result.deleted_word_ids).toEqual([moon]);
    expect(result.merged_word_id).toBeNull();
    expect(result.affected_caption_ids).toEqual([result.caption_id]);

    const after = (await client.captions.words.list(id)).items.filter(({ id: one }) =>
      result.split_word_ids?.includes(one),
    );
    expect(after.map(({ word, isEmphasis }) => [word, isEmphasis])).toEqual([
      ['Moo', true],
      ['n', true],
    ]);
    expect(after.map(({ style }) => style)).toEqual([before?.style, before?.style]);
    expect([after[0]?.startUnits, after[1]?.endUnits]).toEqual([before?.startUnits, before?.endUnits]);
    expect(after[0]?.endUnits).toBe(after[1]?.startUnits);
    const length = (index: number) => Number(after[index]?.endUnits) - Number(after[index]?.startUnits);
    expect(Math.round(length(0) / length(1))).toBe(3);
    expect(result.words?.map(({ word, order_index }) => [word, order_index])).toEqual(
      ['to', 'the', 'Moo', 'n', 'in', 'this', 'decade.'].map((word, index) => [word, index]),
    );
  });

  test('a merge joins neighbors in any order, and keeps the id of the first word', async () => {
    const { client, id, wordId, words, show } = await open(openTransport);
    const [is, because] = [wordId('is'), wordId('because')];
    const it = wordId('it');
    const result = await client.captions.words.merge(id, { word_ids: [is, because, it] });
    expect(result.merged_word_id).toBe(because);
    expect(result.deleted_word_ids).toEqual([it, is]);
    const merged = (await client.captions.words.list(id, { match_text: 'because it is' })).items;
    expect(merged).toMatchObject([
      {
        id: because,
        startUnits: words.find(({ id: one }) => one === because)?.startUnits,
        endUnits: words.find(({ id: one }) => one === is)?.endUnits,
      },
    ]);
    expect(await show()).toContainEqual(['Not because it is easy,', 7, 9]);

    await client.captions.words.merge(id, { word_ids: [wordId('the'), wordId('Moon')] });
    expect((await client.captions.words.list(id, { match_text: 'moon' })).items).toMatchObject([
      { word: 'the Moon', isEmphasis: true },
    ]);
  });

  test('a retiming can move several words in one call, with the caption and its item', async () => {
    const { client, id, words, show } = await open(openTransport);
    const [we, choose] = words;
    const result = await client.captions.words.retime(id, {
      updates: [
        { word_id: choose?.id ?? '', start_seconds: 0.9, end_seconds: 1.0004 },
        { word_id: we?.id ?? '', start_seconds: 0.2, end_seconds: 0.9 },
      ],
    });
    expect(result.updates?.[1]).toEqual({
      word_id: we?.id,
      caption_id: we?.captionId,
      old_start_units: 0,
      old_end_units: we?.endUnits,
      new_start_units: 200,
      new_end_units: 900,
      old_start_seconds: 0,
      old_end_seconds: we?.endSeconds,
      new_start_seconds: 0.2,
      new_end_seconds: 0.9,
    });
    expect(result.updates?.[0]).toMatchObject({ new_end_units: 1000, new_end_seconds: 1 });
    expect((await show())[0]).toEqual(['We choose to go', 0.2, 2]);
    expect((await client.timeline.at(id, { time_seconds: 0.1 })).items.map(({ type }) => type)).toEqual([
      'video',
      'audio',
    ]);
    expect((await client.timeline.at(id, { time_seconds: 0.2 })).items.at(-1)).toMatchObject({
      type: 'caption',
      startSeconds: 0.2,
    });
  });

  test('a correction changes the captions, keeps punctuation and can span captions', async () => {
    const { client, id, show } = await open(openTransport);
    const result = await client.transcript.correct(id, {
      phrase_replacements: [
        { from_words: ['GO', 'to'], to_words: ['fly', 'off', 'to'] },
        { from_words: ['easy'], to_words: ['simple'] },
        { from_words: ['HARD'], to_words: ['tough'], match_case: true },
        { from_words: ['hard'], to_words: ['very', 'tough'] },
        { from_words: ['decade', 'not'], to_words: ['never'] },
      ],
    });
    expect(result).toMatchObject({
      success: true,
      replacements_applied: 3,
      updated_words: 6,
      updated_segments: 2,
      unmatched_phrase_replacements: [
        { from_words: ['HARD'], to_words: ['tough'], match_case: true },
        { from_words: ['decade', 'not'], to_words: ['never'], match_case: false },
      ],
    });
    expect((await show()).map(([text]) => text)).toEqual([
      'We choose to fly off',
      'to the Moon in this decade.',
      'Not because it is simple,',
      'but because it is very tough!',
      'Is it not?',
    ]);
    expect((await client.transcript.segments(id)).segments.map(({ text }) => text)).toEqual([
      'We choose to fly off to the Moon in this decade.',
      'Not because it is simple, but because it is very tough!',
      'Is it not?',
    ]);
  });

  test('a correction counts the sentences that it changes, however far apart the changes are', async () => {
    const { transport, client } = await open(openTransport);
    const cue = (text: string, at: number) => `00:00:${10 + at}.000 --> 00:00:${11 + at}.000\n${text}`;
    const changed = async (...texts: readonly string[]) => {
      const captions = `WEBVTT\n\n${texts.map(cue).join('\n\n')}\n`;
      const { id } = await transport.mock.seed.project({ name: 'Sentences', captions });
      const phrase_replacements = [
        { from_words: ['old'], to_words: ['new'] },
        { from_words: ['new', 'word'], to_words: ['newer'] },
      ];
      return (await client.transcript.correct(id, { phrase_replacements })).updated_segments;
    };
    expect(await changed('an old', 'word and', 'so', 'on and', 'an old', 'word')).toBe(1);
    expect(await changed('an old', 'word and', 'so.', 'on and', 'an old', 'word')).toBe(2);
    expect(await changed('an old', 'word.', 'So', 'on', 'and', 'an old', 'word')).toBe(2);
    expect(await changed('an old', 'word and', 'so', 'on', 'and. An', 'old', 'word. An old word')).toBe(3);
  });

  test('a correction treats a merged word as a single word, and removes a caption that has no words left', async () => {
    const { client, id, words, show } = await open(openTransport);
    await client.captions.words.merge(id, { word_ids: [words[4]?.id ?? '', words[5]?.id ?? ''] });
    const result = await client.transcript.correct(id, {
      phrase_replacements: [
        { from_words: ['to', 'the'], to_words: ['x'] },
        { from_words: ['to the'], to_words: ['onto'] },
        { from_words: ['Is', 'it', 'not'], to_words: ['No'] },
      ],
    });
    expect(result.unmatched_phrase_replacements).toHaveLength(1);
    expect((await show()).slice(1, 2)).toEqual([['onto Moon in this decade.', 2, 4]]);
    expect((await show()).at(-1)).toEqual(['No?', 11.5, 12.5]);

    await client.transcript.correct(id, {
      phrase_replacements: [
        { from_words: ['We', 'choose', 'to', 'go', 'onto', 'Moon', 'in', 'this', 'decade'], to_words: ['stay'] },
      ],
    });
    expect((await show()).map(([text]) => text)).toEqual([
      'stay.',
      'Not because it is easy,',
      'but because it is hard!',
      'No?',
    ]);
    expect(await client.captions.list(id)).toMatchObject({ total: 4 });
  });

  test('an empty replacement deletes the phrase, and the caption and its timeline item if no words are left', async () => {
    const { client, id, words, show } = await open(openTransport);
    const result = await client.transcript.correct(id, {
      phrase_replacements: [
        { from_words: ['Not', 'because', 'it', 'is', 'easy'], to_words: [] },
        { from_words: ['is', 'hard'], to_words: [] },
        { from_words: ['we'], to_words: [] },
        { from_words: ['absent'], to_words: [] },
      ],
    });
    expect(result).toMatchObject({
      success: true,
      replacements_applied: 3,
      updated_words: 0,
      updated_segments: 0,
      unmatched_phrase_replacements: [{ from_words: ['absent'], to_words: [], match_case: false }],
    });
    const left = [
      ['choose to go', words[1]?.startSeconds, 2],
      ['to the Moon in this decade.', 2, 4],
      ['but because it', 9, words[17]?.endSeconds],
      ['Is it not?', 11.5, 12.5],
    ];
    expect(await show()).toEqual(left);
    const { segments } = await client.transcript.segments(id, { chunk_strategy: 'paragraph' });
    expect(segments.map(({ text }) => text)).toEqual([
      'choose to go to the Moon in this decade.',
      'but because it Is it not?',
    ]);
    expect((await client.captions.list(id)).total).toBe(4);
    expect((await client.captions.words.list(id)).items.map(({ word }) => word).join(' ')).toBe(
      left.map(([text]) => text).join(' '),
    );

    const gone = words[10]?.timelineItemId ?? '';
    const items = [{ timeline_item_id: gone, new_start_seconds: 20 }];
    expect((await client.timeline.batchMove(id, { items })).failed_items).toMatchObject([{ timeline_item_id: gone }]);
    expect((await client.timeline.at(id, { time_seconds: 8 })).items.map(({ type }) => type)).toEqual([
      'video',
      'audio',
    ]);
    await expect(client.captions.words.split(id, { word_id: words[10]?.id ?? '', words: ['x'] })).rejects.toMatchObject(
      {
        status: 404,
      },
    );
  });

  test('a transcript without words is empty, and can be restored from a snapshot', async () => {
    const { client, id, words, transport } = await open(openTransport);
    const { mock } = transport;
    const saved = await mock.snapshot();
    const texts = words.map(({ word }) => word);
    const phrase_replacements = [...new Set(texts)].map((word) => ({ from_words: [word], to_words: [] }));
    await client.transcript.correct(id, { phrase_replacements });
    expect((await client.captions.list(id)).total).toBe(0);
    expect(await client.transcript.segments(id)).toMatchObject({ totalSegments: 0, totalWords: 0, segments: [] });
    await mock.restore(await mock.snapshot());
    expect((await client.captions.words.list(id)).total).toBe(0);
    await mock.restore(saved);
    expect((await client.captions.words.list(id)).items.map(({ word }) => word)).toEqual(texts);
  });

  test('a phrase in a single array element does not match, and the message says how to pass it', async () => {
    const { client, id } = await open(openTransport);
    const correct = (...from_words: string[]) =>
      client.transcript.correct(id, { phrase_replacements: [{ from_words, to_words: ['stay'] }] });
    expect(await correct('to go')).toMatchObject({
      unmatched_phrase_replacements: [{ from_words: ['to go'] }],
      message:
        '0 replacements applied. Unless "to go" is one merged word, pass each of its words as a separate element of from_words.',
    });
    expect((await correct('absent')).message).toBe('0 replacements applied.');
    expect((await correct('to', 'go')).message).toBe('1 replacement applied.');
  });

  test('words are filtered by item and by text (ignoring case), and the total only counts matches', async () => {
    const { client, id, words } = await open(openTransport);
    const item = words[4]?.timelineItemId ?? '';
    const call = client.captions.words.list(id, { timeline_item_id: item, match_text: 'T', limit: 2 });
    const page = await call;
    expect(page.items.map(({ word, orderIndex, sequenceIndex }) => [word, orderIndex, sequenceIndex])).toEqual([
      ['to', 0, 4],
      ['the', 1, 5],
    ]);
    expect([page.total, page.hasMore, page.limit]).toEqual([3, true, 2]);
    expect(
      (await client.captions.words.list(id, { match_text: 'moon' })).items.map(({ isEmphasis }) => isEmphasis),
    ).toEqual([true]);
    expect(await client.captions.words.list(id, { timeline_item_id: 'none' })).toMatchObject({
      items: [],
      total: 0,
      hasMore: false,
    });
  });
});

forEachTransport('segments', (openTransport) => {
  test.each([
    [
      'sentence',
      undefined,
      ['We choose to go to the Moon in this decade.', 'Not because it is easy, but because it is hard!', 'Is it not?'],
    ],
    [
      'paragraph',
      undefined,
      ['We choose to go to the Moon in this decade.', 'Not because it is easy, but because it is hard! Is it not?'],
    ],
    [
      'time-window',
      undefined,
      ['We choose to go to the Moon in this decade. Not because it is easy, but because it is hard! Is it not?'],
    ],
    [
      'time-window',
      4,
      ['We choose to go to the Moon in this decade.', 'Not because it is easy, but because it is hard!', 'Is it not?'],
    ],
    [
      'sentence',
      2,
      [
        'We choose to go',
        'to the Moon in this decade.',
        'Not because it is easy,',
        'but because it is hard!',
        'Is it not?',
      ],
    ],
  ] as const)('are cut by %s with max_chunk_seconds %s', async (chunk_strategy, max_chunk_seconds, texts) => {
    const { client, id } = await open(openTransport);
    const query = max_chunk_seconds === undefined ? { chunk_strategy } : { chunk_strategy, max_chunk_seconds };
    const result = await client.transcript.segments(id, query);
    expect(result.segments.map(({ text }) => text)).toEqual(texts);
    expect(result.totalSegments).toBe(texts.length);
    for (const { durationSeconds, startSeconds, endSeconds } of result.segments) {
      expect(durationSeconds).toBeCloseTo(Number(endSeconds) - Number(startSeconds), 9);
      expect(durationSeconds).toBeLessThanOrEqual(max_chunk_seconds ?? 30);
    }
  });

  test('can be exactly as long as the limit', async () => {
    const { client, id, words } = await open(openTransport);
    await client.captions.words.split(id, { word_id: words[0]?.id ?? '', words: ['We', 'do'] });
    await client.captions.words.retime(id, {
      updates: [
        { word_id: (await client.captions.words.list(id)).items[1]?.id ?? '', start_seconds: 0.9, end_seconds: 1.001 },
        ...words.slice(1, 4).map((word, index) => ({
          word_id: word.id,
          start_seconds: 1.1 + index / 10,
          end_seconds: 1.2 + index / 10,
        })),
      ],
    });
    const textAt = async (max_chunk_seconds: number) =>
      (await client.transcript.segments(id, { max_chunk_seconds })).segments[0]?.text;
    // In JavaScript, 1.001 times 1000 is 1000.9999999999999, which must count as 1001 units.
    expect(await textAt(1.001)).toBe('We do');
    expect(await textAt(1.0009)).toBe('We');
  });

  test('contain only one word if every word is longer than the limit', async () => {
    const { client, id } = await open(openTransport);
    const { segments } = await client.transcript.segments(id, { max_chunk_seconds: 0.001 });
    expect(segments).toHaveLength(23);
    expect(segments.every(({ wordCount }) => wordCount === 1)).toBe(true);
  });
});
