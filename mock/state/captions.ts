import { unknownId } from '../http/errors.ts';
import type { TimedWord } from '../words/cues.ts';
import { normalizeWord } from '../words/phrases.ts';
import type { Span } from '../words/timing.ts';
import { compareIds } from './ids.ts';
import { OrderedTree, type TreeRules } from './ordered-tree.ts';

/** A caption. Its words determine its text and span. `updateItem` copies both to the timeline item. */
export interface CaptionState {
  readonly id: string;
  readonly itemId: string;
  readonly words: readonly WordState[];
}

export interface WordState extends TimedWord {
  readonly id: string;
}

export interface WordLocation {
  readonly caption: CaptionState;
  readonly word: WordState;
  readonly index: number;
}

export interface CaptionTotals {
  readonly captions: number;
  readonly words: number;
  readonly emphasized: number;
}

interface PlacedCaption {
  readonly caption: CaptionState;
  readonly start: number;
  readonly layer: number;
  readonly totals: CaptionTotals;
}

/** The captions of a project, in the order of their first words. Finds captions by item, by word and by offset. */
export class Captions {
  readonly #byItem = new Map<string, PlacedCaption>();
  /** The ids of items, by the ids of their captions. */
  readonly #itemIds = new Map<string, string>();
  readonly #words = new Map<string, WordLocation>();
  readonly #inOrder = new OrderedTree(byFirstWord);
  /** The captions by the `lowerCase` form of each word (see `normalizeWord`). Built on the first search. */
  #byText: Map<string, Set<CaptionState>> | undefined;

  get totals(): CaptionTotals {
    return this.#inOrder.sum;
  }

  [Symbol.iterator](): Generator<CaptionState> {
    return this.from(0);
  }

  /** Yields the captions, starting with the one at `offset`. */
  *from(offset: number): Generator<CaptionState> {
    for (const [{ caption }] of this.#inOrder.from(({ captions }) => captions > offset)) yield caption;
  }

  /** Yields the captions and the number of words before each. Starts with the caption of the word at `offset`. */
  *fromWord(offset: number): Generator<readonly [caption: CaptionState, wordsBefore: number]> {
    for (const [{ caption }, before] of this.#inOrder.from(({ words }) => words > offset))
      yield [caption, before.words];
  }

  itemIdOf(captionId: string): string | undefined {
    return this.#itemIds.get(captionId);
  }

  ofItem(itemId: string): CaptionState | undefined {
    return this.#byItem.get(itemId)?.caption;
  }

  /** Returns the captions that contain a word, given in lower case and without punctuation. In no particular order. */
  withText(text: string): CaptionState[] {
    if (!this.#byText) {
      this.#byText = new Map();
      for (const caption of this) addTexts(this.#byText, caption);
    }
    return [...(this.#byText.get(text) ?? [])];
  }

  /** Returns the number of words before a caption; 0 if the project does not contain it. */
  wordsBefore({ itemId }: CaptionState): number {
    const placed = this.#byItem.get(itemId);
    return placed ? this.#inOrder.sumBefore(placed).words : 0;
  }

  /** @throws HttpError 404 about `param` if there is no such word. */
  requireWord(id: string, param: string): WordLocation {
    const location = this.#words.get(id);
    if (!location) throw unknownId(param, 'word', id);
    return location;
  }

  /**
   * Adds or replaces the caption of an item. To replace a caption, call `updateItem`, which also updates the item.
   *
   * @param layer The layer of the caption's item. It orders captions that begin at the same time.
   */
  put(caption: CaptionState, layer: number): void {
    this.delete(caption.itemId);
    const placed = { caption, start: captionSpan(caption).start, layer, totals: totalsOf(caption) };
    this.#byItem.set(caption.itemId, placed);
    this.#itemIds.set(caption.id, caption.itemId);
    for (const [index, word] of caption.words.entries()) this.#words.set(word.id, { caption, word, index });
    this.#inOrder.add(placed);
    if (this.#byText) addTexts(this.#byText, caption);
  }

  delete(itemId: string): void {
    const placed = this.#byItem.get(itemId);
    if (!placed) return;
    this.#byItem.delete(itemId);
    this.#itemIds.delete(placed.caption.id);
    for (const { id } of placed.caption.words) this.#words.delete(id);
    this.#inOrder.delete(placed);
    for (const text of this.#byText ? textsOf(placed.caption) : []) {
      const captions = this.#byText?.get(text);
      captions?.delete(placed.caption);
      if (captions?.size === 0) this.#byText?.delete(text);
    }
  }
}

export function captionSpan({ words }: { readonly words: readonly Span[] }): Span {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
}

export function captionText({ words }: { readonly words: readonly { readonly word: string }[] }): string {
  return words.map(({ word }) => word).join(' ');
}

function addTexts(byText: Map<string, Set<CaptionState>>, caption: CaptionState): void {
  for (const text of textsOf(caption)) byText.set(text, (byText.get(text) ?? new Set()).add(caption));
}

function textsOf({ words }: CaptionState): string[] {
  return words.map(({ word }) => normalizeWord(word).lowerCase);
}

function totalsOf({ words }: CaptionState): CaptionTotals {
  return { captions: 1, words: words.length, emphasized: words.filter(({ emphasis }) => emphasis).length };
}

const byFirstWord: TreeRules<PlacedCaption, CaptionTotals> = {
  compare: (a, b) => a.start - b.start || a.layer - b.layer || compareIds(a.caption.itemId, b.caption.itemId),
  zero: { captions: 0, words: 0, emphasized: 0 },
  sumOf: ({ totals }) => totals,
  add: (a, b) => ({
    captions: a.captions + b.captions,
    words: a.words + b.words,
    emphasized: a.emphasized + b.emphasized,
  }),
};
