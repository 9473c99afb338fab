/**
 * The client of the service. {@link Clipwright} has a field per resource, such as {@link Clips | client.clips}, with a
 * method per endpoint. Each call is an {@link ApiCall} and each list a {@link PageList}; the package's errors are
 * {@link ClipwrightError}s.
 *
 * @module clipwright
 */
export { Clipwright, type FollowOptions, type RequestOptions } from './client.ts';
export type {
  AudioAsset,
  GenerateSoundParams,
  ImportAudioParams,
  ImportAudioResult,
  ProviderRequest,
} from './contract/audio.ts';
export type { Caption, CaptionWord, ListCaptionsQuery, ListCaptionsResult } from './contract/caption.ts';
export type {
  Clip,
  ClipBatch,
  ClipCaptions,
  ClipExport,
  ClipLayout,
  ClipQa,
  ClipSelection,
  ClipSource,
  ClipTarget,
  GenerateClipsParams,
  GenerateClipsResult,
  StudioSound,
} from './contract/clip.ts';
export type { HttpMethod, Query, QueryValue } from './contract/endpoint.ts';
export type {
  EventData,
  EventType,
  ExportFailedEvent,
  ExportReadyData,
  ExportReadyEvent,
  FacelessCompleteEvent,
  FacelessFailedEvent,
  JobCompleteEvent,
  JobFailedEvent,
  KnownEventType,
  KnownWebhookEvent,
  MediaUploadedEvent,
  ProjectCreatedEvent,
  RegisterWebhookParams,
  RegisterWebhookResult,
  TranscriptionCompleteEvent,
  TranscriptionFailedEvent,
  UnknownWebhookEvent,
  UnrecognizedEventType,
  WebhookEvent,
} from './contract/event.ts';
export type { Issue } from './contract/issue.ts';
export type { Job, JobList, JobStart, JobStatus, NextAction } from './contract/job.ts';
export type { OpenEnum } from './contract/model.ts';
export type { ImportLogoParams, ImportLogoResult } from './contract/onboarding.ts';
export type { CaptionsPagination, WordsPagination } from './contract/page.ts';
export type { Problem, ProblemBody } from './contract/problem.ts';
export type { AspectRatio, CreateProjectParams, Project } from './contract/project.ts';
export type {
  BatchFailure,
  BatchMoveParams,
  BatchMoveResult,
  BatchTrimParams,
  BatchTrimResult,
  MovedItem,
  TimelineMove,
  TimelineTrim,
  TrimmedItem,
} from './contract/timeline-batch.ts';
export type {
  MediaAnimation,
  MediaProperties,
  TimelineAtQuery,
  TimelineAtResult,
  TimelineEntry,
  UpdateEffectParams,
  UpdateEffectResult,
  UpdateMediaParams,
  UpdateMediaResult,
} from './contract/timeline-item.ts';
export type {
  ChunkStrategy,
  CorrectTranscriptParams,
  CorrectTranscriptResult,
  PhraseReplacement,
  TranscriptSegment,
  TranscriptSegmentsQuery,
  TranscriptSegmentsResult,
  UnmatchedPhraseReplacement,
} from './contract/transcript.ts';
export type { ListWordsQuery, ListWordsResult, Word, WordsSummary } from './contract/word.ts';
export type {
  EditedWord,
  MergeWordsParams,
  RetimedWord,
  RetimeWordsParams,
  RetimeWordsResult,
  SplitWordParams,
  WordEditResult,
  WordRetiming,
} from './contract/word-edit.ts';
export type { WordStyle } from './contract/word-style.ts';
export type { CancelOptions, JobReference, KnownJob, StoredJob } from './core/call/job-calls.ts';
export type { CallTrace } from './core/call/trace.ts';
export {
  ApiError,
  type ApiErrorName,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  IdempotencyConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableError,
} from './core/errors/api-errors.ts';
export { CallError } from './core/errors/call-error.ts';
export { ClipwrightError, isClipwrightError } from './core/errors/clipwright-error.ts';
export { ConfigurationError } from './core/errors/configuration-error.ts';
export { type ClientErrors, isApiError, isErrorNamed } from './core/errors/guards.ts';
export { JobCanceledError, JobFailedError, UntrackableBatchError, WaitTimeoutError } from './core/errors/job-errors.ts';
export { AbortError, ConnectionError, ResponseTooLargeError, TimeoutError } from './core/errors/network-errors.ts';
export { type PartialFailure, PartialFailureError } from './core/errors/partial-failure-error.ts';
export { PaginationError, RequestValidationError, ResponseValidationError } from './core/errors/validation-errors.ts';
export { type IdempotencyKeyMaker, type IdempotencyKeyOptions, idempotencyKey } from './core/options/idempotency.ts';
export type * from './core/options/options.ts';
export type { ApiCall, ApiResult } from './core/results/api-call.ts';
export type {
  BatchCheck,
  BatchHandle,
  BatchProgress,
  BatchReference,
  CheckState,
  ClipProgress,
  ClipReference,
  FollowedBatch,
  FollowedClip,
  FollowedJob,
  JobCheck,
  JobHandle,
} from './core/results/checks.ts';
export type { Page } from './core/results/page.ts';
export type { PageList } from './core/results/page-list.ts';
export type { ClipCheckOptions, ClipWaitOptions, WaitOptions } from './core/waits/wait-options.ts';
export type { Audio } from './resources/audio.ts';
export type { Captions, CaptionWords } from './resources/captions.ts';
export type { Clips } from './resources/clips.ts';
export type { Jobs } from './resources/jobs.ts';
export type { Onboarding } from './resources/onboarding.ts';
export type { Projects } from './resources/projects.ts';
export type { Timeline } from './resources/timeline.ts';
export type { Transcript } from './resources/transcript.ts';
export type { Webhooks } from './resources/webhooks.ts';
