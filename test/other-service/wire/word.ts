import type { Context } from '../context.ts';
import { units } from '../endpoints/call.ts';
import type { CaptionRecord, ProjectRecord, WordRecord } from '../state.ts';
import { fields } from './fields.ts';
import { style } from './style.ts';

export function caption(context: Context, project: ProjectRecord, record: CaptionRecord): object {
  const { start, end } = spanOf(record.words);
  const zero = context.pick('captions.wordTimes', { 'the timeline': 0, 'the caption': start });
  const spoken = record.words.map((word, index) => captionWord(context, word, index, zero));
  const words = context.pick('captions.wordOrder', { 'as spoken': spoken, reversed: spoken.toReversed() });
  return fields(context, 'caption', {
    caption_id: record.id,
    timeline_item_id: record.itemId,
    project_id: project.id,
    text: record.words.map(({ text }) => text).join(' '),
    start_units: units(context, start),
    end_units: units(context, end),
    start_seconds: start,
    end_seconds: end,
    words: context.pick('captions.words', { present: words, empty: [], null: null, absent: undefined }),
  });
}

/** Returns a word for the list of words. */
export function word(
  context: Context,
  { captionId, timelineItemId, orderIndex, sequenceIndex, record }: PlacedWord,
): object {
  return fields(context, 'word', {
    id: record.id,
    captionId,
    timelineItemId,
    word: record.text,
    orderIndex,
    sequenceIndex,
    isEmphasis: false,
    startUnits: units(context, record.start),
    endUnits: units(context, record.end),
    startSeconds: record.start,
    endSeconds: record.end,
    paragraphIndex: 0,
    style: style(context),
  });
}

export interface PlacedWord {
  readonly record: WordRecord;
  readonly captionId: string;
  readonly timelineItemId: string;
  readonly orderIndex: number;
  readonly sequenceIndex: number;
}

export function editedWords(context: Context, words: readonly WordRecord[]): object[] {
  return words.map((word, index) =>
    fields(context, 'editedWord', {
      id: word.id,
      word: word.text,
      order_index: index,
      start_units: units(context, word.start),
      end_units: units(context, word.end),
    }),
  );
}

function captionWord(context: Context, record: WordRecord, index: number, zero: number): object {
  const [start, end] = [record.start - zero, record.end - zero];
  return fields(context, 'captionWord', {
    id: record.id,
    word: record.text,
    order_index: index,
    start_units: units(context, start),
    end_units: units(context, end),
    start_seconds: start,
    end_seconds: end,
    paragraph_index: 0,
    is_emphasis: false,
    style: style(context),
  });
}

function spanOf(words: readonly WordRecord[]): { start: number; end: number } {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
}
