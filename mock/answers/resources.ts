import { statusOutcome } from '../../src/core/waits/job-state.ts';
import type { ApiName } from '../http/api.ts';
import type { clipPoints } from '../points/clips.ts';
import type { editPoints } from '../points/edits.ts';
import type { listPoints } from '../points/lists.ts';
import type { Fields } from '../points/models.ts';
import type { pagePoints } from '../points/pages.ts';
import type { resourcePoints } from '../points/resources.ts';
import { asIs, type Change, type Changes, field, inObjects, inResponse, maybeMissing, put, without } from './change.ts';

type Table<Points> = { readonly [Id in keyof Points]?: Changes };

const isEmpty = (name: string) => (fields: Fields) => Array.isArray(fields[name]) && fields[name].length === 0;

/** Follows the answer about a list that is empty. */
function emptyList(name: ApiName, ...lists: readonly string[]): Changes {
  return maybeMissing(
    'empty',
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

export const resourceChanges: Table<typeof resourcePoints> = {
  'project.status': field('project', 'status'),
  'project.aspectRatio': field('project', 'aspect_ratio'),
  'audio.type': field('audioAsset', 'audio_type'),
  'audio.asset': maybeMissing('yes', field('audioImport', 'asset')),
  'audio.placement': maybeMissing('placed', field('audioImport', 'timeline_item_id')),
  'audio.importedAt': {
    timestamp: asIs,
    'Unix seconds': inObjects('providerRequest', (fields) => {
      fields.imported_at = String(Math.floor(Date.parse(String(fields.imported_at)) / 1000));
    }),
    words: inObjects('providerRequest', (fields) => put(fields, 'imported_at', 'just now')),
  },
  'logo.nextActions': maybeMissing('none', field('logo', 'next_actions')),
  'webhook.response': {
    webhook: asIs,
    'webhook in an object': webhook((body) => ({ webhook: body })),
    'empty object': webhook(() => ({})),
    array: webhook((body) => [body]),
    string: webhook(({ id }) => id),
    null: webhook(() => null),
    empty: webhook(() => undefined),
  },
  'idempotency.status': {
    original: asIs,
    '200': replayStatus,
    '208': replayStatus,
  },
  'idempotency.header': {
    absent: asIs,
    present: ({ headers, isReplay }) => {
      if (isReplay) headers['idempotency-replayed'] = 'true';
    },
  },
};

function webhook(change: (body: Fields) => unknown): Change {
  return inResponse('webhooks.register', (reply, body) => Object.assign(reply, { body: change(body) }));
}

function replayStatus(reply: { readonly isReplay: boolean; status: number }, answer: string): void {
  if (reply.isReplay && reply.status < 300) reply.status = Number(answer);
}

const isOpen = ({ status }: Fields) => statusOutcome(String(status)) === undefined;

export const clipChanges: Table<typeof clipPoints> = {
  'batch.id': maybeMissing('present', field('batch', 'batch_id')),
  'batch.activity': {
    null: field('batch', 'activity'),
    absent: field('batch', 'activity'),
    string: field('batch', 'activity'),
    object: inObjects('batch', (fields) => Object.assign(fields, { activity: { step: 1 } })),
    array: inObjects('batch', (fields) => Object.assign(fields, { activity: ['listening'] })),
  },
  'batch.message': {
    null: asIs,
    absent: field('batch', 'last_error_message', isOpen),
    '': field('batch', 'last_error_message', isOpen),
    remark: field('batch', 'last_error_message', isOpen),
  },
  'batch.studioSound': inObjects('batch', (fields, answer) => {
    if (answer === 'null' || answer === 'absent') put(fields, 'studio_sound', answer);
    else Object.assign(Object(fields.studio_sound), { status: answer });
  }),
  'batch.clips': {
    'at once': asIs,
    'one of them': inObjects('batch', (fields) => Object.assign(fields, { clips: clipsOf(fields).slice(0, 1) })),
    empty: inObjects('batch', (fields) => Object.assign(fields, { clips: [] })),
    null: field('batch', 'clips'),
    absent: field('batch', 'clips'),
  },
  'batch.counts': {
    'both correct': asIs,
    'total 0': counts((length) => [length, 0]),
    'estimate only': counts((length) => [length, null]),
    'estimate too high': counts((length) => [length + 2, length]),
    'estimate too high, total null': counts((length) => [length + 2, null]),
    'total too high': counts((length) => [length, length + 2]),
    null: counts(() => [null, null]),
    absent: inObjects('batch', (fields) => without(fields, 'estimated_clip_count', 'total_clip_count')),
  },
  'clip.project': {
    'its own': asIs,
    null: field('clip', 'project_id'),
    absent: field('clip', 'project_id'),
    '': field('clip', 'project_id'),
  },
  'clip.export': {
    'at once': asIs,
    later: inObjects('clip', (fields) => put(fields, 'export_id', 'null')),
  },
  'clip.noDownload': {
    null: asIs,
    absent: field('clip', 'download_url', ({ download_url }) => !download_url),
    '': field('clip', 'download_url', ({ download_url }) => !download_url),
  },
  // Last, because the changes above select batches and clips by the statuses of the mock.
  'batch.workingStatus': field('batch', 'status', isOpen),
  'clip.openStatus': field('clip', 'status', isOpen),
};

function clipsOf({ clips }: Fields): readonly unknown[] {
  return Array.isArray(clips) ? clips : [];
}

function counts(count: (length: number) => [estimated: number | null, total: number | null]): Change {
  return inObjects('batch', (fields) => {
    const [estimated_clip_count, total_clip_count] = count(clipsOf(fields).length);
    Object.assign(fields, { estimated_clip_count, total_clip_count });
  });
}

const pages = { 'captions.list': 'has_more', 'captions.words.list': 'hasMore' } as const;

/** Changes the pagination object of a page. */
function inPages(change: (page: Fields, answer: string, more: string) => void): Change {
  return (reply, answer) => {
    for (const [name, more] of Object.entries(pages))
      inResponse(name as ApiName, (_, body) => change(Object(body.pagination), answer, more))(reply, answer);
  };
}

export const pageChanges: Table<typeof pagePoints> = {
  'pages.total': {
    all: asIs,
    '-1': inPages((page) => Object.assign(page, { total: -1 })),
    'items so far': inPages((page) => Object.assign(page, { total: Number(page.offset) + Number(page.returned) })),
    null: inPages((page, answer) => put(page, 'total', answer)),
    absent: inPages((page, answer) => put(page, 'total', answer)),
  },
  'pages.more': {
    right: asIs,
    'whenever a page is full': inPages((page, _, more) => {
      if (page.returned === page.limit) page[more] = true;
    }),
    null: inPages((page, answer, more) => put(page, more, answer)),
    absent: inPages((page, answer, more) => put(page, more, answer)),
  },
  'pages.limit': {
    'as requested': asIs,
    'the largest': inPages((page, _, more) => Object.assign(page, { limit: more === 'has_more' ? 100 : 500 })),
  },
  'pages.position': {
    present: asIs,
    null: inPages(position),
    absent: inPages(position),
    'offset of the next page': inPages((page) =>
      Object.assign(page, { offset: Number(page.offset) + Number(page.limit) }),
    ),
    'offset counts items so far': inPages((page) =>
      Object.assign(page, { offset: Number(page.offset) + Number(page.returned) }),
    ),
  },
  'pages.success': inEmptyPages((body, answer) => put(body, 'success', answer)),
  'pages.pagination': maybeMissing('present', (reply, answer) => {
    for (const name of Object.keys(pages))
      inResponse(name as ApiName, (_, body) => put(body, 'pagination', answer))(reply, answer);
  }),
  'words.warnings': {
    none: asIs,
    strings: inObjects('wordsList', (fields) => Object.assign(fields, { warnings: ['Two words overlap.'] })),
    null: field('wordsList', 'warnings'),
    absent: field('wordsList', 'warnings'),
  },
  'words.field': {
    both: asIs,
    words: inObjects('wordsList', (fields) => put(fields, 'items', 'absent')),
    items: inObjects('wordsList', (fields) => put(fields, 'words', 'absent')),
    'words, items null': inObjects('wordsList', (fields) => put(fields, 'items', 'null')),
    'items, words null': inObjects('wordsList', (fields) => put(fields, 'words', 'null')),
  },
  'captions.words': {
    present: asIs,
    empty: inObjects('caption', (fields) => Object.assign(fields, { words: [] })),
    null: field('caption', 'words'),
    absent: field('caption', 'words'),
  },
  'style.fields': {
    all: asIs,
    none: inStyles(() => ({})),
    null: inStyles(() => null),
    absent: inStyles(() => undefined),
  },
  'style.values': {
    named: asIs,
    '': inStyles((style) => ({
      ...Object(style),
      activeAnimation: '',
      fontStyle: '',
      textTransform: '',
      emojiScale: '',
    })),
  },
};

function position(page: Fields, answer: string): void {
  for (const name of ['returned', 'offset', 'limit']) put(page, name, answer);
}

function inStyles(change: (style: unknown) => unknown): Change {
  const inWords = (['word', 'captionWord'] as const).map((model) =>
    inObjects(model, (fields) => Object.assign(fields, { style: change(fields.style) })),
  );
  return (reply, answer) => {
    for (const each of inWords) each(reply, answer);
  };
}

function inEmptyPages(change: (body: Fields, answer: string) => void): Changes {
  const changed: Change = (reply, answer) => {
    for (const [name, list] of [
      ['captions.list', 'captions'],
      ['captions.words.list', 'words'],
    ] as const)
      inResponse(name, (_, body) => {
        if (!Array.isArray(body[list]) || body[list].length === 0) change(body, answer);
      })(reply, answer);
  };
  return {
    true: asIs,
    false: (reply) => changed(reply, 'false'),
    absent: changed,
  };
}

export const editChanges: Table<typeof editPoints> = {
  'move.items': maybeMissing('yes', field('batchMove', 'items')),
  'batch.noFailures': maybeMissing('empty', (reply, answer) => {
    for (const model of ['batchMove', 'batchTrim'] as const)
      field(model, 'failed_items', isEmpty('failed_items'))(reply, answer);
  }),
  'batch.code': field('failedItem', 'error_code'),
  'batch.details': {
    filled: asIs,
    empty: inObjects('failedItem', (fields) => Object.assign(fields, { error_details: {} })),
    null: field('failedItem', 'error_details'),
    absent: field('failedItem', 'error_details'),
  },
  'trim.itemError': field('trimmedItem', 'error', ({ success }) => success === true),
  'timeline.types': field('timelineEntry', 'type'),
  'media.updated': maybeMissing('all', field('mediaUpdate', 'updated')),
  'media.animation': field('mediaUpdate', 'animationApplied'),
  'media.warnings': {
    empty: asIs,
    null: field('mediaUpdate', 'warnings'),
    absent: field('mediaUpdate', 'warnings'),
    filled: inObjects('mediaUpdate', (fields) => Object.assign(fields, { warnings: ['The item is muted.'] })),
  },
  'effect.type': inResponse('timeline.updateColorGrade', (_, body, answer) => put(body, 'effect_type', answer)),
  'edit.words': {
    caption: asIs,
    empty: inObjects('wordEdit', (fields) => Object.assign(fields, { words: [] })),
    null: field('wordEdit', 'words'),
    absent: field('wordEdit', 'words'),
  },
  'split.merged': inResponse('captions.words.split', (_, body, answer) => put(body, 'merged_word_id', answer)),
  'merge.split': maybeMissing(
    'empty',
    inResponse('captions.words.merge', (_, body, answer) => put(body, 'split_word_ids', answer)),
  ),
  'correct.unmatched': maybeMissing(
    'empty',
    field('correction', 'unmatched_phrase_replacements', isEmpty('unmatched_phrase_replacements')),
  ),
  'batch.allFailed': { result: asIs, '422': inBatches((done, failed) => done === 0 && failed > 0) },
  'batch.someFailed': {
    'success status': asIs,
    '207': inBatches((_, failed) => failed > 0),
    '422': inBatches((_, failed) => failed > 0),
    '500': inBatches((_, failed) => failed > 0),
  },
};

/** Sets the status of batch edits with failed items to the answer. */
function inBatches(isChanged: (done: number, failed: number) => boolean): Change {
  return (reply, answer) => {
    for (const name of ['timeline.batchMove', 'timeline.batchTrim'] as const)
      inResponse(name, (_, { failed_count, repositioned_count, trimmed_count }) => {
        const done = Number(repositioned_count ?? trimmed_count ?? 0);
        if (isChanged(done, Number(failed_count))) reply.status = Number(answer);
      })(reply, answer);
  };
}
