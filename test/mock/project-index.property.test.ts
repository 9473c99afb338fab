import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HttpError } from '../../mock/api/http-error.ts';
import { listWords } from '../../mock/services/captions.ts';
import type { Context } from '../../mock/services/context.ts';
import { readSnapshot, takeSnapshot } from '../../mock/state/snapshot.ts';
import type { ProjectState } from '../../mock/state/types.ts';
import { Workspace } from '../../mock/state/workspace.ts';
import { edits, longProject } from './support/project-edits.ts';

const fraction = fc.nat({ max: 999 }).map((n) => n / 1000);
const edit = fc.record({
  name: fc.constantFrom(...Object.keys(edits)),
  place: fc.record({ caption: fraction, word: fraction, to: fraction }),
});

test('after any sequence of edits each index of a project equals one built anew', () => {
  const accepted = new Set<string>();
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (sequence) => {
      const { workspace, project, context } = longProject(80);
      const wordIds = new Set<string>();
      for (const { name, place } of sequence) {
        if (project.captions.totals.captions === 0) break;
        if (isAccepted(() => edits[name]?.(project, context, place))) accepted.add(name);
        for (const { words } of project.captions) for (const { id } of words) wordIds.add(id);
      }
      const [state] = readSnapshot(takeSnapshot(0, [workspace])).states;
      if (!state) throw new Error('The snapshot has no workspace.');
      const anew = new Workspace(state, 'seed');
      const known = [...wordIds];
      expect(found(project, known, context)).toEqual(
        found(anew.project(project.id), known, { ...context, workspace: anew }),
      );
    }),
    { numRuns: 300 },
  );
  // Were all edits of a kind refused, the property would hold for the wrong reason.
  expect([...accepted].sort()).toEqual(Object.keys(edits).sort());
});

function isAccepted(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(HttpError);
    return false;
  }
}

/** All that the indexes of a project find. */
function found({ id, items, captions }: ProjectState, wordIds: readonly string[], context: Context) {
  const allItems = [...items];
  const allCaptions = [...captions];
  const offsets = Array.from({ length: captions.totals.words + 1 }, (_, offset) => offset);
  const path = { projectId: id };
  return {
    allItems,
    allCaptions,
    end: items.end,
    totals: captions.totals,
    items: allItems.map((item) => [items.get(item.id), items.overlapping(item), items.firstFreeLayer(item, 0)]),
    captions: allCaptions.map((caption) => [captions.ofItem(caption.itemId), captions.wordsBefore(caption)]),
    captionsFrom: offsets.map((offset) => [...captions.from(offset)]),
    wordsFrom: offsets.map((offset) => listWords({ path, query: { offset, limit: 3 }, body: undefined }, context)),
    words: wordIds.map((wordId) => isAccepted(() => captions.requireWord(wordId, 'word_id'))),
    locations: allCaptions.flatMap(({ words }) => words.map((word) => captions.requireWord(word.id, 'word_id'))),
  };
}
