import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HttpError } from '../../mock/http/errors.ts';
import { listWords } from '../../mock/services/captions.ts';
import type { Context } from '../../mock/services/context.ts';
import { fromSaved, readSnapshot, takeSnapshot } from '../../mock/state/snapshot.ts';
import type { ProjectState } from '../../mock/state/types.ts';
import { Workspace } from '../../mock/state/workspace.ts';
import { isFull, runs } from '../support/amount.ts';
import { edits, longProject } from './support/project-edits.ts';

const fraction = fc.nat({ max: 999 }).map((n) => n / 1000);
const edit = fc.record({
  name: fc.constantFrom(...Object.keys(edits)),
  place: fc.record({ caption: fraction, word: fraction, to: fraction }),
});

test('after any edits, each index of a project finds the same objects as a new index', () => {
  const accepted = new Set<string>();
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (sequence) => {
      const { workspace, project, context } = longProject(60);
      const itemIds = [...project.items].map(({ id }) => id);
      const wordIds = new Set<string>();
      for (const { name, place } of sequence) {
        if (project.captions.totals.captions === 0) break;
        if (isAccepted(() => edits[name]?.(project, context, place))) accepted.add(name);
        for (const { words } of project.captions) for (const { id } of words) wordIds.add(id);
      }
      const [saved] = readSnapshot(takeSnapshot(0, [workspace])).workspaces;
      if (!saved) throw new Error('The snapshot has no workspace.');
      const anew = new Workspace(fromSaved(saved, 0), 'seed');
      const known = { itemIds, wordIds: [...wordIds] };
      expect(found(project, known, context)).toEqual(
        found(anew.project(project.id), known, { ...context, workspace: anew }),
      );
    }),
    { numRuns: runs(150) },
  );
  // The property would hold trivially if all edits of a kind were rejected.
  if (isFull) expect([...accepted].sort()).toEqual(Object.keys(edits).sort());
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

/** The ids of all items and words that ever existed. */
interface KnownIds {
  readonly itemIds: readonly string[];
  readonly wordIds: readonly string[];
}

/** Returns the results of all kinds of lookups in a project's indexes. */
function found({ id, items, captions }: ProjectState, { itemIds, wordIds }: KnownIds, context: Context) {
  const allItems = [...items];
  const allCaptions = [...captions];
  const offsets = [...Array(captions.totals.words + 1).keys()];
  const path = { projectId: id };
  return {
    allItems,
    allCaptions,
    end: items.end,
    totals: captions.totals,
    byId: itemIds.map((itemId) => [items.get(itemId), captions.ofItem(itemId)]),
    byTime: allItems.map((item) => [items.overlapping(item), items.firstFreeLayer(item, 0)]),
    wordsBefore: allCaptions.map((caption) => captions.wordsBefore(caption)),
    captionsFrom: offsets.map((offset) => captions.from(offset).next().value?.id),
    wordsFrom: offsets.map((offset) => listWords({ path, query: { offset, limit: 1 }, body: undefined }, context)),
    words: wordIds.map((wordId) => isAccepted(() => captions.requireWord(wordId, 'word_id'))),
    locations: allCaptions.flatMap(({ words }) => words.map((word) => captions.requireWord(word.id, 'word_id'))),
  };
}
