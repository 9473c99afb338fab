import { point } from './point.ts';

export const listPoints = {
  'lists.jobs': point('The value of jobs if the list is empty.', 'empty | null | absent'),
  'lists.captions': point('The value of captions if the list is empty.', 'empty | null | absent'),
  'lists.words': point('The value of words, or items, or both, if the list is empty.', 'empty | null | absent'),
  'lists.timeline': point('The value of items if the list is empty.', 'empty | null | absent'),
  'lists.segments': point('The value of segments if the list is empty.', 'empty | null | absent'),
  'lists.updates': point('The value of updates if the list is empty.', 'empty | null | absent'),
};

export const pagePoints = {
  'pages.defaultSize': point('The size of a page if limit is omitted.', '50 | 1 | 3 | all'),
  'pages.size': point('Whether a page can have fewer items than limit allows.', 'full | at most two | uneven'),
  'pages.pagination': point('The value of pagination.', 'present | null | absent'),
  'pages.total': point('What total counts.', 'all | moving | items so far | -1 | null | absent'),
  'pages.more': point('When has_more or hasMore is true.', 'right | null | absent | whenever a page is full'),
  'pages.position': point(
    'The values of offset, limit and returned.',
    'present | null | absent | offset of the next page | offset counts items so far',
  ),
  'pages.limit': point('The value of limit in the response.', 'as requested | the largest'),
  'pages.filter': point('Whether the service filters items before or after it cuts the page.', 'before | after'),
  'pages.repeats': point('Whether a page begins with the last item of the previous page.', 'no | yes'),
  'pages.start': point(
    'Where a page begins if offset is not a multiple of limit.',
    'at its offset | a multiple of limit',
  ),
  'pages.pastEnd': point('The response for a page after the last page.', 'empty | 404'),
  'pages.success': point('The value of success for a page without items.', 'true | false | absent'),
  'pages.twins': point('Whether two items can have the same identifier.', 'none | some'),
  'words.field': point(
    'Which of words and items contains the words.',
    'both | words | items | words, items null | items, words null',
  ),
  'words.order': point('The order of the words.', 'by time | by text'),
  'words.warnings': point('The entries of warnings.', 'none | strings | objects | null | absent'),
  'captions.words': point('The words of a caption.', 'present | empty | null | absent'),
  'captions.wordOrder': point('The order of a caption’s words.', 'as spoken | reversed'),
  'captions.wordTimes': point(
    'Whether word times are relative to the timeline or to the caption.',
    'the timeline | the caption',
  ),
  'style.fields': point('Which fields a word’s style has.', 'all | some | none | null | absent'),
  'style.values': point('The values of a style’s fields with listed values.', 'named | other | ""'),
};
