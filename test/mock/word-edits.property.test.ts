import type { Caption, Clipwright, Word } from 'clipwright';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../support/amount.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { openInProcess } from '../support/transports.ts';

/** Positions are fractions of a list's length, because an index could become invalid when fast-check shrinks a list. */
type Edit =
  | { readonly kind: 'split'; readonly at: number; readonly words: readonly string[] }
  | { readonly kind: 'merge'; readonly at: number; readonly count: number; readonly reversed: boolean }
  | {
      readonly kind: 'retime';
      readonly at: number;
      readonly count: number;
      readonly shift: number;
      readonly stretch: number;
    }
  | { readonly kind: 'correct'; readonly at: number; readonly count: number; readonly words: readonly string[] };

// Divide whole numbers, because most doubles that fast-check generates are too close to zero to have an effect.
const at = fc.integer({ min: 0, max: 999 }).map((n) => n / 1000);
const words = fc.array(fc.constantFrom('we', 'Moon', 'hard.', 'a', '“easy”', 'to-day', 'Is it', '日本'), {
  minLength: 1,
  maxLength: 4,
});

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('split' as const), at, words }),
  fc.record({ kind: fc.constant('merge' as const), at, count: fc.integer({ min: 1, max: 4 }), reversed: fc.boolean() }),
  fc.record({
    kind: fc.constant('retime' as const),
    at,
    count: fc.integer({ min: 1, max: 3 }),
    shift: fc.integer({ min: -20, max: 20 }).map((n) => n / 20),
    stretch: fc.integer({ min: 1, max: 20 }).map((n) => n / 10),
  }),
  fc.record({ kind: fc.constant('correct' as const), at, count: fc.integer({ min: 1, max: 4 }), words }),
);

test('words, captions and transcript agree after any edits', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      const transport = openInProcess();
      const client = transport.client();
      const { id } = await seedShortSpeech(transport.mock);
      for (const one of edits) {
        const before = await client.captions.words.list(id, { limit: 500 }).toArray({ max: 1000 });
        const unchanged = await transport.mock.snapshot();
        const done = await apply(client, id, one, before).then(
          () => true,
          async (error: unknown) => {
            // An edit without enough space, for example, is rejected. A rejected edit must not change anything.
            expect(error).toMatchObject({ name: 'BadRequestError' });
            expect(await transport.mock.snapshot()).toEqual(unchanged);
            return false;
          },
        );
        if (done) accepted += 1;
      }
      await expectAgreement(client, id);
    }),
    { numRuns: runs(400) },
  );
  // The property would hold trivially if the mock rejected most edits.
  expect(accepted).toBeGreaterThan(runs(400));
});

async function apply(client: Clipwright, id: string, edit: Edit, all: readonly Word[]): Promise<unknown> {
  const from = Math.floor(edit.at * all.length);
  switch (edit.kind) {
    case 'split':
      return client.captions.words.split(id, { word_id: all[from]?.id ?? '', words: [...edit.words] });
    case 'merge': {
      const ids = all.slice(from, from + edit.count).map((word) => word.id);
      return client.captions.words.merge(id, { word_ids: edit.reversed ? ids.reverse() : ids });
    }
    case 'retime':
      return client.captions.words.retime(id, {
        updates: all.slice(from, from + edit.count).map((word) => {
          const start = Number(word.startSeconds) + edit.shift;
          const length = Number(word.endSeconds) - Number(word.startSeconds);
          return { word_id: word.id, start_seconds: start, end_seconds: start + length * edit.stretch };
        }),
      });
    case 'correct':
      return client.transcript.correct(id, {
        phrase_replacements: [
          { from_words: all.slice(from, from + edit.count).map(({ word }) => word), to_words: [...edit.words] },
        ],
      });
  }
}

async function expectAgreement(client: Clipwright, id: string): Promise<void> {
  const words = await client.captions.words.list(id, { limit: 7 }).toArray({ max: 1000 });
  const captions = await client.captions.list(id, { limit: 2 }).toArray({ max: 1000 });
  expect(words.map(({ sequenceIndex }) => sequenceIndex)).toEqual(words.map((_, index) => index));
  for (const [index, word] of words.entries()) {
    expect(word.startUnits).toBeGreaterThanOrEqual(words[index - 1]?.endUnits ?? 0);
    expect(word.endUnits).toBeGreaterThan(word.startUnits ?? Number.NaN);
    expect([word.startSeconds, word.endSeconds]).toEqual([
      Number(word.startUnits) / 1000,
      Number(word.endUnits) / 1000,
    ]);
  }
  expect(captions.flatMap((caption) => caption.words?.map((word) => word.id))).toEqual(words.map((word) => word.id));
  for (const caption of captions) expectCaption(caption, words);
  for (const strategy of ['sentence', 'paragraph', 'time-window'] as const) {
    const transcript = await client.transcript.segments(id, { chunk_strategy: strategy, max_chunk_seconds: 5 });
    expect(transcript.segments.map(({ text }) => text).join(' ')).toBe(captions.map(({ text }) => text).join(' '));
    expect(transcript.totalWords).toBe(words.length);
    expect(transcript.segments.reduce((sum, segment) => sum + (segment.wordCount ?? 0), 0)).toBe(words.length);
  }
}

function expectCaption(caption: Caption, words: readonly Word[]): void {
  const own = words.filter(({ captionId }) => captionId === caption.caption_id);
  expect(own.map(({ orderIndex }) => orderIndex)).toEqual(own.map((_, index) => index));
  expect(caption.words?.map(({ order_index }) => order_index)).toEqual(own.map((_, index) => index));
  expect(caption.text).toBe(own.map(({ word }) => word).join(' '));
  expect([caption.start_units, caption.end_units]).toEqual([own[0]?.startUnits, own.at(-1)?.endUnits]);
  expect(own.map(({ timelineItemId }) => timelineItemId)).toEqual(own.map(() => caption.timeline_item_id));
}
