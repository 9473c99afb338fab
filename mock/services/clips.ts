import type { Clip, ClipBatch, ClipTarget, GenerateClipsParams } from '../../src/contract/clip.ts';
import { assumptions } from '../assumptions.ts';
import { invalidParam } from '../http/errors.ts';
import type { DeepRequired } from '../http/response.ts';
import { urls } from '../http/urls.ts';
import type { BatchClipState, JobState } from '../state/types.ts';
import { groupIntoCues, type TimedWord } from '../words/cues.ts';
import { type ClipLengthRange, cutClips } from '../words/segments.ts';
import { type Context, type Service, toSeconds, toUnits } from './context.ts';
import { requireHttpUrl } from './input-checks.ts';
import { startJob } from './jobs.ts';
import { startProject } from './projects.ts';
import { addRecording } from './timeline.ts';

export const generateClips: Service<'clips.generate'> = ({ body }, context) => {
  const sourceUrl = requireSourceUrl(body);
  const range = lengthRange(body.target ?? {}, context);
  const transcript = context.transcriptOf(sourceUrl);
  const { workspace } = context;
  const batchId = workspace.newId();
  const assetId = workspace.newId();
  context.emit('media.uploaded', { asset_id: assetId, batch_id: batchId });
  if ('failure' in transcript) {
    context.emit('transcription.failed', { asset_id: assetId, error: transcript.failure });
    return { batch: batchView({ batchId, assetId, clips: [], error: transcript.failure }, context) };
  }
  context.emit('transcription.complete', { asset_id: assetId });
  const created = cutClips(transcript.cues.flat(), range).map((words, index) =>
    createClip({ words, number: index + 1, assetId, params: body }, context),
  );
  workspace.addBatch({ id: batchId, clips: created.map(({ state }) => state) });
  const error = created.length === 0 ? noClipReason(range, context) : null;
  return { batch: batchView({ batchId, assetId, clips: created.map(({ view }) => view), error }, context) };
};

function requireSourceUrl({ source }: GenerateClipsParams): string {
  const param = 'source.video_site_url';
  const url = source.video_site_url;
  if (url === undefined) throw invalidParam(param, 'is required: the mock supports no other source');
  requireHttpUrl(url, param);
  return url;
}

/** Returns the range of clip lengths. The default minimum is at most half of a given maximum. */
function lengthRange(target: ClipTarget, context: Context): ClipLengthRange {
  const { min_duration_seconds: givenMin, max_duration_seconds: max } = target;
  if (givenMin !== undefined && givenMin < 0) {
    throw invalidParam('target.min_duration_seconds', 'must be 0 or more');
  }
  if (max !== undefined && max <= 0) {
    throw invalidParam('target.max_duration_seconds', 'must be above 0');
  }
  const min = givenMin ?? Math.min(assumptions.clipMinimumSeconds.value, (max ?? Number.POSITIVE_INFINITY) / 2);
  if (max !== undefined && min > max) {
    throw invalidParam('target.min_duration_seconds', 'must not be more than target.max_duration_seconds');
  }
  return { min: toUnits(min, context), max: toUnits(max ?? Number.POSITIVE_INFINITY, context) };
}

interface ClipDraft {
  readonly words: readonly TimedWord[];
  readonly number: number;
  readonly assetId: string;
  readonly params: GenerateClipsParams;
}

function createClip({ words, number, assetId, params }: ClipDraft, context: Context) {
  const title = titleOf(words);
  const start = words[0]?.start ?? 0;
  const length = Math.max(...words.map(({ end }) => end)) - start;
  const project = startProject(
    {
      name: `${params.project_name ?? 'Untitled'} – clip ${number}`,
      description: title,
      aspectRatio: params.target?.aspect_ratio,
      assetId,
    },
    context,
  );
  const pause = toUnits(assumptions.paragraphPauseSeconds.value, context);
  const shifted = words.map((word) => ({ ...word, start: word.start - start, end: word.end - start }));
  addRecording(project, length, params.captions?.enabled === false ? [] : groupIntoCues(shifted, pause), context);

  const exportId = params.export?.auto_export === true ? context.workspace.newId() : undefined;
  const job = startJob(
    {
      kind: exportId === undefined ? 'clip' : 'export',
      projectId: project.id,
      exportId,
      mediaId: assetId,
      fileSeconds: toSeconds(length, context),
      // Each clip takes one poll more than the one before it, up to a limit, so that polls show the batch's progress.
      steps: Math.min(assumptions.clockSteps.value + number - 1, assumptions.batchClockSteps.value),
    },
    context,
  );
  const state: BatchClipState = { id: context.workspace.newId(), title, jobId: job.id };
  return { state, view: clipView(state, job, params, context) };
}

function clipView(
  { id, title }: BatchClipState,
  job: JobState,
  params: GenerateClipsParams,
  context: Context,
): DeepRequired<Clip> {
  const inReview = job.hold?.review === true;
  return {
    clip_id: id,
    suggestion_id: context.workspace.newId(),
    project_id: job.projectId,
    export_id: job.exportId,
    title,
    status: inReview ? 'review' : 'queued',
    download_url: null,
    error_message: null,
    qa_summary: inReview ? 'The clip waits for approval.' : qaSummary(params),
    qa_preview_urls: [1, 2].map((number) => urls.preview(context.origin, id, number)),
  };
}

function qaSummary({ qa }: GenerateClipsParams): string | null {
  return qa?.qa_mode === undefined ? null : `The ${qa.qa_mode} quality check has found nothing.`;
}

const MAX_TITLE_WORDS = 6;

function titleOf(words: readonly TimedWord[]): string {
  const title = words
    .slice(0, MAX_TITLE_WORDS)
    .map(({ word }) => word)
    .join(' ');
  return words.length > MAX_TITLE_WORDS ? `${title}…` : title;
}

interface BatchDetails {
  readonly batchId: string;
  readonly assetId: string;
  readonly clips: DeepRequired<Clip>[];
  readonly error: string | null;
}

function batchView(
  { batchId, assetId, clips, error }: BatchDetails,
  { origin, workspace }: Context,
): DeepRequired<ClipBatch> {
  return {
    batch_id: batchId,
    status: error === null ? 'queued' : 'failed',
    asset_id: assetId,
    project_folder_id: workspace.newId(),
    estimated_clip_count: clips.length,
    total_clip_count: clips.length,
    rendered_count: 0,
    failed_count: 0,
    review_count: clips.filter(({ status }) => status === 'review').length,
    activity: null,
    clips,
    zip_download_url: clips.length > 0 ? urls.archive(origin, batchId) : null,
    last_error_message: error,
    studio_sound: {
      requested: false,
      status: 'disabled',
      source_asset_id: assetId,
      enhanced_asset_id: null,
      version: null,
      processing_run_id: null,
      error_message: null,
    },
  };
}

function noClipReason({ min, max }: ClipLengthRange, context: Context): string {
  const maximum = max === Number.POSITIVE_INFINITY ? '' : ` and at most ${toSeconds(max, context)} s`;
  return `No run of whole sentences lasts at least ${toSeconds(min, context)} s${maximum}.`;
}
