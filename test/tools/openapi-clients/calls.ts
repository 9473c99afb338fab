import type * as api from './generated/hey-api/types.gen';

/** The result of a call with either client: the body of a success or of an error, and the response. */
export interface Outcome<Data> {
  readonly data?: Data | undefined;
  readonly error?: api.ProblemBody | undefined;
  readonly response?: Response | undefined;
}

type Call<Input extends unknown[], Data> = (...input: Input) => Promise<Outcome<Data>>;

/** The operations that `story.ts` calls. Both clients implement this interface, so their types agree. */
export interface Calls {
  readonly generateClips: Call<[api.GenerateClipsParams], api.GenerateClipsResult>;
  readonly createProject: Call<[api.CreateProjectParams, idempotencyKey?: string], api.Project>;
  readonly listJobs: Call<[projectId: string], api.JobList>;
  readonly batchMove: Call<[projectId: string, api.BatchMoveParams], api.BatchMoveResult>;
  readonly batchTrim: Call<[projectId: string, api.BatchTrimParams], api.BatchTrimResult>;
  readonly timelineAt: Call<[projectId: string, time_seconds: number], api.TimelineAtResult>;
  readonly updateMedia: Call<[projectId: string, itemId: string, api.UpdateMediaParams], api.UpdateMediaResult>;
  readonly updateColorGrade: Call<[projectId: string, itemId: string, api.UpdateEffectParams], api.UpdateEffectResult>;
  readonly updateZoom: Call<[projectId: string, itemId: string, api.UpdateEffectParams], api.UpdateEffectResult>;
  readonly listCaptions: Call<[projectId: string, Page], api.ListCaptionsResult>;
  readonly listWords: Call<[projectId: string, Page & { readonly match_text?: string }], api.ListWordsResult>;
  readonly splitWord: Call<[projectId: string, api.SplitWordParams], api.WordEditResult>;
  readonly mergeWords: Call<[projectId: string, api.MergeWordsParams], api.WordEditResult>;
  readonly retimeWords: Call<[projectId: string, api.RetimeWordsParams], api.RetimeWordsResult>;
  readonly segments: Call<[projectId: string, { readonly chunk_strategy: 'paragraph' }], api.TranscriptSegmentsResult>;
  readonly correct: Call<[projectId: string, api.CorrectTranscriptParams], api.CorrectTranscriptResult>;
  readonly importAudio: Call<[api.ImportAudioParams], api.ImportAudioResult>;
  readonly generateSound: Call<[api.GenerateSoundParams], api.JobStart>;
  readonly importLogo: Call<[api.ImportLogoParams], api.ImportLogoResult>;
  readonly registerWebhook: Call<[api.RegisterWebhookParams], api.RegisterWebhookResult>;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}
