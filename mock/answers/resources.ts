import type { ApiName } from '../http/api.ts';
import type { editPoints } from '../points/edits.ts';
import type { Fields } from '../points/models.ts';
import type { listPoints, pagePoints } from '../points/pages.ts';
import type { resourcePoints } from '../points/resources.ts';
import { at } from '../points/values.ts';
import {
  bodyOf,
  type Change,
  type Changes,
  field,
  forEach,
  inObjects,
  inResponse,
  isEmpty,
  listed,
  maybeMissing,
  put,
  type Table,
  when,
} from './change.ts';

export const resourceChanges: Table<typeof resourcePoints> = {
  'project.status': field('project', 'status'),
  'project.aspectRatio': field('project', 'aspect_ratio'),
  'audio.type': field('audioAsset', 'audio_type'),
  'audio.asset': listed('audioImport', 'asset'),
  'audio.placement': listed('audioImport', 'timeline_item_id'),
  'audio.importedAt': {
    'Unix seconds': inObjects('providerRequest', (fields) => {
      fields.imported_at = String(Math.floor(Date.parse(String(fields.imported_at)) / 1000));
    }),
    words: inObjects('providerRequest', (fields) => put(fields, 'imported_at', 'just now')),
  },
  'logo.nextActions': listed('logo', 'next_actions', {
    one: () => [{ method: 'GET', path: '/onboarding', reason: 'Continue.' }],
  }),
  'webhook.response': {
    'webhook in an object': bodyOf('webhooks.register', (webhook) => ({ webhook })),
    'empty object': bodyOf('webhooks.register', () => ({})),
    array: bodyOf('webhooks.register', (webhook) => [webhook]),
    string: bodyOf('webhooks.register', ({ id }) => id),
    null: bodyOf('webhooks.register', () => null),
    empty: bodyOf('webhooks.register', () => undefined),
  },
  'idempotency.status': when('200 | 208', (reply, answer) => {
    if (reply.isReplay && reply.status < 300) reply.status = Number(answer);
  }),
  'idempotency.code': ({ body }, answer) => {
    const error = Object(at(body, 'error'));
    if (error.code === 'idempotency_conflict') put(error, 'code', answer);
  },
  'idempotency.header': {
    present: ({ headers, isReplay }) => {
      if (isReplay) headers['idempotency-replayed'] = 'true';
    },
  },
};

export const editChanges: Table<typeof editPoints> = {
  'move.items': listed('batchMove', 'items'),
  'batch.noFailures': maybeMissing(
    forEach(['batchMove', 'batchTrim'], (model) => field(model, 'failed_items', isEmpty('failed_items'))),
  ),
  'batch.code': field('failedItem', 'error_code'),
  'batch.details': listed('failedItem', 'error_details', { empty: () => ({}) }),
  'trim.itemError': field('trimmedItem', 'error', ({ success }) => success === true),
  'timeline.types': field('timelineEntry', 'type'),
  'media.updated': listed('mediaUpdate', 'updated'),
  'media.animation': field('mediaUpdate', 'animationApplied'),
  'media.warnings': listed('mediaUpdate', 'warnings', { filled: () => ['The item is muted.'] }),
  'effect.type': inResponse('timeline.updateColorGrade', (_, body, answer) => put(body, 'effect_type', answer)),
  'edit.words': listed('wordEdit', 'words', { empty: () => [] }),
  'split.merged': inResponse('captions.words.split', (_, body, answer) => put(body, 'merged_word_id', answer)),
  'merge.split': maybeMissing(
    inResponse('captions.words.merge', (_, body, answer) => put(body, 'split_word_ids', answer)),
  ),
  'correct.unmatched': listed(
    'correction',
    'unmatched_phrase_replacements',
    {},
    isEmpty('unmatched_phrase_replacements'),
  ),
  'batch.allFailed': when(
    '422',
    inBatches((done, failed) => done === 0 && failed > 0),
  ),
  'batch.someFailed': when(
    '207 | 422 | 500',
    inBatches((_, failed) => failed > 0),
  ),
};

/** Sets the status of batch edits with failed items to the answer. */
function inBatches(isChanged: (done: number, failed: number) => boolean): Change {
  return forEach(['timeline.batchMove', 'timeline.batchTrim'], (name) =>
    inResponse(name, (reply, { failed_count, repositioned_count, trimmed_count }, answer) => {
      const done = Number(repositioned_count ?? trimmed_count ?? 0);
      if (isChanged(done, Number(failed_count))) reply.status = Number(answer);
    }),
  );
}

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
  'words.warnings': listed('wordsList', 'warnings', { strings: () => ['Two words overlap.'] }),
  'words.field': {
    words: inObjects('wordsList', (fields) => put(fields, 'items', 'absent')),
    items: inObjects('wordsList', (fields) => put(fields, 'words', 'absent')),
    'words, items null': inObjects('wordsList', (fields) => put(fields, 'items', 'null')),
    'items, words null': inObjects('wordsList', (fields) => put(fields, 'words', 'null')),
  },
  'captions.words': listed('caption', 'words', { empty: () => [] }),
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
