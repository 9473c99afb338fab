import { point } from './point.ts';

const lists = 'captions list and words listing';

export const pagePoints = {
  'pages.defaultSize': point('limits', 'The size of a page if limit is omitted.', ['50', '1', '3', 'all']),
  'pages.size': point(lists, 'Whether a page has as many items as limit allows.', ['full', 'at most two', 'uneven']),
  'pages.pagination': point(lists, 'Whether there is a pagination object.', ['present', 'null', 'absent']),
  'pages.total': point(lists, 'What total counts.', ['all', 'moving', 'items so far', '-1', 'null', 'absent']),
  'pages.more': point(lists, 'When has_more is true.', ['right', 'null', 'absent', 'whenever a page is full']),
  'pages.position': point(lists, 'Whether offset, limit and returned are set, and what offset is.', [
    'present',
    'null',
    'absent',
    'offset of the next page',
    'offset is the items so far',
  ]),
  'pages.limit': point(lists, 'Which limit is returned.', ['as asked', 'the largest']),
  'pages.filter': point(lists, 'Whether items are left out before or after the page is cut.', ['before', 'after']),
  'pages.repeats': point(lists, 'Whether a page begins with the last item of the page before.', ['no', 'yes']),
  'pages.start': point(lists, 'Where a page begins.', ['at its offset', 'a multiple of limit']),
  'pages.pastEnd': point(lists, 'What a page after the last is.', ['empty', '404']),
  'pages.success': point(lists, 'What success is of a page without items.', ['true', 'false', 'absent']),
  'pages.twins': point(lists, 'Whether two items may have one identifier.', ['none', 'some']),
  'words.field': point('GET /projects/{projectId}/captions/words', 'Which of words and items is set.', [
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
  'captions.words': point('Caption', 'Whether a caption has its words.', ['present', 'empty', 'null', 'absent']),
  'captions.wordOrder': point('Caption', 'The order of its words.', ['as spoken', 'reversed']),
  'captions.wordTimes': point('Caption', 'What the times of its words are relative to.', [
    'the timeline',
    'the caption',
  ]),
  'style.fields': point('Word style', 'Which fields a style has.', ['all', 'some', 'none', 'null', 'absent']),
  'style.values': point('Word style', 'The values of its enumerated fields.', ['named', 'other', '']),
};
