import { point } from './point.ts';

const lists = 'captions list and words listing';

export const pagePoints = {
  'pages.defaultSize': point('limits', 'The size of a page if limit is omitted.', ['50', '1', '3', 'all']),
  'pages.size': point(lists, 'Whether a page can have fewer items than limit allows.', [
    'full',
    'at most two',
    'uneven',
  ]),
  'pages.pagination': point(lists, 'The value of pagination.', ['present', 'null', 'absent']),
  'pages.total': point(lists, 'What total counts.', ['all', 'moving', 'items so far', '-1', 'null', 'absent']),
  'pages.more': point(lists, 'When has_more is true.', ['right', 'null', 'absent', 'whenever a page is full']),
  'pages.position': point(lists, 'The values of offset, limit and returned.', [
    'present',
    'null',
    'absent',
    'offset of the next page',
    'offset counts items so far',
  ]),
  'pages.limit': point(lists, 'The value of limit in the response.', ['as requested', 'the largest']),
  'pages.filter': point(lists, 'Whether the service filters items before or after it cuts the page.', [
    'before',
    'after',
  ]),
  'pages.repeats': point(lists, 'Whether a page begins with the last item of the previous page.', ['no', 'yes']),
  'pages.start': point(lists, 'Where a page begins if offset is not a multiple of limit.', [
    'at its offset',
    'a multiple of limit',
  ]),
  'pages.pastEnd': point(lists, 'The response for a page after the last page.', ['empty', '404']),
  'pages.success': point(lists, 'The value of success for a page without items.', ['true', 'false', 'absent']),
  'pages.twins': point(lists, 'Whether two items can have the same identifier.', ['none', 'some']),
  'words.field': point('GET /projects/{projectId}/captions/words', 'Which of words and items contains the words.', [
    'both',
    'words',
    'items',
    'words, items null',
    'items, words null',
  ]),
  'words.order': point('GET /projects/{projectId}/captions/words', 'The order of the words.', ['by time', 'by text']),
  'words.warnings': point('GET /projects/{projectId}/captions/words', 'The entries of warnings.', [
    'none',
    'strings',
    'objects',
    'null',
    'absent',
  ]),
  'captions.words': point('Caption', 'The value of words.', ['present', 'empty', 'null', 'absent']),
  'captions.wordOrder': point('Caption', 'The order of a caption’s words.', ['as spoken', 'reversed']),
  'captions.wordTimes': point('Caption', 'Whether word times are relative to the timeline or to the caption.', [
    'the timeline',
    'the caption',
  ]),
  'style.fields': point('Word style', 'Which fields a style has.', ['all', 'some', 'none', 'null', 'absent']),
  'style.values': point('Word style', 'The values of the fields with listed values.', ['named', 'other', '']),
};
