import type { UpdateEffectResult, UpdateMediaParams } from '../../src/contract/timeline-item.ts';
import { invalidParam } from '../http/errors.ts';
import type { DeepRequired } from '../http/response.ts';
import type { EffectState, MediaState } from '../state/items.ts';
import type { Span } from '../words/timing.ts';
import { type Context, type Service, toSeconds, toUnits } from './context.ts';
import { defaultMedia } from './timeline.ts';

export const timelineAt: Service<'timeline.at'> = ({ path, query }, context) => {
  const project = context.workspace.project(path.projectId);
  // Compare seconds, so that an item is active at the start that responses show: 1.001 * 1000 is less than 1001.
  const isActive = ({ start, end }: Span) =>
    toSeconds(start, context) <= query.time_seconds && query.time_seconds < toSeconds(end, context);
  const time = toUnits(query.time_seconds, context);
  const items = project.items.overlapping({ start: time - 1, end: time + 1 }).filter(isActive);
  return {
    timeSeconds: query.time_seconds,
    items: items
      .sort((a, b) => a.layer - b.layer)
      .map((item) => ({
        id: item.id,
        type: item.type,
        label: item.label,
        layerIndex: item.layer,
        volume: item.type === 'caption' ? null : item.media.volume,
        startSeconds: toSeconds(item.start, context),
        endSeconds: toSeconds(item.end, context),
        mediaAssetId: item.mediaAssetId,
        contentItemId: item.contentItemId,
      })),
  };
};

export const updateMedia: Service<'timeline.updateMedia'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const item = project.items.require(path.timelineItemId);
  if (item.type === 'caption') throw invalidParam('timelineItemId', 'is a caption, not a media item');
  requireRange(body, 'opacity', 1);
  requireRange(body, 'volume', 2);
  const { animation } = body;
  const media = { ...item.media, ...mediaFields(body) };
  project.items.put({ ...item, media });
  project.updatedAt = context.now;
  return {
    success: true,
    timelineItemId: item.id,
    updated: { ...media },
    animationApplied: animation?.name ?? null,
    keyframeCount: animation?.keyframes?.length ?? 0,
    warnings: [],
    message: 'The media item is updated.',
  };
};

export const updateColorGrade: Service<'timeline.updateColorGrade'> = ({ path, body }, context) =>
  updateEffect('colorgrade', path, body, context);

export const updateZoom: Service<'timeline.updateZoom'> = ({ path, body }, context) =>
  updateEffect('zoom', path, body, context);

function requireRange(body: UpdateMediaParams, field: 'opacity' | 'volume', max: number): void {
  const value = body[field];
  if (value !== undefined && !(value >= 0 && value <= max)) throw invalidParam(field, `must be from 0 to ${max}`);
}

function mediaFields(body: UpdateMediaParams): Partial<MediaState> {
  // Cast: `Object.keys` returns strings.
  const names = Object.keys(defaultMedia) as (keyof MediaState)[];
  return Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
}

function updateEffect(
  type: EffectState['type'],
  path: { readonly projectId: string; readonly timelineItemId: string },
  fields: Readonly<Record<string, unknown>>,
  { workspace, now, txid }: Context,
): DeepRequired<UpdateEffectResult> {
  const project = workspace.project(path.projectId);
  const item = project.items.require(path.timelineItemId);
  const previous = item.effects.find((effect) => effect.type === type);
  const effect = { id: previous?.id ?? workspace.newId(), type, fields: { ...previous?.fields, ...fields } };
  const effects = [...item.effects.filter((other) => other !== previous), effect];
  project.items.put({ ...item, effects });
  project.updatedAt = now;
  return {
    success: true,
    project_id: project.id,
    timeline_item_id: item.id,
    content_item_id: item.contentItemId,
    effect_id: effect.id,
    effect_type: type,
    txid,
  };
}
