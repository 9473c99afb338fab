import { statusOutcome } from '../../src/core/waits/job-state.ts';
import type { clipPoints } from '../points/clips.ts';
import type { editPoints } from '../points/edits.ts';
import type { Fields } from '../points/models.ts';
import type { resourcePoints } from '../points/resources.ts';
import {
  asIs,
  type Change,
  field,
  forEach,
  inObjects,
  inResponse,
  isEmpty,
  maybeMissing,
  put,
  type Table,
  when,
  without,
} from './change.ts';

export const resourceChanges: Table<typeof resourcePoints> = {
  'project.status': field('project', 'status'),
  'project.aspectRatio': field('project', 'aspect_ratio'),
  'audio.type': field('audioAsset', 'audio_type'),
  'audio.asset': maybeMissing(field('audioImport', 'asset')),
  'audio.placement': maybeMissing(field('audioImport', 'timeline_item_id')),
  'audio.importedAt': {
    'Unix seconds': inObjects('providerRequest', (fields) => {
      fields.imported_at = String(Math.floor(Date.parse(String(fields.imported_at)) / 1000));
    }),
    words: inObjects('providerRequest', (fields) => put(fields, 'imported_at', 'just now')),
  },
  'logo.nextActions': {
    ...maybeMissing(field('logo', 'next_actions')),
    none: asIs,
    one: inObjects('logo', (fields) =>
      Object.assign(fields, { next_actions: [{ method: 'GET', path: '/onboarding', reason: 'Continue.' }] }),
    ),
  },
  'webhook.response': {
    'webhook in an object': webhook((body) => ({ webhook: body })),
    'empty object': webhook(() => ({})),
    array: webhook((body) => [body]),
    string: webhook(({ id }) => id),
    null: webhook(() => null),
    empty: webhook(() => undefined),
  },
  'idempotency.status': when('200 | 208', (reply, answer) => {
    if (reply.isReplay && reply.status < 300) reply.status = Number(answer);
  }),
  'idempotency.header': {
    present: ({ headers, isReplay }) => {
      if (isReplay) headers['idempotency-replayed'] = 'true';
    },
  },
};

function webhook(change: (body: Fields) => unknown): Change {
  return inResponse('webhooks.register', (reply, body) => Object.assign(reply, { body: change(body) }));
}

const isOpen = ({ status }: Fields) => statusOutcome(String(status)) === undefined;

export const clipChanges: Table<typeof clipPoints> = {
  'batch.id': maybeMissing(field('batch', 'batch_id')),
  'batch.activity': {
    ...when('absent | string', field('batch', 'activity')),
    object: inObjects('batch', (fields) => Object.assign(fields, { activity: { step: 1 } })),
    array: inObjects('batch', (fields) => Object.assign(fields, { activity: ['listening'] })),
  },
  'batch.message': when('absent | "" | remark', field('batch', 'last_error_message', isOpen)),
  'batch.studioSound': inObjects('batch', (fields, answer) => {
    if (answer === 'null' || answer === 'absent') put(fields, 'studio_sound', answer);
    else Object.assign(Object(fields.studio_sound), { status: answer });
  }),
  'batch.clips': {
    ...maybeMissing(field('batch', 'clips')),
    'one of them': inObjects('batch', (fields) => Object.assign(fields, { clips: clipsOf(fields).slice(0, 1) })),
    empty: inObjects('batch', (fields) => Object.assign(fields, { clips: [] })),
  },
  'batch.counts': {
    'total 0': counts((length) => [length, 0]),
    'estimate only': counts((length) => [length, null]),
    'estimate too high': counts((length) => [length + 2, length]),
    'estimate too high, total null': counts((length) => [length + 2, null]),
    'total too high': counts((length) => [length, length + 2]),
    null: counts(() => [null, null]),
    absent: inObjects('batch', (fields) => without(fields, 'estimated_clip_count', 'total_clip_count')),
  },
  'clip.project': when('null | absent | ""', field('clip', 'project_id')),
  'clip.export': { later: inObjects('clip', (fields) => put(fields, 'export_id', 'null')) },
  'clip.noDownload': when(
    'absent | ""',
    field('clip', 'download_url', ({ download_url }) => !download_url),
  ),
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

export const editChanges: Table<typeof editPoints> = {
  'move.items': maybeMissing(field('batchMove', 'items')),
  'batch.noFailures': maybeMissing(
    forEach(['batchMove', 'batchTrim'], (model) => field(model, 'failed_items', isEmpty('failed_items'))),
  ),
  'batch.code': field('failedItem', 'error_code'),
  'batch.details': {
    ...maybeMissing(field('failedItem', 'error_details')),
    empty: inObjects('failedItem', (fields) => Object.assign(fields, { error_details: {} })),
  },
  'trim.itemError': field('trimmedItem', 'error', ({ success }) => success === true),
  'timeline.types': field('timelineEntry', 'type'),
  'media.updated': maybeMissing(field('mediaUpdate', 'updated')),
  'media.animation': field('mediaUpdate', 'animationApplied'),
  'media.warnings': {
    ...maybeMissing(field('mediaUpdate', 'warnings')),
    filled: inObjects('mediaUpdate', (fields) => Object.assign(fields, { warnings: ['The item is muted.'] })),
  },
  'effect.type': inResponse('timeline.updateColorGrade', (_, body, answer) => put(body, 'effect_type', answer)),
  'edit.words': {
    ...maybeMissing(field('wordEdit', 'words')),
    empty: inObjects('wordEdit', (fields) => Object.assign(fields, { words: [] })),
  },
  'split.merged': inResponse('captions.words.split', (_, body, answer) => put(body, 'merged_word_id', answer)),
  'merge.split': maybeMissing(
    inResponse('captions.words.merge', (_, body, answer) => put(body, 'split_word_ids', answer)),
  ),
  'correct.unmatched': maybeMissing(
    field('correction', 'unmatched_phrase_replacements', isEmpty('unmatched_phrase_replacements')),
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
