import type { ZodMiniType } from 'zod/mini';
import {
  audioAsset,
  generateSoundParams,
  importAudioParams,
  importAudioResult,
  providerRequest,
} from '../../src/contract/audio.ts';
import { caption, captionWord, listCaptionsQuery, listCaptionsResult } from '../../src/contract/caption.ts';
import {
  clip,
  clipBatch,
  clipCaptions,
  clipExport,
  clipLayout,
  clipQa,
  clipSelection,
  clipSource,
  clipTarget,
  generateClipsParams,
  generateClipsResult,
  studioSound,
} from '../../src/contract/clip.ts';
import { eventData, exportReadyData, registerWebhookParams, registerWebhookResult } from '../../src/contract/event.ts';
import { job, jobList, jobStart, jobStatus, nextAction } from '../../src/contract/job.ts';
import { importLogoParams, importLogoResult } from '../../src/contract/onboarding.ts';
import { captionsPagination, wordsPagination } from '../../src/contract/page.ts';
import { problem, problemBody } from '../../src/contract/problem.ts';
import { aspectRatio, createProjectParams, project } from '../../src/contract/project.ts';
import { timelineAtQuery, timelineAtResult, timelineEntry } from '../../src/contract/timeline.ts';
import {
  batchFailure,
  batchMoveParams,
  batchMoveResult,
  batchTrimParams,
  batchTrimResult,
  movedItem,
  timelineMove,
  timelineTrim,
  trimmedItem,
} from '../../src/contract/timeline-batch.ts';
import {
  mediaAnimation,
  mediaProperties,
  updateEffectParams,
  updateEffectResult,
  updateMediaParams,
  updateMediaResult,
} from '../../src/contract/timeline-item.ts';
import {
  correctTranscriptParams,
  correctTranscriptResult,
  phraseReplacement,
  transcriptSegment,
  transcriptSegmentsQuery,
  transcriptSegmentsResult,
  unmatchedPhraseReplacement,
} from '../../src/contract/transcript.ts';
import { listWordsQuery, listWordsResult, word, wordsSummary } from '../../src/contract/word.ts';
import {
  editedWord,
  mergeWordsParams,
  retimedWord,
  retimeWordsParams,
  retimeWordsResult,
  splitWordParams,
  wordEditResult,
  wordRetiming,
} from '../../src/contract/word-edit.ts';
import { wordStyle } from '../../src/contract/word-style.ts';

/**
 * Every model that the document describes by itself. Listed here because `import *` would make the bundler keep an object
 * of all exports in the chunk that the client shares.
 */
export const contractModels: Readonly<Record<string, ZodMiniType>> = {
  audioAsset,
  providerRequest,
  importAudioParams,
  importAudioResult,
  generateSoundParams,
  wordStyle,
  captionWord,
  caption,
  word,
  listCaptionsQuery,
  listCaptionsResult,
  listWordsQuery,
  wordsSummary,
  listWordsResult,
  splitWordParams,
  mergeWordsParams,
  wordRetiming,
  retimeWordsParams,
  editedWord,
  wordEditResult,
  retimedWord,
  retimeWordsResult,
  clip,
  studioSound,
  clipBatch,
  clipSource,
  clipSelection,
  clipTarget,
  clipLayout,
  clipCaptions,
  clipQa,
  clipExport,
  generateClipsParams,
  generateClipsResult,
  exportReadyData,
  eventData,
  registerWebhookParams,
  registerWebhookResult,
  jobStatus,
  nextAction,
  job,
  jobStart,
  jobList,
  importLogoParams,
  importLogoResult,
  captionsPagination,
  wordsPagination,
  problem,
  problemBody,
  aspectRatio,
  project,
  createProjectParams,
  timelineEntry,
  timelineAtQuery,
  timelineAtResult,
  batchFailure,
  timelineMove,
  batchMoveParams,
  movedItem,
  batchMoveResult,
  timelineTrim,
  batchTrimParams,
  trimmedItem,
  batchTrimResult,
  mediaAnimation,
  updateMediaParams,
  mediaProperties,
  updateMediaResult,
  updateEffectParams,
  updateEffectResult,
  transcriptSegmentsQuery,
  transcriptSegment,
  transcriptSegmentsResult,
  phraseReplacement,
  correctTranscriptParams,
  unmatchedPhraseReplacement,
  correctTranscriptResult,
};
