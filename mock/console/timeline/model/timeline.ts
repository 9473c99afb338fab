import type { ProjectContent } from 'clipwright/mock';
import { splitIntoSegments } from '../../../words/segments.ts';
import { type SortedSpans, type Span, sortSpans } from './spans.ts';

type ItemContent = ProjectContent['items'][number];

export interface Item extends Span {
  readonly id: string;
  readonly label: string;
  readonly content: ItemContent;
}

export interface Word extends Span {
  readonly id: string;
  readonly label: string;
  readonly isEmphasis: boolean;
  readonly caption: Caption;
  /** The word's index in its caption. */
  readonly index: number;
}

/** A caption with its words. */
export interface Caption extends Span {
  readonly id: string;
  readonly itemId: string;
  readonly words: readonly Word[];
}

export interface Lane {
  readonly layer: number;
  readonly items: SortedSpans<Item>;
}

/** A project prepared for drawing, with times in seconds. */
export interface Timeline {
  /** The lanes, with the highest layer first. */
  readonly lanes: readonly Lane[];
  readonly captions: SortedSpans<Caption>;
  readonly words: SortedSpans<Word>;
  /** The words in rows, so that words of captions that overlap can be read. */
  readonly wordRows: readonly SortedSpans<Word>[];
  readonly itemsById: ReadonlyMap<string, Item>;
  readonly wordsById: ReadonlyMap<string, Word>;
  /** The time when the last item ends. */
  readonly duration: number;
  readonly unitsPerSecond: number;
}

export type Selectable = Item | Word;

export function find(timeline: Timeline, id: string): Selectable | undefined {
  return timeline.itemsById.get(id) ?? timeline.wordsById.get(id);
}

export function isWord(each: Selectable): each is Word {
  return 'caption' in each;
}

type SpanOf = (id: string, start: number, end: number) => Span;

/**
 * Prepares a project for drawing. Returns an empty timeline if the project was not read yet.
 *
 * @param moved The spans of items and words that are elsewhere than in the project.
 */
export function timelineOf(content: ProjectContent | undefined, moved?: ReadonlyMap<string, Span>): Timeline {
  const { items: contents = [], captions: captionContents = [], unitsPerSecond = 1 } = content ?? {};
  const spanOf: SpanOf = (id, start, end) =>
    moved?.get(id) ?? { start: start / unitsPerSecond, end: end / unitsPerSecond };
  const items = contents.map((each) => {
    const { id, label, start, end } = each;
    return { id, label, content: each, ...spanOf(id, start, end) };
  });
  const layers = [...new Set(contents.map(({ layer }) => layer))].sort((a, b) => b - a);
  const captions = captionContents.map((each) => captionOf(each, spanOf));
  const words = captions.flatMap((caption) => caption.words);
  return {
    lanes: layers.map((layer) => ({ layer, items: sortSpans(items.filter(({ content }) => content.layer === layer)) })),
    captions: sortSpans(captions),
    words: sortSpans(words),
    wordRows: rowsOf(captions).map((row) => sortSpans(row.flatMap((caption) => caption.words))),
    itemsById: new Map(items.map((item) => [item.id, item])),
    wordsById: new Map(words.map((word) => [word.id, word])),
    duration: items.reduce((latest, { end }) => Math.max(latest, end), 0),
    unitsPerSecond,
  };
}

/** Puts each caption into the first row in which it overlaps no other. Returns at least one row. */
function rowsOf(captions: readonly Caption[]): Caption[][] {
  const rows: { end: number; captions: Caption[] }[] = [{ end: 0, captions: [] }];
  for (const caption of captions.toSorted((a, b) => a.start - b.start)) {
    const row = rows.find(({ end }) => end <= caption.start);
    if (row) {
      row.captions.push(caption);
      row.end = caption.end;
    } else rows.push({ end: caption.end, captions: [caption] });
  }
  return rows.map((row) => row.captions);
}

function captionOf({ id, itemId, words }: ProjectContent['captions'][number], spanOf: SpanOf): Caption {
  const spans = words.map(([id, , start, end]) => spanOf(id, start, end));
  const span = { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 };
  const all: Word[] = [];
  const caption = { id, itemId, words: all, ...span };
  for (const [index, [wordId, label, start, end, isEmphasis]] of words.entries()) {
    all.push({ id: wordId, label, isEmphasis, caption, index, ...spanOf(wordId, start, end) });
  }
  return caption;
}

export interface Segment extends Span {
  readonly id: string;
  readonly words: readonly Word[];
}

/** The API's default maximum length of a segment in seconds, with some tolerance for rounding errors. */
const MOST_SECONDS = 30 + 1e-6;

/** Divides the transcript into sentences, as the API does by default. */
export function segmentsOf({ captions }: Timeline): SortedSpans<Segment> {
  const words = captions.all.flatMap((caption) => caption.words);
  const spoken = words.map((word) => ({ word: word.label, start: word.start, end: word.end, paragraph: 0, of: word }));
  const rules = { strategy: 'sentence', maxLength: MOST_SECONDS, paragraphPause: 0 } as const;
  return sortSpans(splitIntoSegments(spoken, rules).map((segment) => segmentOf(segment.map(({ of }) => of))));
}

function segmentOf(words: readonly Word[]): Segment {
  const [first, last] = [words[0], words.at(-1)];
  return { id: `from ${first?.id}`, words, start: first?.start ?? 0, end: last?.end ?? 0 };
}

/** Returns an item or a word in the API's format. Omits the style of a word. */
export function wireOf(each: Selectable, unitsPerSecond: number): object {
  const { id, label, start, end } = each;
  const seconds = { startSeconds: start, endSeconds: end };
  if (isWord(each)) {
    const { caption, index, isEmphasis } = each;
    const place = { captionId: caption.id, timelineItemId: caption.itemId, word: label, orderIndex: index };
    const units = { startUnits: Math.round(start * unitsPerSecond), endUnits: Math.round(end * unitsPerSecond) };
    return { id, ...place, isEmphasis, ...units, ...seconds };
  }
  const { type, layer, media, mediaAssetId, contentItemId } = each.content;
  const volume = type === 'caption' ? null : media.volume;
  return { id, type, label, layerIndex: layer, volume, ...seconds, mediaAssetId, contentItemId };
}
