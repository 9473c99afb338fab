import type { core, ZodMiniType } from 'zod/mini';
import { audioAsset, importAudioResult, providerRequest } from '../../src/contract/audio.ts';
import { caption, captionWord, listCaptionsResult } from '../../src/contract/caption.ts';
import { clip, clipBatch, studioSound } from '../../src/contract/clip.ts';
import { fieldsOf } from '../../src/contract/collections.ts';
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
import { wordStyle } from '../../src/contract/word-style.ts';
import { keptFields, type Model } from './presence.ts';

/** The schema of each kind of object in responses. */
export const models: { readonly [Name in Model | 'style']: ZodMiniType } = {
  project,
  batch: clipBatch,
  clip,
  studioSound,
  job,
  jobStart,
  nextAction,
  audioImport: importAudioResult,
  audioAsset,
  providerRequest,
  captionsList: listCaptionsResult,
  caption,
  captionWord,
  wordsList: listWordsResult,
  wordsSummary,
  word,
  timelineAt: timelineAtResult,
  timelineEntry,
  segments: transcriptSegmentsResult,
  segment: transcriptSegment,
  batchMove: batchMoveResult,
  movedItem,
  batchTrim: batchTrimResult,
  trimmedItem,
  failedItem: batchFailure,
  mediaUpdate: updateMediaResult,
  mediaProperties,
  effect: updateEffectResult,
  wordEdit: wordEditResult,
  editedWord,
  retime: retimeWordsResult,
  retimedWord,
  correction: correctTranscriptResult,
  unmatched: unmatchedPhraseReplacement,
  logo: importLogoResult,
  style: wordStyle,
};

/** An object in a response. */
export type Fields = Record<string, unknown>;

/** Calls `visit` for each object in a value, inner objects last. `schema`: the schema of the value. */
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
export function objectsOf(model: Model | 'style', schema: ZodMiniType, value: unknown): Fields[] {
  const found: Fields[] = [];
  visitObjects(schema, value, (fields, own) => {
    if (own === models[model]) found.push(fields);
  });
  return found;
}

/** Returns the names of the fields that the presence point of a model is about. */
export function optionalFields(model: Model): string[] {
  const kept: readonly string[] = keptFields[model];
  return Object.keys(fieldsOf(models[model]) ?? {}).filter((name) => !kept.includes(name));
}
