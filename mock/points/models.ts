import type { core, ZodMiniType } from 'zod/mini';
import { audioAsset, importAudioResult, providerRequest } from '../../src/contract/audio.ts';
import { caption, captionWord, listCaptionsResult } from '../../src/contract/caption.ts';
import { clip, clipBatch, studioSound } from '../../src/contract/clip.ts';
import { fieldsOf } from '../../src/contract/collections.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { job, jobStart, nextAction } from '../../src/contract/job.ts';
import { importLogoResult } from '../../src/contract/onboarding.ts';
import { project } from '../../src/contract/project.ts';
import {
  batchFailure,
  batchMoveResult,
  batchTrimResult,
  movedItem,
  trimmedItem,
} from '../../src/contract/timeline-batch.ts';
import {
  mediaProperties,
  timelineAtResult,
  timelineEntry,
  updateEffectResult,
  updateMediaResult,
} from '../../src/contract/timeline-item.ts';
import {
  correctTranscriptResult,
  transcriptSegment,
  transcriptSegmentsResult,
  unmatchedPhraseReplacement,
} from '../../src/contract/transcript.ts';
import { listWordsResult, word, wordsSummary } from '../../src/contract/word.ts';
import { editedWord, retimedWord, retimeWordsResult, wordEditResult } from '../../src/contract/word-edit.ts';
import { point } from './point.ts';

/**
 * Each kind of object in responses: an endpoint that responds with it, its schema, and the fields that its point
 * `presence.<name>` does not change: identifiers, the status, fields that a client needs, and fields with a point of
 * their own.
 */
export const models = {
  project: model('projects.create', project, 'id status'),
  batch: model(
    'clips.generate',
    clipBatch,
    'batch_id status clips activity last_error_message studio_sound estimated_clip_count total_clip_count',
  ),
  clip: model('clips.generate', clip, 'clip_id project_id status export_id download_url'),
  studioSound: model('clips.generate', studioSound, 'status'),
  job: model(
    'jobs.list',
    job,
    'job_id status status_url cancel_url project_id export_id completed_at error progress download_url result type kind next_actions',
  ),
  jobStart: model('audio.generateSound', jobStart, 'job_id status status_url cancel_url project_id kind'),
  nextAction: model('onboarding.importLogo', nextAction, 'method path'),
  audioImport: model('audio.importFromLibrary', importAudioResult, 'asset timeline_item_id'),
  audioAsset: model('audio.importFromLibrary', audioAsset, 'id audio_type'),
  providerRequest: model('audio.importFromLibrary', providerRequest, 'provider external_id imported_at'),
  captionsList: model('captions.list', listCaptionsResult, 'captions pagination'),
  caption: model('captions.list', caption, 'caption_id text words'),
  captionWord: model('captions.list', captionWord, 'id word style'),
  wordsList: model('captions.words.list', listWordsResult, 'words items pagination warnings'),
  wordsSummary: model('captions.words.list', wordsSummary, ''),
  word: model('captions.words.list', word, 'id word style'),
  timelineAt: model('timeline.at', timelineAtResult, 'items'),
  timelineEntry: model('timeline.at', timelineEntry, 'id type'),
  segments: model('transcript.segments', transcriptSegmentsResult, 'segments'),
  segment: model('transcript.segments', transcriptSegment, 'text'),
  batchMove: model('timeline.batchMove', batchMoveResult, 'items success failed_items'),
  movedItem: model('timeline.batchMove', movedItem, 'timeline_item_id'),
  batchTrim: model('timeline.batchTrim', batchTrimResult, 'items success failed_items'),
  trimmedItem: model('timeline.batchTrim', trimmedItem, 'timeline_item_id error'),
  failedItem: model('timeline.batchMove', batchFailure, 'timeline_item_id error_code error_details'),
  mediaUpdate: model('timeline.updateMedia', updateMediaResult, 'timelineItemId updated animationApplied warnings'),
  mediaProperties: model('timeline.updateMedia', mediaProperties, ''),
  effect: model(
    'timeline.updateColorGrade',
    updateEffectResult,
    'project_id timeline_item_id content_item_id effect_id effect_type',
  ),
  wordEdit: model('captions.words.split', wordEditResult, 'caption_id words merged_word_id split_word_ids'),
  editedWord: model('captions.words.split', editedWord, 'id word'),
  retime: model('captions.words.retime', retimeWordsResult, 'updates words'),
  retimedWord: model('captions.words.retime', retimedWord, 'word_id caption_id'),
  correction: model('transcript.correct', correctTranscriptResult, 'asset_id unmatched_phrase_replacements'),
  unmatched: model('transcript.correct', unmatchedPhraseReplacement, 'from_words to_words'),
  logo: model('onboarding.importLogo', importLogoResult, 'next_actions'),
};

function model(endpoint: EndpointName, schema: ZodMiniType, kept: string) {
  return { endpoint, schema, kept: kept.split(' ') };
}

/** The name of a kind of object in responses, such as `caption`. */
export type Model = keyof typeof models;

// Cast: `Object.keys` returns strings.
export const modelNames = Object.keys(models) as Model[];

const presence = point('Whether fields that a client does not need are present.', 'present | null | absent');

// Cast: `Object.fromEntries` types the names as strings.
export const presencePoints = Object.fromEntries(modelNames.map((name) => [`presence.${name}`, presence])) as {
  readonly [Name in Model as `presence.${Name}`]: typeof presence;
};

/** An object in a response. */
export type Fields = Record<string, unknown>;

/** Calls `visit` for each object in a value that its schema describes, outer objects first. */
export function visitObjects(
  schema: ZodMiniType,
  value: unknown,
  visit: (fields: Fields, schema: core.$ZodType) => void,
): void {
  // Cast: TypeScript can then tell schemas apart by `def.type`.
  const { def } = (schema as core.$ZodType as core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') visitObjects(def.innerType as ZodMiniType, value, visit);
  if (def.type === 'array' && Array.isArray(value))
    for (const item of value) visitObjects(def.element as ZodMiniType, item, visit);
  if (def.type !== 'object' || typeof value !== 'object' || value === null) return;
  // Cast: the value is an object.
  const fields = value as Fields;
  visit(fields, schema);
  for (const [name, inner] of Object.entries(fieldsOf(schema) ?? {})) visitObjects(inner, fields[name], visit);
}

/** Returns the objects of a kind in a value. `schema`: the schema of the value. */
export function objectsOf(model: Model, schema: ZodMiniType, value: unknown): Fields[] {
  const found: Fields[] = [];
  visitObjects(schema, value, (fields, own) => {
    if (own === models[model].schema) found.push(fields);
  });
  return found;
}

/** Returns the names of the fields that the point `presence.<model>` is about. */
export function optionalFields(model: Model): string[] {
  const { schema, kept } = models[model];
  return Object.keys(fieldsOf(schema) ?? {}).filter((name) => !kept.includes(name));
}
