import type { editPoints } from '../../points/edits.ts';
import { at, fillOf, listAt, presenceOf, wordOf } from '../../points/values.ts';
import { isSuccess } from '../../survey/asker.ts';
import { wordsIn } from '../../survey/content.ts';
import { body, exchange, type Readers, value } from './reader.ts';

const listedOr = (word: string) => (value: unknown) => (Array.isArray(value) ? word : wordOf(value));

export const editReaders: Readers<typeof editPoints> = {
  'edits.success': value('move', 'success'),
  'move.items': value('move', 'items', listedOr('yes')),
  'batch.noFailures': value('move', 'failed_items', fillOf),
  'batch.success': exchange('movePartly', (partly) => wordOf(at(partly.body, 'success'))),
  'batch.allFailed': exchange('moveNothing', ({ status }) => (status < 300 ? 'result' : String(status))),
  'batch.someFailed': exchange('movePartly', ({ status }, { move }) => {
    return status === move.at(-1)?.status ? 'success status' : String(status);
  }),
  'batch.code': exchange('movePartly', ({ body }) => failureField(body, 'error_code')),
  'batch.details': exchange('movePartly', ({ body }) => {
    const [failure] = listAt(body, 'failed_items');
    return failure === undefined ? undefined : fillOf(at(failure, 'error_details'));
  }),
  'trim.itemError': body('trim', (trimmed) => {
    const [item] = listAt(trimmed, 'items');
    return item === undefined ? undefined : wordOf(at(item, 'error'));
  }),
  'trim.failedItems': exchange('trimPartly', ({ body }) => {
    return Array.isArray(at(body, 'items')) ? (listAt(body, 'items').length > 1 ? 'yes' : 'no') : undefined;
  }),
  'timeline.types': body('timeline', (timeline) => {
    const [item] = listAt(timeline, 'items');
    return item === undefined ? undefined : wordOf(at(item, 'type'));
  }),
  'timeline.end': exchange('timelineEnd', ({ body }, { timeline }) => {
    const ids = listAt(body, 'items').map((item) => at(item, 'id'));
    return ids.includes(at(listAt(timeline.at(-1)?.body, 'items')[0], 'id')) ? 'yes' : 'no';
  }),
  'media.updated': value('media', 'updated', (updated) => {
    if (typeof updated !== 'object' || updated === null) return wordOf(updated);
    return Object.keys(updated).filter((name) => name !== 'added_in_2027').length > 1 ? 'all' : 'changed';
  }),
  'media.animation': value('media', 'animationApplied'),
  'media.warnings': value('media', 'warnings', fillOf),
  'effect.type': value('color', 'effect_type'),
  'edit.words': body('split', (edited, { merge }) => {
    const merged = merge.findLast(isSuccess)?.body ?? edited;
    const [split, merging] = [listed(edited, 2), merged === edited ? listed(edited, 2) : listed(merged, 1)];
    return split === merging ? split : `${split} after a split, ${merging} after a merge`;
  }),
  'split.merged': value('split', 'merged_word_id'),
  'split.first': exchange('split', ({ body, sent }) => {
    const ids = listAt(body, 'split_word_ids');
    if (ids.length === 0) return undefined;
    return ids.includes(at(sent, 'word_id')) ? 'yes' : 'no';
  }),
  'merge.split': value('merge', 'split_word_ids', fillOf),
  'merge.id': exchange('merge', ({ body, sent }) => {
    const id = at(body, 'merged_word_id');
    if (typeof id !== 'string') return undefined;
    return listAt(sent, 'word_ids').includes(id) ? 'the first' : 'a new one';
  }),
  'transcript.strategy': body('segments', (transcript, { sentences, words }) => {
    const { length: shown } = listAt(transcript, 'segments');
    const [shownTexts, cutTexts] = [transcript, sentences.at(-1)?.body].map((each) =>
      JSON.stringify(listAt(each, 'segments')),
    );
    if (shown === 0 || listAt(sentences.at(-1)?.body, 'segments').length < 2) return undefined;
    if (shownTexts === cutTexts) return 'sentence';
    if (shown === 1) return 'one segment';
    return shown === wordsIn(words.at(-1)?.body).length ? 'word' : undefined;
  }),
  'correct.unmatched': body('correct', (correction) =>
    Number(at(correction, 'replacements_applied')) > 0
      ? fillOf(at(correction, 'unmatched_phrase_replacements'))
      : undefined,
  ),
};

/** Describes the words that an edit lists. `changed`: how many words it has made. */
function listed(edited: unknown, changed: number): string {
  const words = at(edited, 'words');
  if (!Array.isArray(words) || words.length === 0) return fillOf(words);
  return words.length > changed ? 'caption' : 'changed';
}

function failureField(body: unknown, name: string): string | undefined {
  const [failure] = listAt(body, 'failed_items');
  return failure === undefined ? undefined : presenceOf(at(failure, name)) && wordOf(at(failure, name));
}
