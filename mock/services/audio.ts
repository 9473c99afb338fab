import type { AudioAsset } from '../../src/contract/audio.ts';
import { assumptions } from '../assumptions.ts';
import type { DeepRequired } from '../http/response.ts';
import { urls } from '../http/urls.ts';
import type { AudioState, ProjectState } from '../state/types.ts';
import { jobView } from '../state/views.ts';
import { audioKey } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import { type Context, type Service, toUnits } from './context.ts';
import { startJob } from './jobs.ts';
import { startProject } from './projects.ts';
import { AUDIO_LAYER, addItem } from './timeline.ts';

export const importFromLibrary: Service<'audio.importFromLibrary'> = ({ body }, context) => {
  const { workspace, now, txid } = context;
  const { provider, external_id: externalId } = body;
  const project =
    body.project_id === undefined
      ? [...workspace.state.projects.values()].at(-1)
      : workspace.project(body.project_id, 'project_id');
  const key = audioKey(provider, externalId);
  const existing = workspace.state.audio.get(key);
  const audio = existing ?? { id: workspace.newId(), provider, externalId, importedAt: now };
  workspace.state.audio.set(key, audio);
  return {
    asset: assetView(audio, context),
    imported: !existing,
    deduped: existing !== undefined,
    timeline_item_id: project ? placeOnTimeline(project, audio, context) : null,
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
      ? startProject({ name: nameFrom(body.prompt) }, context)
      : workspace.project(body.project_id, 'project_id');
  const job = startJob(
    { kind: 'sound', projectId: project.id, mediaId: workspace.newId(), fileSeconds: soundSeconds(body.prompt) },
    context,
  );
  const { job_id, kind, status, status_url, cancel_url, project_id, media_id, estimated_credits } = jobView(
    job,
    context,
  );
  return { job_id, kind, status, status_url, cancel_url, project_id, media_id, estimated_credits };
};

function assetView(audio: AudioState, { origin }: Context): DeepRequired<AudioAsset> {
  return {
    id: audio.id,
    name: `${audio.provider} ${audio.externalId}`,
    asset_type: 'audio',
    audio_type: 'music',
    duration_seconds: assumptions.audioSeconds.value,
    source_url: urls.track(origin, audio.id),
    license_code: 'CC0-1.0',
    license_url: urls.license(origin),
    attribution_text: null,
  };
}

/** Adds the track at the start of the timeline, unless the timeline already has it. Returns the item's id. */
function placeOnTimeline(project: ProjectState, audio: AudioState, context: Context): string {
  const existing = [...project.items].find((item) => item.mediaAssetId === audio.id);
  if (existing) return existing.id;
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

/** Returns the length of a sound: 1 s plus 0.2 s for each word of the prompt, up to the limit. */
function soundSeconds(prompt: string): number {
  const words = prompt.trim().split(/\s+/).length;
  return Math.min(assumptions.longestSound.value, 1 + words / 5);
}

const MAX_NAME_LENGTH = 60;

function nameFrom(prompt: string): string {
  if (prompt.length <= MAX_NAME_LENGTH) return prompt;
  // Drop the first half of a surrogate pair that was cut in two.
  return `${prompt.slice(0, MAX_NAME_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
