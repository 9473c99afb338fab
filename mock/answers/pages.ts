import type { ApiName } from '../http/api.ts';
import type { Fields } from '../points/models.ts';
import type { listPoints, pagePoints } from '../points/pages.ts';
import {
  type Change,
  type Changes,
  field,
  forEach,
  inObjects,
  inResponse,
  isEmpty,
  maybeMissing,
  put,
  type Table,
  when,
} from './change.ts';

/** Follows the answer about a list that is empty. */
function emptyList(name: ApiName, ...lists: readonly string[]): Changes {
  return maybeMissing(
    inResponse(name, (_, body, answer) => {
      for (const list of lists) if (isEmpty(list)(body)) put(body, list, answer);
    }),
  );
}

export const listChanges: Table<typeof listPoints> = {
  'lists.jobs': emptyList('jobs.list', 'jobs'),
  'lists.captions': emptyList('captions.list', 'captions'),
  'lists.words': emptyList('captions.words.list', 'words', 'items'),
  'lists.timeline': emptyList('timeline.at', 'items'),
  'lists.segments': emptyList('transcript.segments', 'segments'),
  'lists.updates': emptyList('captions.words.retime', 'updates'),
};

const pages = [
  { name: 'captions.list', list: 'captions', more: 'has_more', largest: 100 },
  { name: 'captions.words.list', list: 'words', more: 'hasMore', largest: 500 },
] as const;

type PageNames = (typeof pages)[number];

function inPages(change: (body: Fields, answer: string, names: PageNames) => unknown): Change {
  return forEach(pages, (names) => inResponse(names.name, (_, body, answer) => change(body, answer, names)));
}

function inPagination(change: (page: Fields, answer: string, names: PageNames) => unknown): Change {
  return inPages((body, answer, names) => change(Object(body.pagination), answer, names));
}

const offsetBy = (name: string) =>
  inPagination((page) => Object.assign(page, { offset: Number(page.offset) + Number(page[name]) }));

export const pageChanges: Table<typeof pagePoints> = {
  'pages.total': {
    ...maybeMissing(inPagination((page, answer) => put(page, 'total', answer))),
    '-1': inPagination((page) => Object.assign(page, { total: -1 })),
    'items so far': inPagination((page) => Object.assign(page, { total: Number(page.offset) + Number(page.returned) })),
  },
  'pages.more': {
    ...maybeMissing(inPagination((page, answer, { more }) => put(page, more, answer))),
    'whenever a page is full': inPagination((page, _, { more }) => {
      if (page.returned === page.limit) page[more] = true;
    }),
  },
  'pages.limit': { 'the largest': inPagination((page, _, { largest }) => Object.assign(page, { limit: largest })) },
  'pages.position': {
    ...maybeMissing(
      inPagination((page, answer) => {
        for (const name of ['returned', 'offset', 'limit']) put(page, name, answer);
      }),
    ),
    'offset of the next page': offsetBy('limit'),
    'offset counts items so far': offsetBy('returned'),
  },
  'pages.success': when(
    'false | absent',
    inPages((body, answer, { list }) => {
      if (!Array.isArray(body[list]) || body[list].length === 0) put(body, 'success', answer);
    }),
  ),
  'pages.pagination': maybeMissing(inPages((body, answer) => put(body, 'pagination', answer))),
  'words.warnings': {
    ...maybeMissing(field('wordsList', 'warnings')),
    strings: inObjects('wordsList', (fields) => Object.assign(fields, { warnings: ['Two words overlap.'] })),
  },
  'words.field': {
    words: inObjects('wordsList', (fields) => put(fields, 'items', 'absent')),
    items: inObjects('wordsList', (fields) => put(fields, 'words', 'absent')),
    'words, items null': inObjects('wordsList', (fields) => put(fields, 'items', 'null')),
    'items, words null': inObjects('wordsList', (fields) => put(fields, 'words', 'null')),
  },
  'captions.words': {
    ...maybeMissing(field('caption', 'words')),
    empty: inObjects('caption', (fields) => Object.assign(fields, { words: [] })),
  },
  'style.fields': {
    none: inStyles(() => ({})),
    null: inStyles(() => null),
    absent: inStyles(() => undefined),
  },
  'style.values': {
    '': inStyles((style) => ({
      ...Object(style),
      activeAnimation: '',
      fontStyle: '',
      textTransform: '',
      emojiScale: '',
    })),
  },
};

function inStyles(change: (style: unknown) => unknown): Change {
  return forEach(['word', 'captionWord'], (model) =>
    inObjects(model, (fields) => Object.assign(fields, { style: change(fields.style) })),
  );
}
