import { point } from './point.ts';

const both = 'batch-move and batch-trim';
const edit = 'Word edit result';

export const editPoints = {
  'edits.success': point('every edit', 'The value of success for a completed edit.', ['true', 'false', 'absent']),
  'move.items': point('batch-move', 'Whether the response lists the moved items.', ['yes', 'null', 'absent']),
  'batch.noFailures': point(both, 'The value of failed_items if no item failed.', ['empty', 'null', 'absent']),
  'batch.success': point(both, 'The value of success if some items failed.', ['false', 'true', 'absent']),
  'batch.allFailed': point(both, 'The response if all items failed.', ['result', '422']),
  'batch.someFailed': point(both, 'The status of the response if some items failed.', [
    'success status',
    '207',
    '422',
    '500',
  ]),
  'batch.code': point('Batch failure item', 'The values of error_code.', ['validation_error', 'NOT_FOUND', '', 'null']),
  'batch.details': point('Batch failure item', 'The value of error_details if there are no details.', [
    'filled',
    'empty',
    'null',
    'absent',
  ]),
  'trim.itemError': point('batch-trim', 'The value of error for a trimmed item.', ['null', 'absent', '']),
  'trim.failedItems': point('batch-trim', 'Whether items also contains the failed items.', ['no', 'yes']),
  'timeline.types': point('Timeline entry', 'The values of type.', ['video', 'CAPTION', '']),
  'timeline.end': point('timeline at a time', 'Whether an item is still active at its end.', ['no', 'yes']),
  'media.updated': point('media update', 'Which fields the object updated has.', ['all', 'changed', 'null', 'absent']),
  'media.animation': point('media update', 'The value of animationApplied if the request has no animation.', [
    'null',
    'absent',
    '',
    'none',
  ]),
  'media.warnings': point('media update', 'The value of warnings.', ['empty', 'filled', 'null', 'absent']),
  'effect.type': point('Effect update result', 'The value of effect_type for a color grade.', [
    'colorgrade',
    'COLOR_GRADE',
    '',
    'null',
  ]),
  'edit.words': point(edit, 'Which words the response lists.', ['caption', 'changed', 'empty', 'null', 'absent']),
  'split.merged': point(edit, 'The value of merged_word_id after a split.', ['null', 'absent', '']),
  'split.first': point(edit, 'Whether the first word of a split keeps the old identifier.', ['no', 'yes']),
  'merge.split': point(edit, 'The value of split_word_ids after a merge.', ['empty', 'null', 'absent']),
  'merge.id': point(edit, 'The identifier of a merged word.', ['the first', 'a new one']),
  'transcript.strategy': point('transcript segments', 'The default strategy for cutting a transcript into segments.', [
    'sentence',
    'one segment',
    'word',
  ]),
  'correct.unmatched': point(
    'transcript corrections',
    'The value of unmatched_phrase_replacements if every replacement matched.',
    ['empty', 'null', 'absent'],
  ),
};
