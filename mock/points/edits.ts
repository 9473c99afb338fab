import { point } from './point.ts';

export const editPoints = {
  'edits.success': point('The value of success for a completed edit.', 'true | false | absent'),
  'move.items': point('Whether the response lists the moved items.', 'yes | null | absent'),
  'batch.noFailures': point('The value of failed_items if no item failed.', 'empty | null | absent'),
  'batch.success': point('The value of success if some items failed.', 'false | true | absent'),
  'batch.allFailed': point('The response if all items failed.', 'result | 422'),
  'batch.someFailed': point('The status of the response if some items failed.', 'success status | 207 | 422 | 500'),
  'batch.code': point('The values of error_code.', 'validation_error | NOT_FOUND | "" | null'),
  'batch.details': point('The value of error_details if there are no details.', 'filled | empty | null | absent'),
  'trim.itemError': point('The value of error for a trimmed item.', 'null | absent | ""'),
  'trim.failedItems': point('Whether items also contains the failed items.', 'no | yes'),
  'timeline.types': point('The type of a timeline entry.', 'video | CAPTION | ""'),
  'timeline.end': point('Whether an item is still active at its end.', 'no | yes'),
  'media.updated': point('Which fields the object updated has.', 'all | changed | null | absent'),
  'media.animation': point(
    'The value of animationApplied if the request has no animation.',
    'null | absent | "" | none',
  ),
  'media.warnings': point('The value of warnings.', 'empty | filled | null | absent'),
  'effect.type': point('The value of effect_type for a color grade.', 'colorgrade | COLOR_GRADE | "" | null'),
  'edit.words': point(
    'Which words the response to a split or merge lists.',
    'caption | changed | empty | null | absent',
  ),
  'split.merged': point('The value of merged_word_id after a split.', 'null | absent | ""'),
  'split.first': point('Whether the first word of a split keeps the old identifier.', 'no | yes'),
  'merge.split': point('The value of split_word_ids after a merge.', 'empty | null | absent'),
  'merge.id': point('The identifier of a merged word.', 'the first | a new one'),
  'transcript.strategy': point(
    'The default strategy for cutting a transcript into segments.',
    'sentence | one segment | word',
  ),
  'correct.unmatched': point(
    'The value of unmatched_phrase_replacements if every replacement matched.',
    'empty | null | absent',
  ),
};
