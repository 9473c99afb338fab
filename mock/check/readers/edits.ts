import type { editPoints } from '../../points/edits.ts';
import { at, fillOf, listAt, wordOf } from '../../points/values.ts';
import { isSuccess } from '../../survey/asker.ts';
import { wordsIn } from '../../survey/content.ts';
import { body, exchange, inFirst, type Readers, value } from './reader.ts';

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
  'batch.code': inFirst('movePartly', 'failed_items', 'error_code'),
  'batch.details': inFirst('movePartly', 'failed_items', 'error_details', fillOf),
  'trim.itemError': inFirst('trim', 'items', 'error'),
  'trim.failedItems': exchange('trimPartly', ({ body }) => {
    return Array.isArray(at(body, 'items')) ? (listAt(body, 'items').length > 1 ? 'yes' : 'no') : undefined;
  }),
  'timeline.types': inFirst('timeline', 'items', 'type'),
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
    const [shown, cut] = [transcript, sentences.at(-1)?.body].map((each) => listAt(each, 'segments'));
    if (!shown?.length || !cut || cut.length < 2) return undefined;
    if (JSON.stringify(shown) === JSON.stringify(cut)) return 'sentence';
    if (shown.length === 1) return 'one segment';
    return shown.length === wordsIn(words.at(-1)?.body).length ? 'word' : undefined;
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
