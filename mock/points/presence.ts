import { type OpenPoint, point } from './point.ts';

/**
 * The fields of each model that its presence point does not change: identifiers, the status, fields that a client
 * needs, and fields that have their own point.
 */
export const keptFields = {
  project: ['id', 'status'],
  batch: [
    'batch_id',
    'status',
    'clips',
    'activity',
    'last_error_message',
    'studio_sound',
    'estimated_clip_count',
    'total_clip_count',
  ],
  clip: ['clip_id', 'project_id', 'status', 'export_id', 'download_url'],
  studioSound: ['status'],
  job: [
    'job_id',
    'status',
    'status_url',
    'cancel_url',
    'project_id',
    'export_id',
    'completed_at',
    'error',
    'progress',
    'download_url',
    'result',
    'type',
    'kind',
    'next_actions',
  ],
  jobStart: ['job_id', 'status', 'status_url', 'cancel_url', 'project_id', 'kind'],
  nextAction: ['method', 'path'],
  audioImport: ['asset', 'timeline_item_id'],
  audioAsset: ['id', 'audio_type'],
  providerRequest: ['provider', 'external_id', 'imported_at'],
  captionsList: ['captions', 'pagination'],
  caption: ['caption_id', 'text', 'words'],
  captionWord: ['id', 'word', 'style'],
  wordsList: ['words', 'items', 'pagination', 'warnings'],
  wordsSummary: [],
  word: ['id', 'word', 'style'],
  timelineAt: ['items'],
  timelineEntry: ['id', 'type'],
  segments: ['segments'],
  segment: ['text'],
  batchMove: ['items', 'success', 'failed_items'],
  movedItem: ['timeline_item_id'],
  batchTrim: ['items', 'success', 'failed_items'],
  trimmedItem: ['timeline_item_id', 'error'],
  failedItem: ['timeline_item_id', 'error_code', 'error_details'],
  mediaUpdate: ['timelineItemId', 'updated', 'animationApplied', 'warnings'],
  mediaProperties: [],
  effect: ['project_id', 'timeline_item_id', 'content_item_id', 'effect_id', 'effect_type'],
  wordEdit: ['caption_id', 'words', 'merged_word_id', 'split_word_ids'],
  editedWord: ['id', 'word'],
  retime: ['updates', 'words'],
  retimedWord: ['word_id', 'caption_id'],
  correction: ['asset_id', 'unmatched_phrase_replacements'],
  unmatched: ['from_words', 'to_words'],
  logo: ['next_actions'],
} as const satisfies Record<string, readonly string[]>;

/** The name of a kind of object in responses, such as `caption`. */
export type Model = keyof typeof keptFields;

const choices = ['present', 'null', 'absent'] as const;

type PresencePoints = { readonly [Name in Model as `presence.${Name}`]: OpenPoint<typeof choices> };

// Cast: `Object.fromEntries` types the names as strings.
export const presencePoints = Object.fromEntries(
  Object.keys(keptFields).map((model) => [
    `presence.${model}`,
    point(`resources: ${model}`, 'Whether fields that a client does not need are present.', choices),
  ]),
) as unknown as PresencePoints;
