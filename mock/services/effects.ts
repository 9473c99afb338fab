import type { UpdateEffectResult } from '../../src/contract/timeline-item.ts';
import type { DeepRequired } from '../http/response.ts';
import type { EffectState } from '../state/timeline-types.ts';
import type { Context } from './context.ts';
import type { Service } from './service.ts';

export const updateColorGrade: Service<'timeline.updateColorGrade'> = ({ path, body }, context) =>
  updateEffect('colorgrade', path, body, context);

export const updateZoom: Service<'timeline.updateZoom'> = ({ path, body }, context) =>
  updateEffect('zoom', path, body, context);

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
