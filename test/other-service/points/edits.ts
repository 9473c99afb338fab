import { point } from './point.ts';

const both = 'batch-move and batch-trim';
const edit = 'Word edit result';

export const editPoints = {
  'edits.success': point('every edit', 'What success of an edit that was made is.', ['true', 'false', 'absent']),
  'move.items': point('batch-move', 'Whether the items that were moved are listed.', ['yes', 'null', 'absent']),
  'batch.noFailures': point(both, 'What failed_items is if no item failed.', ['empty', 'null', 'absent']),
  'batch.success': point(both, 'What success is if some items failed.', ['false', 'true', 'absent']),
  'batch.allFailed': point(both, 'What the response is if all items failed.', ['result', '422']),
  'batch.someFailed': point(both, 'Which status a batch has of which some items failed.', [
    'that of a success',
    '207',
    '422',
    '500',
  ]),
  'batch.code': point('Batch failure item', 'The values of error_code.', ['validation_error', 'NOT_FOUND', '', 'null']),
  'batch.details': point('Batch failure item', 'What error_details is without details.', [
    'filled',
    'empty',
    'null',
    'absent',
  ]),
  'trim.itemError': point('batch-trim', 'What error of an item that was trimmed is.', ['null', 'absent', '']),
  'trim.failedItems': point('batch-trim', 'Whether items that failed are in items, too.', ['no', 'yes']),
  'timeline.types': point('Timeline entry', 'The values of type.', ['video', 'CAPTION', '']),
  'timeline.end': point('timeline at a time', 'Whether an item is active at its end.', ['no', 'yes']),
  'media.updated': point('media update', 'Which fields updated has.', ['all', 'changed', 'null', 'absent']),
  'media.animation': point('media update', 'What animationApplied is without animation.', [
    'null',
    'absent',
    '',
    'none',
  ]),
  'media.warnings': point('media update', 'What warnings is.', ['empty', 'filled', 'null', 'absent']),
  'effect.type': point('Effect update result', 'The values of effect_type beside zoom.', [
    'colorgrade',
    'COLOR_GRADE',
    '',
    'null',
  ]),
  'edit.words': point(edit, 'Which words are listed.', ['caption', 'changed', 'empty', 'null', 'absent']),
  'split.merged': point(edit, 'What merged_word_id is after a split.', ['null', 'absent', '']),
  'split.first': point(edit, 'Whether the first word of a split has the old identifier.', ['no', 'yes']),
  'merge.split': point(edit, 'What split_word_ids is after a merge.', ['empty', 'null', 'absent']),
  'merge.id': point(edit, 'Which identifier a merged word has.', ['the first', 'a new one']),
  'transcript.strategy': point('transcript segments', 'How a transcript is cut by default.', [
    'sentence',
    'one segment',
    'word',
  ]),
  'correct.unmatched': point('transcript corrections', 'What the list of unmatched replacements is if all matched.', [
    'empty',
    'null',
    'absent',
  ]),
};
