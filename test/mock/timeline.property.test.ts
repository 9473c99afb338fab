import type { Clipwright } from 'clipwright';
import type { Mock } from 'clipwright/mock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WordState } from '../../mock/state/captions.ts';
import type { TimelineItemState } from '../../mock/state/items.ts';
import type { SavedProject } from '../../mock/state/snapshot-types.ts';
import { isFull, runs } from '../support/amount.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { openInProcess } from '../support/transports.ts';

/** A position as a fraction of a list's length: an index could become invalid when fast-check shrinks the list. */
const place = fc.double({ min: 0, max: 0.999, noNaN: true });
const seconds = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const texts = fc.array(fc.constantFrom('we', 'hard.', '“easy”', 'Is it', '日本', '—'), { minLength: 1, maxLength: 3 });
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 4 });

const change = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), moves: few(fc.record({ place, to: seconds(-0.5, 14) })) }),
  fc.record({
    kind: fc.constant('trim' as const),
    trims: few(fc.record({ place, fromStart: seconds(-0.1, 1), fromEnd: seconds(0, 1.5) })),
  }),
  fc.record({ kind: fc.constant('split' as const), place, texts }),
  fc.record({ kind: fc.constant('merge' as const), place, count: fc.integer({ min: 2, max: 3 }) }),
  fc.record({ kind: fc.constant('retime' as const), place, shift: seconds(-0.1, 0.1), stretch: seconds(0.1, 1.1) }),
  fc.record({ kind: fc.constant('correct' as const), place, count: fc.integer({ min: 1, max: 5 }), texts }),
  fc.record({ kind: fc.constant('import' as const), track: fc.constantFrom('1', '2') }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

test.each([1000, 30, 7])(
  'after any changes the timeline is consistent, at %i units per second',
  async (unitsPerSecond) => {
    const accepted = new Map<Change['kind'], number>();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const { mock, client } = openInProcess({ unitsPerSecond });
        const { id } = await seedShortSpeech(mock);
        for (const one of changes) {
          const before = await mock.snapshot();
          const done = await apply(client(), id, one, await projectOf(mock), unitsPerSecond).then(
            () => true,
            async (error: unknown) => {
              expect(error).toMatchObject({ status: 400 });
              expect(await mock.snapshot()).toEqual(before);
              return false;
            },
          );
          if (done) accepted.set(one.kind, (accepted.get(one.kind) ?? 0) + 1);
          const project = await projectOf(mock);
          expectWholeUnits([...project.items, ...wordsOf(project)]);
          expectNoOverlap(project.items);
          expectCaptionsOnTimeline(project);
          await expectActiveFromStartToEnd(client(), project, unitsPerSecond);
        }
      }),
      { numRuns: runs(80) },
    );
    if (!isFull) return;
    // The property would hold trivially if the mock rejected all changes of a kind.
    expect([...accepted.keys()].sort()).toEqual(['correct', 'import', 'merge', 'move', 'retime', 'split', 'trim']);
  },
);

async function projectOf(mock: Mock): Promise<SavedProject> {
  return (await mock.snapshot()).workspaces[0]?.projects[0] as SavedProject;
}

function wordsOf({ captions }: SavedProject): WordState[] {
  return captions.flatMap(({ words }) => words);
}

function apply(
  client: Clipwright,
  id: string,
  one: Change,
  project: SavedProject,
  units: number,
): PromiseLike<unknown> {
  const at = <T>(list: readonly T[], where: number) => list[Math.floor(where * list.length)] as T;
  const words = wordsOf(project);
  const wordsFrom = (where: number, count: number) => {
    const from = Math.floor(where * words.length);
    return words.slice(from, from + count);
  };
  switch (one.kind) {
    case 'move':
      return client.timeline.batchMove(id, {
        items: one.moves.map((move) => ({
          timeline_item_id: at(project.items, move.place).id,
          new_start_seconds: move.to,
        })),
      });
    case 'trim':
      return client.timeline.batchTrim(id, {
        items: one.trims.map((trim) => ({
          timeline_item_id: at(project.items, trim.place).id,
          trim_start_seconds: trim.fromStart,
          trim_end_seconds: trim.fromEnd,
        })),
      });
    case 'split':
      return client.captions.words.split(id, { word_id: at(words, one.place).id, words: one.texts });
    case 'merge':
      return client.captions.words.merge(id, { word_ids: wordsFrom(one.place, one.count).map((word) => word.id) });
    case 'retime': {
      const { id: word_id, start, end } = at(words, one.place);
      const start_seconds = start / units + one.shift;
      const end_seconds = start_seconds + ((end - start) / units) * one.stretch;
      return client.captions.words.retime(id, { updates: [{ word_id, start_seconds, end_seconds }] });
    }
    case 'correct':
      return client.transcript.correct(id, {
        phrase_replacements: [
          { from_words: wordsFrom(one.place, one.count).map(({ word }) => word), to_words: one.texts },
        ],
      });
    case 'import':
      return client.audio.importFromLibrary({ provider: 'p', external_id: one.track, project_id: id });
  }
}

function expectWholeUnits(spans: readonly { readonly start: number; readonly end: number }[]): void {
  for (const { start, end } of spans) {
    expect(start === 0 ? Object.is(start, 0) : Number.isSafeInteger(start) && start > 0, `start ${start}`).toBe(true);
    expect(Number.isSafeInteger(end) && end > start, `${start} to ${end}`).toBe(true);
  }
}

/** Checks that items on the same layer are never active at the same time. */
function expectNoOverlap(items: readonly TimelineItemState[]): void {
  const ordered = [...items].sort((a, b) => a.layer - b.layer || a.start - b.start);
  for (const [index, item] of ordered.entries()) {
    const before = ordered[index - 1];
    if (before?.layer === item.layer) expect(item.start).toBeGreaterThanOrEqual(before.end);
  }
}

function expectCaptionsOnTimeline({ items, captions }: SavedProject): void {
  const shown = items
    .filter(({ type }) => type === 'caption')
    .map(({ id, start, end, label }) => [id, start, end, label]);
  const said = captions.map(({ itemId, words }) => [
    itemId,
    words[0]?.start,
    words.at(-1)?.end,
    words.map(({ word }) => word).join(' '),
  ]);
  expect(shown.sort()).toEqual(said.sort());
  for (const { words } of captions) {
    for (const [index, word] of words.entries()) expect(word.start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
  }
}

async function expectActiveFromStartToEnd(
  client: Clipwright,
  { id, items }: SavedProject,
  units: number,
): Promise<void> {
  for (const item of items) {
    const isActive = async (time: number) =>
      (await client.timeline.at(id, { time_seconds: time / units })).items.some((entry) => entry.id === item.id);
    expect([await isActive(item.start), await isActive(item.end)], `${item.start} to ${item.end}`).toEqual([
      true,
      false,
    ]);
  }
}
