import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Edit, idsOf } from './edit.ts';
import { find, isWord, type Timeline } from './timeline.ts';

/** An edit that undoes or redoes another. */
interface Step {
  readonly edit: Edit;
  /** The expected values of the items and words. If the values differ, somebody else has edited the same items. */
  readonly values: string;
}

export type Way = 'undo' | 'redo';

/** The number of edits that can be undone. */
const MOST_STEPS = 100;

/** The edits that undo and redo what this page did to a project. */
export class History {
  readonly #timeline: ReadonlySignal<Timeline>;
  readonly #steps: Readonly<Record<Way, Signal<readonly Step[]>>> = { undo: signal([]), redo: signal([]) };

  constructor(timeline: ReadonlySignal<Timeline>) {
    this.#timeline = timeline;
  }

  /** Returns the next edit to send; undefined if there is none, or if somebody else has edited its items. */
  next(way: Way): Edit | undefined {
    const step = this.#steps[way].value.at(-1);
    return step && step.values === valuesOf(this.#timeline.value, step.edit) ? step.edit : undefined;
  }

  /** Says why there is no next edit. */
  reason(way: Way): string {
    const { length } = this.#steps[way].value;
    return length > 0 ? `It cannot be ${way}ne: it was edited elsewhere since.` : `There is nothing to ${way}.`;
  }

  /**
   * Records an edit after it was made.
   *
   * @param before The timeline before the edit.
   * @param way Whether the edit undid or redid another edit; undefined for a new edit.
   */
  record(edit: Edit, before: Timeline, way?: Way): void {
    const { undo, redo } = this.#steps;
    const inverse = inverseOf(edit, before);
    if (!inverse) {
      undo.value = [];
      redo.value = [];
      return;
    }
    const step = { edit: inverse, values: valuesOf(this.#timeline.value, inverse) };
    if (way) this.#steps[way].value = this.#steps[way].value.slice(0, -1);
    else redo.value = [];
    const target = way === 'undo' ? redo : undo;
    target.value = [...target.value, step].slice(-MOST_STEPS);
  }
}

/** Returns the edit that undoes an edit; undefined if the API has no such call. */
export function inverseOf(edit: Edit, before: Timeline): Edit | undefined {
  if (edit.kind === 'move') return { kind: 'move', ids: edit.ids.toReversed(), by: -edit.by };
  if (edit.kind === 'retime') {
    const words = edit.words.flatMap(({ id }) => before.wordsById.get(id) ?? []);
    return { kind: 'retime', words: words.map(({ id, start, end }) => ({ id, start, end })) };
  }
  const media = edit.kind === 'media' ? before.itemsById.get(edit.id)?.content.media : undefined;
  return edit.kind === 'media' && media ? { ...edit, volume: media.volume, opacity: media.opacity } : undefined;
}

/** Returns the values that an edit can change, for a comparison. */
function valuesOf(timeline: Timeline, edit: Edit): string {
  const values = idsOf(edit).map((id) => {
    const each = find(timeline, id);
    return each && [id, each.start, each.end, isWord(each) ? null : each.content.media];
  });
  return JSON.stringify(values.toSorted());
}
