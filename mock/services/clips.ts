import type { Clip, ClipBatch, ClipTarget, GenerateClipsParams } from '../../src/contract/clip.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import { invalid } from '../api/http-error.ts';
import { mediaUrls } from '../api/urls.ts';
import { assumptions } from '../assumptions.ts';
import type { BatchClipState, JobState } from '../state/types.ts';
import { type ClipLengthRange, cutClips } from '../words/clip-cutter.ts';
import type { TimedWord } from '../words/cues.ts';
import { groupIntoCues } from '../words/cues.ts';
import { type Context, toSeconds, toUnits } from './context.ts';
import { requireHttpUrl } from './input-checks.ts';
import { startProject } from './projects.ts';
import type { Service } from './service.ts';
import { startJob } from './start-job.ts';
import { addRecording } from './timeline.ts';

export const generateClips: Service<'clips.generate'> = ({ body }, context) => {
  const sourceUrl = requireSource(body);
  const window = windowOf(body.target ?? {}, context);
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
  const cuts = cutClips(transcript.cues.flat(), window);
  const made = cuts.map((words, at) => makeClip({ words, number: at + 1, assetId, params: body }, context));
  workspace.addBatch({ id: batchId, clips: made.map(({ state }) => state) });
  const error = made.length === 0 ? whyNothingFits(window, context) : null;
  return { batch: batchView({ batchId, assetId, clips: made.map(({ view }) => view), error }, context) };
};

function requireSource({ source }: GenerateClipsParams): string {
  const param = 'source.video_site_url';
  if (source.video_site_url === undefined)
    throw invalid(param, `${param} is required: the mock knows no other source.`);
  requireHttpUrl(source.video_site_url, param);
  return source.video_site_url;
}

/** The lengths that a clip may have; a bound that was not asked for gives way to the one that was. */
function windowOf(target: ClipTarget, context: Context): ClipLengthRange {
  const { min_duration_seconds: asked, max_duration_seconds: max } = target;
  if (asked !== undefined && asked < 0) {
    throw invalid('target.min_duration_seconds', 'target.min_duration_seconds must be 0 or more.');
  }
  if (max !== undefined && max <= 0) {
    throw invalid('target.max_duration_seconds', 'target.max_duration_seconds must be more than 0.');
  }
  const min = asked ?? Math.min(assumptions.clipMinimumSeconds.value, (max ?? Number.POSITIVE_INFINITY) / 2);
  if (max !== undefined && min > max) {
    throw invalid('target.min_duration_seconds', 'target.min_duration_seconds must not be more than the maximum.');
  }
  return { min: toUnits(min, context), max: toUnits(max ?? Number.POSITIVE_INFINITY, context) };
}

interface Cut {
  readonly words: readonly TimedWord[];
  readonly number: number;
  readonly assetId: string;
  readonly params: GenerateClipsParams;
}

function makeClip({ words, number, assetId, params }: Cut, context: Context) {
  const title = titleOf(words);
  const from = words[0]?.start ?? 0;
  const length = Math.max(...words.map(({ end }) => end)) - from;
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
  const shifted = words.map((word) => ({ ...word, start: word.start - from, end: word.end - from }));
  addRecording(project, length, params.captions?.enabled === false ? [] : groupIntoCues(shifted, pause), context);

  const exported = params.export?.auto_export === true ? { exportId: context.workspace.newId() } : {};
  const job = startJob(
    {
      kind: exported.exportId === undefined ? 'clip' : 'export',
      projectId: project.id,
      mediaId: assetId,
      fileSeconds: toSeconds(length, context),
      ...exported,
    },
    context,
  );
  const state: BatchClipState = { id: context.workspace.newId(), title, jobId: job.id };
  return { state, view: clipView(state, job, context) };
}

function clipView({ id, title }: BatchClipState, job: JobState, context: Context): DeepRequired<Clip> {
  const review = job.hold?.review === true;
  return {
    clip_id: id,
    suggestion_id: context.workspace.newId(),
    project_id: job.projectId,
    export_id: job.exportId,
    title,
    status: review ? 'review' : 'queued',
    download_url: null,
    error_message: null,
    qa_summary: review ? 'The clip waits for approval.' : null,
    qa_preview_urls: [1, 2].map((n) => mediaUrls.preview(context.origin, id, n)),
  };
}

function titleOf(words: readonly TimedWord[]): string {
  const title = words
    .slice(0, 6)
    .map(({ word }) => word)
    .join(' ');
  return words.length > 6 ? `${title}…` : title;
}

interface BatchParts {
  readonly batchId: string;
  readonly assetId: string;
  readonly clips: DeepRequired<Clip>[];
  readonly error: string | null;
}

function batchView(
  { batchId, assetId, clips, error }: BatchParts,
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
    zip_download_url: clips.length > 0 ? mediaUrls.archive(origin, batchId) : null,
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

function whyNothingFits({ min, max }: ClipLengthRange, context: Context): string {
  const upper = max === Number.POSITIVE_INFINITY ? '' : ` and at most ${toSeconds(max, context)} s`;
  return `No run of whole sentences lasts at least ${toSeconds(min, context)} s${upper}.`;
}
