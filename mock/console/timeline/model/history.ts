import { type Signal, signal } from '@preact/signals';
import { type Edit, idsOf } from './edit.ts';
import { find, isWord, type Timeline } from './timeline.ts';

/** An edit that undoes or redoes another. */
interface Step {
  /** Undefined if the API has no such call. */
  readonly edit: Edit | undefined;
  /** The expected values of what the edit changes. If they differ, somebody has edited them since. */
  readonly values?: string;
}

export type Way = 'undo' | 'redo';

/** The number of edits that can be undone. */
const MOST_STEPS = 100;

/** The edits that undo and redo what this page did to a project. */
export class History {
  readonly #steps: Readonly<Record<Way, Signal<readonly Step[]>>> = { undo: signal([]), redo: signal([]) };

  /** Returns the next edit to send; undefined if there is none, or what it would change was edited since. */
  next(way: Way, timeline: Timeline): Edit | undefined {
    const step = this.#steps[way].value.at(-1);
    return step?.edit && step.values === valuesOf(timeline, step.edit) ? step.edit : undefined;
  }

  /** Removes a step that has no next edit. Returns why it has none, and whether there are earlier steps. */
  skip(way: Way): string {
    const steps = this.#steps[way];
    const step = steps.value.at(-1);
    if (!step) return `There is nothing to ${way}.`;
    steps.value = steps.value.slice(0, -1);
    const reason = step.edit ? 'it was edited since.' : 'the API has no call for it.';
    const text = `The edit cannot be ${way}ne: ${reason}`;
    return steps.value.length > 0 ? `${text} The next ${way} goes back to the one before it.` : text;
  }

  /**
   * Records an edit after it was made.
   *
   * @param before The timeline before the edit.
   * @param after The timeline after the edit.
   * @param way Whether the edit undid or redid another edit; undefined for a new edit.
   */
  record(edit: Edit, before: Timeline, after: Timeline, way?: Way): void {
    const { undo, redo } = this.#steps;
    const inverse = inverseOf(edit, before);
    const step = { edit: inverse, ...(inverse && { values: valuesOf(after, inverse) }) };
    if (way) this.#steps[way].value = this.#steps[way].value.slice(0, -1);
    else redo.value = [];
    const target = way === 'undo' ? redo : undo;
    target.value = [...target.value, step].slice(-MOST_STEPS);
  }
}

/** Returns the edit that undoes an edit; undefined if the API has no such call. */
export function inverseOf(edit: Edit, before: Timeline): Edit | undefined {
  if (edit.kind === 'move') {
    const layers = edit.ids
      .flatMap((id) => before.itemsById.get(id) ?? [])
      .map(({ id, content }) => [id, content.layer]);
    return { kind: 'move', ids: edit.ids, by: -edit.by, layers: Object.fromEntries(layers) };
  }
  if (edit.kind === 'retime') {
    const words = edit.words.flatMap(({ id }) => before.wordsById.get(id) ?? []);
    return { kind: 'retime', words: words.map(({ id, start, end }) => ({ id, start, end })) };
  }
  const media = edit.kind === 'media' ? before.itemsById.get(edit.id)?.content.media : undefined;
  return edit.kind === 'media' && media ? { ...edit, volume: media.volume, opacity: media.opacity } : undefined;
}

/** Returns the values that an edit changes, for a comparison. */
function valuesOf(timeline: Timeline, edit: Edit): string {
  const values = idsOf(edit).map((id) => {
    const each = find(timeline, id);
    if (!each) return undefined;
    if (isWord(each)) return [id, each.start, each.end];
    return [id, edit.kind === 'move' ? each.start : each.content.media];
  });
  return JSON.stringify(values.toSorted());
}
