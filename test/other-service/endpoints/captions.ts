import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { CaptionRecord, ProjectRecord, WordRecord } from '../state.ts';
import { fields } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { cutPage } from '../wire/page.ts';
import { editSuccess, listSuccess } from '../wire/success.ts';
import { caption, editedWords, type PlacedWord, word } from '../wire/word.ts';
import {
  type Call,
  type Endpoint,
  findWord,
  listIn,
  numberIn,
  projectOf,
  stringIn,
  units,
  visibleCaptions,
} from './call.ts';

export const listCaptions: Endpoint = (call) => {
  const { context, query } = call;
  const project = projectOf(call);
  const names = { more: 'has_more', largest: 100 } as const;
  const page = cutPage(context, project.captions, ({ isHidden }) => !isHidden, query, names);
  const captions = page.items.map((record) => caption(context, project, record));
  return fields(context, 'captionsList', {
    success: listSuccess(context, captions),
    captions: list(context, 'lists.captions', captions),
    pagination: page.pagination,
  });
};

export const listWords: Endpoint = (call) => {
  const { context, query } = call;
  const placed = placedWords(context, projectOf(call));
  const isMatch = matcher(query);
  const page = cutPage(context, placed, isMatch, query, { more: 'hasMore', largest: 500 });
  const words = list(
    context,
    'lists.words',
    page.items.map((each) => word(context, each)),
  );
  const totalWords = placed.filter(isMatch).length;
  return fields(context, 'wordsList', {
    success: listSuccess(context, page.items),
    ...context.pick('words.field', {
      both: { words, items: words },
      words: { words },
      items: { items: words },
      'words, items null': { words, items: null },
      'items, words null': { items: words, words: null },
    }),
    count: page.items.length,
    warnings: context.pick('words.warnings', {
      none: [],
      strings: ['2 words overlap'],
      objects: [{ code: 'overlap' }],
      null: null,
      absent: undefined,
    }),
    pagination: page.pagination,
    summary: fields(context, 'wordsSummary', { totalWords, emphasisCount: 0, hasEmphasis: false }),
    hint: '',
  });
};

export const splitWord: Endpoint = (call) => {
  const { context, body } = call;
  const texts = listIn(call, 'words').map(String);
  const { caption, word, index } = findWord(projectOf(call), stringIn(body, 'word_id'), 'word_id');
  if (texts.length === 0) throw new Refusal('invalid', 'words must not be empty', 'words');
  const isFirstKept = context.choices['split.first'] === 'yes';
  const length = (word.end - word.start) / texts.length;
  const parts = texts.map((text, position) => ({
    id: isFirstKept && position === 0 ? word.id : context.ids.next('word'),
    text,
    start: word.start + position * length,
    end: word.start + (position + 1) * length,
  }));
  caption.words.splice(index, 1, ...parts);
  return editResult(context, caption, parts, {
    deleted_word_ids: isFirstKept ? [] : [word.id],
    merged_word_id: context.pick('split.merged', { null: null, absent: undefined, '': '' }),
    split_word_ids: parts.map(({ id }) => id),
  });
};

export const mergeWords: Endpoint = (call) => {
  const { context } = call;
  const found = listIn(call, 'word_ids').map((id) => findWord(projectOf(call), id, 'word_ids'));
  const [first] = found;
  const last = found.at(-1);
  if (!first || !last || found.length < 2) throw new Refusal('invalid', 'word_ids must be two or more', 'word_ids');
  const id = context.pick('merge.id', { 'the first': first.word.id, 'a new one': context.ids.next('word') });
  const text = found.map(({ word }) => word.text).join(' ');
  const merged = { id, text, start: first.word.start, end: last.word.end };
  first.caption.words.splice(first.index, found.length, merged);
  return editResult(context, first.caption, [merged], {
    deleted_word_ids: found.map(({ word }) => word.id).filter((deleted) => deleted !== id),
    merged_word_id: id,
    split_word_ids: context.pick('merge.split', { empty: [], null: null, absent: undefined }),
  });
};

export const retimeWords: Endpoint = (call) => {
  const { context } = call;
  const project = projectOf(call);
  const updates = listIn(call, 'updates').map((update) => {
    const times = { start: numberIn(update, 'start_seconds'), end: numberIn(update, 'end_seconds') };
    if (times.end <= times.start) throw new Refusal('invalid', 'end_seconds must be later', 'updates[0].end_seconds');
    return { ...findWord(project, stringIn(update, 'word_id'), 'updates[0].word_id'), ...times };
  });
  const results = updates.map(({ caption, word, start, end }) => {
    const result = retimed(context, caption, word, { start, end });
    Object.assign(word, { start, end });
    return result;
  });
  const affected = [...new Set(updates.map(({ caption }) => caption))];
  return fields(context, 'retime', {
    success: editSuccess(context),
    updates: list(context, 'lists.updates', results),
    affected_caption_ids: affected.map(({ id }) => id),
    words: wordsOf(
      context,
      affected.flatMap(({ words }) => words),
      updates.map(({ word }) => word),
    ),
    message: '',
  });
};

function retimed(
  context: Context,
  caption: CaptionRecord,
  word: WordRecord,
  { start, end }: Pick<WordRecord, 'start' | 'end'>,
): object {
  return fields(context, 'retimedWord', {
    word_id: word.id,
    caption_id: caption.id,
    old_start_units: units(context, word.start),
    old_end_units: units(context, word.end),
    new_start_units: units(context, start),
    new_end_units: units(context, end),
    old_start_seconds: word.start,
    old_end_seconds: word.end,
    new_start_seconds: start,
    new_end_seconds: end,
  });
}

function editResult(context: Context, caption: CaptionRecord, changed: readonly WordRecord[], ids: object): object {
  return fields(context, 'wordEdit', {
    success: editSuccess(context),
    caption_id: caption.id,
    affected_caption_ids: [caption.id],
    ...ids,
    words: wordsOf(context, caption.words, changed),
    message: 'Done',
  });
}

function wordsOf(
  context: Context,
  all: readonly WordRecord[],
  changed: readonly WordRecord[],
): readonly object[] | null | undefined {
  return context.pick('edit.words', {
    caption: editedWords(context, all),
    changed: editedWords(context, changed),
    empty: [],
    null: null,
    absent: undefined,
  });
}

function placedWords(context: Context, project: ProjectRecord): PlacedWord[] {
  const placed = visibleCaptions(project).flatMap(({ id, itemId, words }) =>
    words.map((record, orderIndex) => ({ record, captionId: id, timelineItemId: itemId, orderIndex })),
  );
  const inTime = placed.map((each, sequenceIndex) => ({ ...each, sequenceIndex }));
  const byText = inTime.toSorted((a, b) => (a.record.text < b.record.text ? -1 : 1));
  return context.pick('words.order', { 'by time': inTime, 'by text': byText });
}

function matcher(query: Call['query']): (word: PlacedWord) => boolean {
  const text = query.get('match_text');
  const item = query.get('timeline_item_id');
  return ({ record, timelineItemId }) =>
    (text === null || record.text.includes(text)) && (item === null || timelineItemId === item);
}
