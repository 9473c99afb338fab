import type { AudioAsset } from '../../src/contract/audio.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import { mediaUrls } from '../api/urls.ts';
import { assumptions } from '../assumptions.ts';
import type { AudioState, ProjectState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';
import { type Context, toUnits } from './context.ts';
import { jobView } from './job-view.ts';
import { startProject } from './projects.ts';
import type { Service } from './service.ts';
import { startJob } from './start-job.ts';
import { AUDIO_LAYER, addItem } from './timeline.ts';

export const importFromLibrary: Service<'audio.importFromLibrary'> = ({ body }, context) => {
  const { workspace, now, txid } = context;
  const project =
    body.project_id === undefined ? workspace.newestProject() : workspace.project(body.project_id, 'project_id');
  const known = workspace.importedAudio(body.provider, body.external_id);
  const audio = known ?? {
    id: workspace.newId(),
    provider: body.provider,
    externalId: body.external_id,
    importedAt: now,
  };
  if (!known) workspace.addAudio(audio);
  return {
    asset: assetView(audio, context),
    imported: !known,
    deduped: known !== undefined,
    timeline_item_id: project ? placeAudio(project, audio, context) : null,
    txid,
    provider_request: {
      provider: audio.provider,
      external_id: audio.externalId,
      retryable: false,
      imported_at: isoTime(audio.importedAt),
    },
  };
};

export const generateSound: Service<'audio.generateSound'> = ({ body }, context) => {
  const { workspace } = context;
  const project =
    body.project_id === undefined
      ? startProject({ name: shorten(body.prompt) }, context)
      : workspace.project(body.project_id, 'project_id');
  const job = startJob(
    { kind: 'sound', projectId: project.id, mediaId: workspace.newId(), fileSeconds: soundSeconds(body.prompt) },
    context,
  );
  const { job_id, kind, status, status_url, cancel_url, estimated_credits } = jobView(job, context);
  return {
    job_id,
    kind,
    status,
    status_url,
    cancel_url,
    project_id: project.id,
    media_id: job.mediaId,
    estimated_credits,
  };
};

function assetView(audio: AudioState, { origin }: Context): DeepRequired<AudioAsset> {
  return {
    id: audio.id,
    name: `${audio.provider} ${audio.externalId}`,
    asset_type: 'audio',
    audio_type: 'music',
    duration_seconds: assumptions.audioSeconds.value,
    source_url: mediaUrls.track(origin, audio.id),
    license_code: 'CC0-1.0',
    license_url: mediaUrls.licence(origin),
    attribution_text: null,
  };
}

/** Puts a track at the project's start, unless it is on the timeline already. */
function placeAudio(project: ProjectState, audio: AudioState, context: Context): string {
  const placed = project.items.find((item) => item.mediaAssetId === audio.id);
  if (placed) return placed.id;
  project.updatedAt = context.now;
  const item = addItem(
    project,
    {
      type: 'audio',
      label: `${audio.provider} ${audio.externalId}`,
      mediaAssetId: audio.id,
      layer: AUDIO_LAYER,
      start: 0,
      end: toUnits(assumptions.audioSeconds.value, context),
    },
    context,
  );
  return item.id;
}

/** A second, and a fifth of one for each word of the prompt, up to ten. */
function soundSeconds(prompt: string): number {
  const words = prompt.trim().split(/\s+/).length;
  return Math.min(10, 1 + words / 5);
}

function shorten(text: string): string {
  // A half of a surrogate pair at the cut goes, too.
  return text.length > 60 ? `${text.slice(0, 59).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
